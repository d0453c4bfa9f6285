import Files
import ImportCore
import Importers
import TestSupport
import TouchLog

/// Opens a text and reads it to its end.
func imported(
  _ text: String, from format: LogFormat? = nil, options: ImportOptions = ImportOptions(), chunk: Int = .max
) throws -> [Outcome] {
  let source = ChunkedSource(Array(text.utf8), chunk: chunk)
  return try outcomes(openEventReader(source, name: "a", format: format, options: options))
}

/// A file of the corpus of real recordings; nil if the environment does not name the corpus.
func corpus(_ path: String) throws -> [UInt8]? {
  guard let folder = environment("DOODLE_CORPUS") else { return nil }
  return try InputFile(path: "\(folder)/\(path)").readAll()
}
