import Files
import Foundation

/// A sink that keeps its bytes in memory, readable at any time.
package final class Collector: ByteSink {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package func write(_ more: Span<UInt8>) {
    for index in more.indices { bytes.append(more[index]) }
  }
}

/// Calls `body` with the path of a file that contains `bytes`, then removes the file.
package func withTemporaryFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  try body(url.path)
}
