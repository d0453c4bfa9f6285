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

/// The touches of a text, and the report at its end. An error of the text is thrown.
func readTouches(
  _ text: String, from format: LogFormat? = nil, options: ImportOptions = ImportOptions(), chunk: Int = .max
) throws -> (touches: [TouchEvent], report: ImportReport) {
  let source = ChunkedSource(Array(text.utf8), chunk: chunk)
  var reader = try openEventReader(source, name: "a", format: format, options: options)
  var touches: [TouchEvent] = []
  while let event = try reader.next() { if case .touch(let touch) = event { touches.append(touch) } }
  return (touches, reader.report)
}

/// A file of the corpus of real recordings; nil if the environment does not name the corpus.
func corpus(_ path: String) throws -> [UInt8]? {
  guard let folder = environment("DOODLE_CORPUS") else { return nil }
  return try InputFile(path: "\(folder)/\(path)").readAll()
}
