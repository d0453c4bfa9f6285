import Foundation

/// The README, and what it shows as code.
struct Readme {
  let text: String

  init() throws {
    text = try String(contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
  }

  /// The fenced blocks of a language, in order.
  func blocks(of language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }
}

/// A folder that goes with the test.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(of file: String) -> String {
    url.appending(path: file).path
  }
}
