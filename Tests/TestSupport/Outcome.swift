import Files
import TouchLog

/// The next result of a reader.
package enum Outcome: Hashable, Sendable {
  case event(LogEvent)
  case error(LogError)

  package var event: LogEvent? { if case .event(let event) = self { event } else { nil } }
  package var error: LogError? { if case .error(let error) = self { error } else { nil } }
}

/// All results of a reader, up to its end, continuing after errors.
package func outcomes(_ reader: consuming some EventReader) throws(FileError) -> [Outcome] {
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

/// A source in memory that gives at most `chunk` bytes at a time.
package struct ChunkedSource: ByteSource {
  private var rest: MemorySource
  private let chunk: Int

  package init(_ bytes: [UInt8], chunk: Int) {
    rest = MemorySource(bytes)
    self.chunk = chunk
  }

  package mutating func read(into buffer: inout [UInt8], atMost count: Int) -> Int {
    rest.read(into: &buffer, atMost: min(count, chunk))
  }
}
