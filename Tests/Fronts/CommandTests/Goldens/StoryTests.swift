import Foundation
import Testing

/// Examples/ci/app/README.md, a page as in Transcripts, but for its sections, which go on where the last one ended.
/// `make transcripts` writes what the commands print into it.
@Suite struct StoryTranscriptTests {
  private static let path = "\(ProjectFiles.root)/Examples/ci/app/README.md"
  private static let isRewriting = ProcessInfo.processInfo.environment["DOODLE_TRANSCRIPTS"] == "rewrite"

  /// The Python in DOODLE_PYTHON, or that of the path, if it has Pillow.
  private static let python: String? = {
    guard let path = Program.path(of: ProcessInfo.processInfo.environment["DOODLE_PYTHON"] ?? "python3"),
      let result = try? Program.run(path, ["-c", "import PIL.Image"]), result.status == 0
    else { return nil }
    return path
  }()

  /// The page, after lines that make a command of that Python.
  private static func story() throws -> (before: Int, page: Transcript) {
    let before = """
      ```console
      $ mkdir bin && PATH=$PWD/bin:$PATH && printf '#!/bin/sh\\nexec "%s" "$@"\\n' '\(python ?? "")' > bin/python3
      $ chmod +x bin/python3
      ```

      """
    let text = before + (try String(contentsOfFile: path, encoding: .utf8)).replacing("\n## ", with: "\n### ")
    return (before.split(separator: "\n", omittingEmptySubsequences: false).count - 1, try Transcript(text))
  }

  @Test(.enabled("needs a Python with Pillow: pip install pillow, and DOODLE_PYTHON", { python != nil }))
  func `the commands of the story print what it shows`() throws {
    let (before, page) = try Self.story()
    try #require(page.sections.count == 1)
    if Self.isRewriting {
      let lines = try page.rewritten().components(separatedBy: "\n").dropFirst(before)
      return try lines.joined(separator: "\n").replacing("\n### ", with: "\n## ")
        .write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    for failure in try Transcript.failures(of: page.sections[0]) {
      Issue.record(
        "\(failure.difference)",
        sourceLocation: SourceLocation(
          fileID: "CommandTests/story.md", filePath: Self.path, line: max(1, failure.command.line - before), column: 1))
    }
  }
}
