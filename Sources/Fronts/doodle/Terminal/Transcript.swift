import Synchronization

/// The output of a job that runs beside others, kept until all earlier jobs have written theirs.
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

  /// The whole output, of both streams.
  var text: String { entries.withLock { $0.map(\.text).joined() } }

  /// Writes everything to the streams, in its order.
  /// - Throws: The error of standard output. The rest is then not written, as if the error had ended the job.
  func write(to console: Console) throws(CommandError) {
    for entry in entries.withLock({ $0 }) {
      if entry.stream == .output { try console.print(entry.text) } else { StandardError.write(entry.text) }
    }
  }
}

extension Console {
  /// A console that keeps the output.
  func recording(in transcript: Transcript) -> Console {
    var console = self
    console.messages.transcript = transcript
    return console
  }
}
