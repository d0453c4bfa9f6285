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

  @Test(arguments: [
    "render missing.jsonl -o new/", "render bad.jsonl -o 'new/{stem}.png'", "render a.jsonl -o new/ --pixel-limit 9",
    "render bad.jsonl --tiles new", "replay missing.jsonl -o new/", "replay bad.jsonl -f png -o new/deep/",
    "replay a.jsonl -o new/ --memory-limit 1K", "save bad.jsonl -o new/", "convert bad.jsonl -o new/",
    "convert a.jsonl --to xopp --strict -o new/", "lint --fix bad.jsonl -o new/", "check missing.jsonl --out new",
    "batch missing.ndjson -o 'new/{key}.png'", "batch a.jsonl --memory-limit 1K -o new/a.tar",
  ])
  func `a run that is refused makes no folder`(line: String) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "bad.jsonl": SmallLog.text + "{\n"])
    let result = try scratch.shell("doodle \(line)")
    #expect(result.status >= 2, "\(result.errors)")
    #expect(scratch.names == ["a.jsonl", "bad.jsonl"], "\(result.errors)")
  }

  @Test func `folders that are missing are made for complete files`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "bad.jsonl": "{\n"])
    let result = try scratch.shell(
      """
      doodle render a.jsonl bad.jsonl -o new//deep/; echo $?; doodle render a.jsonl -o 'file/{stem}.png' && touch none
      doodle render a.jsonl -o "$PWD/far/{stem}/a.png"; touch plain; doodle render a.jsonl -o 'plain/{stem}.png'; echo $?
      """)
    #expect(result.output == "3\n4\n", "\(result.errors)")
    #expect(
      scratch.names == [
        "a.jsonl", "bad.jsonl", "far", "far/a", "far/a/a.png", "file", "file/a.png", "new", "new/deep",
        "new/deep/a.png", "none", "plain",
      ])
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

  @Test(
    arguments: ["..jsonl", "...jsonl"],
    [
      "render NAME -o 'sub/{stem}/a.png'", "render NAME --tiles 'sub/{stem}'", "replay NAME -f png -o 'sub/{stem}/'",
      "save NAME -o 'sub/{stem}/a.json'", "convert NAME -o 'sub/{stem}/a.jsonl'",
    ])
  func `{stem} never names a folder`(name: String, line: String) throws {
    let scratch = try Scratch([name: SmallLog.text])
    let result = try scratch.shell("mkdir sub && doodle \(line.replacing("NAME", with: "'\(name)'"))")
    #expect(result.status == 2)
    #expect(result.errors.contains("which names a folder; rename the file"), "\(result.errors)")
    #expect(scratch.names == [name, "sub"].sorted())
  }
}
