import Synchronization

/// What a job writes while others run beside it, kept until all jobs before it have written theirs.
final class Transcript: Sendable {
  private struct Entry {
    var stream: Surroundings.Streams
    var text: String
  }

  private let entries = Mutex<[Entry]>([])

  /// - Parameter stream: Standard output or standard error.
  func append(_ text: String, to stream: Surroundings.Streams) {
    if text.isEmpty { return }
    entries.withLock { entries in
      if let last = entries.indices.last, entries[last].stream == stream {
        entries[last].text += text
      } else {
        entries.append(Entry(stream: stream, text: text))
      }
    }
  }

  /// Everything, without telling the streams apart.
  var text: String { entries.withLock { $0.map(\.text).joined() } }

  /// Writes everything to the streams, in its order.
  /// - Throws: The error of standard output. What follows is then not written, as by a job that this error ends.
  func write(to console: Console) throws(CommandError) {
    for entry in entries.withLock({ $0 }) {
      if entry.stream == .output { try console.print(entry.text) } else { StandardError.write(entry.text) }
    }
  }
}

extension Console {
  /// A console that keeps what is written.
  func recording(in transcript: Transcript) -> Console {
    var console = self
    console.messages.transcript = transcript
    return console
  }
}
