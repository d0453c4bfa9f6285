import Foundation
import Testing

/// The app in Examples/ci/app, its workflow, and the action that checks it.
enum Story {
  static let folder = "\(ProjectFiles.root)/Examples/ci/app"
  static let needs: Comment = "needs a Python with Pillow: pip install pillow, and DOODLE_PYTHON"

  /// The Python in DOODLE_PYTHON, or that of the path, if it has Pillow.
  static let python: String? = {
    guard let path = Program.path(of: ProcessInfo.processInfo.environment["DOODLE_PYTHON"] ?? "python3"),
      let result = try? Program.run(path, ["-c", "import PIL.Image"]), result.status == 0
    else { return nil }
    return path
  }()

  /// Lines of bash that make a command `python3` of it.
  static let setup = [
    #"mkdir bin && PATH=$PWD/bin:$PATH && printf '#!/bin/sh\nexec "%s" "$@"\n' '\#(python ?? "")' > bin/python3"#,
    "chmod +x bin/python3",
  ]
}

/// Examples/ci/app/README.md is a page as in Transcripts, but for its sections, which go on where the last one ended.
/// `make transcripts` writes what the commands print into it.
@Suite struct StoryTranscriptTests {
  private static let path = "\(Story.folder)/README.md"

  @Test(.enabled(Story.needs, { Story.python != nil }))
  func `the commands of the story print what it shows`() throws {
    let setup = ["```console"] + Story.setup.map { "$ \($0)" } + ["```"]
    let text = try String(contentsOfFile: Self.path, encoding: .utf8).replacing("\n## ", with: "\n### ")
    let page = try Transcript((setup + [text]).joined(separator: "\n"))
    try #require(page.sections.count == 1)
    if ProcessInfo.processInfo.environment["DOODLE_TRANSCRIPTS"] == "rewrite" {
      let lines = try page.rewritten().components(separatedBy: "\n").dropFirst(setup.count)
      return try lines.joined(separator: "\n").replacing("\n### ", with: "\n## ")
        .write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    for failure in try Transcript.failures(of: page.sections[0]) {
      Issue.record(
        "\(failure.difference)",
        sourceLocation: SourceLocation(
          fileID: "CommandTests/README.md", filePath: Self.path, line: max(1, failure.command.line - setup.count),
          column: 1))
    }
  }
}

/// The lines of shell in the workflow and in the action.
@Suite(.enabled(Story.needs, { Story.python != nil })) struct StoryWorkflowTests {
  /// A folder with the app, whose marker has another nib.
  private static func run(_ lines: [String], in scratch: Scratch) throws -> Program.Result {
    let program = URL(filePath: Program.doodle).deletingLastPathComponent().path
    let change = #"sed -i 's/"marker": "square"/"marker": "round"/' app.py"#
    let all = ["cp -R '\(Story.folder)/.' .", "PATH='\(program)':$PATH"] + Story.setup + [change] + lines
    return try scratch.shell(
      all.joined(separator: "\n"), environment: ["GITHUB_STEP_SUMMARY": "\(scratch.path)/step.md"])
  }

  /// The script of a step, as GitHub runs it.
  private static func script(_ step: String, of path: String) throws -> String {
    let text = try String(contentsOfFile: "\(ProjectFiles.root)/\(path)", encoding: .utf8)
    let found = text.components(separatedBy: "\n").drop { !$0.hasSuffix("- name: \(step)") }
    let lines = found.drop { !$0.hasSuffix("run: |") }
    let first = try #require(lines.first)
    let margin = first.prefix { $0 == " " }.count
    let script = lines.dropFirst().prefix { $0.prefix { $0 == " " }.count > margin }
    return "cat > step.sh <<'END'\n\(script.joined(separator: "\n"))\nEND\nbash -eo pipefail step.sh"
  }

  @Test func `the workflow merges three jobs, and fails with a summary and pictures`() throws {
    let scratch = try Scratch()
    let workflow = "Examples/ci/app/drawings.yml"
    let check = try Self.script("Check a third of the drawings", of: workflow)
    let jobs = (1...3).map { part in
      "\(check.replacing("${{ matrix.part }}", with: "\(part)"))\nmkdir -p parts; mv part parts/drawings-\(part)"
    }
    let result = try Self.run(jobs + ["rm app.py", try Self.script("Merge the parts", of: workflow)], in: scratch)
    #expect(result.status == 1 && result.output.hasSuffix("12 checked: 10 same, 2 different\n"), "\(result.errors)")
    #expect(result.errors.contains("::error file=drawings/list.jsonl,line="))
    #expect(try scratch.text(of: "step.md") == scratch.text(of: "summary.md"))
    #expect(scratch.names { $0.hasPrefix("failed/") && $0.hasSuffix(".compare.png") }.count == 2)
    #expect(try !scratch.bytes(of: "report.html").isEmpty && !scratch.bytes(of: "junit.xml").isEmpty)
  }

  @Test func `the action checks with a program, and writes the summary and the pictures that it keeps`() throws {
    let scratch = try Scratch()
    let check = try Self.script("Check the drawings", of: ".github/actions/check/action.yml")
    let settings = """
      export FOLDER=drawings PROGRAM='python3 app.py {log} {png}' OPTIONS='--size 240x160'
      export REPORT=build/report.html MARKDOWN=build/summary.md OUT=build/failed
      """
    let result = try Self.run([settings, check], in: scratch)
    #expect(result.status == 1 && result.output.hasSuffix("12 checked: 10 same, 2 different\n"), "\(result.errors)")
    #expect(try scratch.text(of: "step.md") == scratch.text(of: "build/summary.md"))
    #expect(scratch.names { $0.hasPrefix("build/failed/") && $0.hasSuffix(".compare.png") }.count == 2)
  }
}
