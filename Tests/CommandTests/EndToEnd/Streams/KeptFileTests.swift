import Foundation
import Testing

/// No output replaces a file that the run reads.
@Suite struct KeptFileTests {
  /// Commands that would write to the file `input`, in a folder that also has `a.jsonl` and a picture of it, `a.png`.
  @Test(arguments: [
    ("a.jsonl", "doodle render a.jsonl -f png -o $PWD/a.jsonl"),
    ("a.jsonl", "mkdir sub; doodle render a.jsonl -f png -o sub/../a.jsonl"),
    ("a.jsonl", "ln -s a.jsonl link; doodle render a.jsonl -f png -o link"),
    ("a.jsonl", "ln a.jsonl hard; doodle render hard -f png -o a.jsonl"),
    ("a.jsonl", "ln -s . here; doodle convert here/a.jsonl -o a.jsonl"),
    ("a.jsonl", "doodle lint --fix a.jsonl -o $PWD/a.jsonl"),
    ("a.jsonl", "mkdir sub; doodle replay a.jsonl -f apng -o sub/../a.jsonl"),
    ("a.png", "doodle render a.jsonl --over a.png -o a.png"),
    ("a.png", "doodle render a.jsonl --background a.png -o ./a.png"),
    ("a.png", "ln a.png hard.png; doodle replay a.jsonl --over a.png -f apng -o hard.png"),
    ("a.png", "doodle diff a.jsonl a.png -o $PWD/a.png"),
    ("a.jsonl", "ln a.jsonl hard.html; doodle check a.jsonl --report hard.html"),
  ])
  func `an output that is an input under another name is refused`(input: String, line: String) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    _ = try scratch.shell("doodle render a.jsonl -o a.png")
    let before = try scratch.bytes(of: input)
    let result = try scratch.shell(line)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("is an input; the output would replace it"), "\(result.errors)")
    #expect(try scratch.bytes(of: input) == before)
  }

  @Test func `--in-place lets the output replace the picture under the ink`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "dot.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      """
      doodle render a.jsonl -o a.png && cp a.png same.png
      doodle render dot.jsonl --over a.png -o marked.png
      doodle render dot.jsonl --over a.png --in-place -o a.png && doodle diff a.png marked.png && ! cmp -s a.png same.png
      doodle render dot.jsonl --in-place -o b.png
      """)
    #expect(result.status == 2)
    #expect(result.errors.contains("--in-place needs --over"), "\(result.errors)")
    #expect(try scratch.hash("a.png") == scratch.hash("marked.png"))
  }

  @Test(arguments: ["..jsonl", "...jsonl"])
  func `{stem} never names a folder`(name: String) throws {
    let scratch = try Scratch([name: SmallLog.text])
    let result = try scratch.shell("mkdir sub && doodle render '\(name)' -o 'sub/{stem}/a.png'")
    #expect(result.status == 2)
    #expect(result.errors.contains("which names a folder; rename the file"), "\(result.errors)")
    #expect(scratch.names == [name, "sub"].sorted())
  }
}
