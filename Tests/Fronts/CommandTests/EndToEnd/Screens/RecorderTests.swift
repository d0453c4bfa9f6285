import Recorder
import TestSupport
import Testing

/// `doodle recorder`. Tests in a browser draw with its page.
@Suite struct RecorderTests {
  @Test(arguments: [
    ("a.jsonl", 2, "one operand too many: \"a.jsonl\""),
    ("--canvas 800", 2, "--canvas"), ("--canvas 0x600", 2, "--canvas"), ("--canvas nanx2", 2, "--canvas"),
    ("--tool brush", 2, "pen, marker, eraser, line, arrow, rect, ellipse, polygon, star, angle, text or select"),
    ("--tool '{\"tool\":\"pen\",\"width\":-1}'", 2, "--tool"), ("--tool '{\"tool\":\"lasso\"}'", 2, "--tool"),
    ("--tool '{\"command\":\"undo\"}'", 2, "--tool"), ("--tool '{\"tool\":\"pen\"} x'", 2, "--tool"),
    ("--background blu", 2, "a color such as"), ("--background missing.png", 4, "cannot open missing.png"),
    ("--background a.png", 3, "a.png"), ("--width 3", 2, "--width"),
  ])
  func `a wrong command line is refused and says why`(line: String, status: Int, words: String) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "a.png": "no picture"])
    let result = try scratch.shell("doodle recorder \(line) -o r.html; echo $?; test -e r.html && echo made")
    #expect(result.output == "\(status)\n", "\(line)")
    #expect(result.errors.contains(words), "\(line): \(result.errors)")
  }

  @Test func `the page does not replace the picture that it shows`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    let result = try scratch.shell(
      """
      doodle render a.jsonl -o a.png; cp a.png b.png; ln -s a.png c.png
      for output in a.png ./a.png c.png; do doodle recorder --background a.png -o $output; echo $?; done
      cmp a.png b.png
      """)
    #expect(result.output == "2\n2\n2\n", "\(result.errors)")
    #expect(result.errors.contains("is an input"))
  }

  @Test(.enabled(if: RecorderPage.hasEngine, "the engine for browsers is not built"))
  func `the page goes to a file or to standard output`() throws {
    let scratch = try Scratch([:])
    let doodle = "doodle recorder --tool marker"
    let result = try scratch.shell(
      "\(doodle) -o r.html && \(doodle) > s.html && cmp r.html s.html && \(doodle) -n -o r.html")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("r.html"))
    #expect(try scratch.shell("grep -c '\"tool\":{\"tool\":\"marker\"}' r.html").output == "1\n")
  }
}
