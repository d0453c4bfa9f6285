import Foundation

/// The README and the code that it shows.
struct Readme {
  let text: String

  init() throws {
    text = try String(contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
  }

  /// The fenced code blocks of a language, in order.
  func blocks(of language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }
}

/// A folder that is removed with the object.
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

  func write(_ text: String, to file: String) throws {
    try Data(text.utf8).write(to: url.appending(path: file))
  }
}
