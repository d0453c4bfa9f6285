import Foundation
import Testing

/// A page of documentation in Markdown, and the code that it shows.
struct Page: CustomTestStringConvertible {
  /// Its path in the repository.
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Example.root.appending(path: path), encoding: .utf8)
  }

  var testDescription: String { path }

  static let readme = "README.md"
  /// The pages whose commands a reader types in a shell.
  static let guides = [
    readme, "Examples/README.md", "Examples/films/README.md", "Examples/views/README.md", "Examples/ci/README.md",
    "Examples/formats/README.md", "Examples/data-sets/README.md",
  ]
  /// All pages with links between files.
  static let linked =
    guides + [
      "Examples/languages/README.md", "Examples/web/README.md", "Examples/service/README.md",
      "Examples/loggers/README.md",
      "Examples/spark/README.md", "Examples/ci/app/README.md", "Examples/ci/moving-over.md",
      "Tests/Benchmarks/README.md",
      "Tests/Fuzzing/README.md", ".github/CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md",
    ]
  /// The articles of the API documentation.
  static let articles = {
    let folder = "Sources/Fronts/DoodleKit/DoodleKit.docc"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Example.root.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }()

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
}
