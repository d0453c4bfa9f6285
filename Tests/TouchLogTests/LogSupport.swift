import Files
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

func read(_ bytes: [UInt8], chunk: Int = .max) throws -> [Outcome] {
  try outcomes(LogReader(MemorySource(bytes, chunk: chunk), name: "a.jsonl"))
}

func read(_ text: String, chunk: Int = .max) throws -> [Outcome] {
  try read(Array(text.utf8), chunk: chunk)
}

/// The one event of a text.
func onlyEvent(_ text: String) throws -> LogEvent? {
  let all = try read(text)
  return all.count == 1 ? all[0].event : nil
}

/// The one error of a text.
func onlyError(_ text: String) throws -> LogError? {
  let all = try read(text)
  return all.count == 1 ? all[0].error : nil
}
