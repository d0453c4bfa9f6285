import Files
import Importers
import TouchLog

/// Bytes in memory that are read in small chunks.
struct MemorySource: ByteSource {
  var bytes: ArraySlice<UInt8>
  var chunk: Int

  init(_ bytes: [UInt8], chunk: Int = .max) {
    self.bytes = bytes[...]
    self.chunk = chunk
  }

  mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    let part = bytes.prefix(min(count, chunk))
    buffer.append(contentsOf: part)
    bytes = bytes.dropFirst(part.count)
    return part.count
  }
}

/// A result of a reader.
enum Outcome: Hashable {
  case event(LogEvent)
  case error(LogError)

  var event: LogEvent? { if case .event(let event) = self { event } else { nil } }
  var error: LogError? { if case .error(let error) = self { error } else { nil } }
}

/// The results of a reader up to the end, continuing after errors.
func outcomes(_ reader: consuming some EventReader) throws(FileError) -> [Outcome] {
  var reader = reader
  var all: [Outcome] = []
  while true {
    do throws(LogReadError) {
      guard let event = try reader.next() else { return all }
      all.append(.event(event))
    } catch {
      switch error {
      case .malformed(let error): all.append(.error(error))
      case .file(let error): throw error
      }
    }
  }
}

/// Opens a text and reads it to its end.
func imported(
  _ text: String, from format: LogFormat? = nil, options: ImportOptions = ImportOptions(), chunk: Int = .max
) throws -> [Outcome] {
  let source = MemorySource(Array(text.utf8), chunk: chunk)
  return try outcomes(openEventReader(source, name: "a", format: format, options: options))
}

/// A file of the corpus of real recordings; nil if the environment does not name the corpus.
func corpus(_ path: String) throws -> [UInt8]? {
  guard let folder = environment("DOODLE_CORPUS") else { return nil }
  return try InputFile(path: "\(folder)/\(path)").readAll()
}
