import Foundation
import Testing

/// Several inputs in one run.
@Suite struct BatchTests {
  /// Two valid logs, an invalid one between them, and a file that is missing.
  private func folder() throws -> Scratch {
    try Scratch(["a.jsonl": SmallLog.text, "b.jsonl": "{\"phase\":\"hovered\"}\n", "c.jsonl": SmallLog.text])
  }

  @Test(arguments: [
    ("render", "-o out/", "drawn", ["out", "out/a.png", "out/c.png"]),
    ("replay", "-o 'out/{stem}.apng'", "filmed", ["out", "out/a.apng", "out/c.apng"]),
    ("convert", "--to inkml -o out/", "converted", ["out", "out/a.inkml", "out/c.inkml"]),
    ("save", "-o out/", "saved", ["out", "out/a.json", "out/c.json"]),
    ("hash", "", "hashed", []), ("inspect", "", "read", []), ("inspect", "--json", "read", []),
  ])
  func `a run continues after an input that fails, and ends with its code`(
    command: String, options: String, participle: String, files: [String]
  ) throws {
    let scratch = try folder()
    let result = try scratch.shell("doodle \(command) a.jsonl b.jsonl c.jsonl \(options)")
    #expect(result.status == 3)
    #expect(result.errors.contains("b.jsonl:1:"))
    #expect(result.errors.hasSuffix("doodle: 2 \(participle), 1 failed\n"))
    #expect(scratch.names == ["a.jsonl", "b.jsonl", "c.jsonl"] + files)
    let alone = try scratch.shell("doodle \(command) a.jsonl \(options); doodle \(command) c.jsonl \(options)")
    #expect(result.output == alone.output)
  }

  @Test func `lint continues after a missing file`() throws {
    let result = try folder().shell("doodle lint none.jsonl a.jsonl")
    #expect(result.status == 4)
    #expect(result.errors.hasSuffix("doodle: 1 checked, 1 failed\n"))
  }

  @Test func `the code is the highest of all inputs`() throws {
    #expect(try folder().shell("doodle hash b.jsonl none.jsonl a.jsonl").status == 4)
    #expect(try folder().shell("doodle hash none.jsonl b.jsonl a.jsonl").status == 4)
    #expect(try folder().shell("doodle hash a.jsonl c.jsonl").status == 0)
  }

  @Test func `fail-fast stops at the first input that fails`() throws {
    let scratch = try folder()
    let result = try scratch.shell("doodle render --fail-fast a.jsonl b.jsonl c.jsonl -o out/")
    #expect(result.status == 3)
    #expect(scratch.names.contains("out/a.png"))
    #expect(!scratch.names.contains("out/c.png"))
    #expect(!result.errors.contains("drawn"))
  }

  @Test func `a single input that fails has no summary`() throws {
    let result = try folder().shell("doodle render b.jsonl -o out/")
    #expect(result.status == 3)
    #expect(!result.errors.contains("failed"))
  }

  @Test func `the summary is not an error`() throws {
    let result = try folder().shell("doodle render -q *.jsonl -o out/")
    #expect(result.status == 3)
    #expect(result.errors.contains("b.jsonl:1:"))
    #expect(!result.errors.contains("drawn"))
  }

  @Test func `no-clobber leaves out existing outputs, and reports how many`() throws {
    let scratch = try folder()
    #expect(try scratch.shell("mkdir out; echo old > out/a.png").status == 0)
    let result = try scratch.shell("doodle render -n a.jsonl c.jsonl -o out/")
    #expect(result.status == 0)
    #expect(result.errors == "doodle: 1 drawn, 1 already there\n")
    #expect(try scratch.text(of: "out/a.png") == "old\n")
    #expect(
      try scratch.shell("doodle render -n a.jsonl c.jsonl -o 'out/{stem}.png'").errors.contains(
        "0 drawn, 2 already there"))
  }

  @Test func `no-clobber fails if the user has named the file`() throws {
    let result = try folder().shell("echo old > x.png; doodle render -n a.jsonl -o x.png")
    #expect(result.status == 4)
  }

  @Test func `dir keeps folders apart`() throws {
    let scratch = try folder()
    let result = try scratch.shell(
      """
      mkdir -p one/deep two; cp a.jsonl one/deep/; cp a.jsonl two/
      doodle render two/a.jsonl one/deep/a.jsonl a.jsonl -o 'out/{dir}/{stem}.png'
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      scratch.names(where: { $0.hasPrefix("out") }) == [
        "out", "out/a.png", "out/one", "out/one/deep", "out/one/deep/a.png", "out/two", "out/two/a.png",
      ])
  }

  @Test func `the error for inputs of the same name explains how to separate their outputs`() throws {
    let scratch = try Scratch()
    let result = try scratch.shell("mkdir a b; touch a/x.jsonl b/x.jsonl; doodle render a/x.jsonl b/x.jsonl -o out/")
    #expect(result.status == 2)
    #expect(result.errors.contains("{dir}"))
    #expect(!scratch.names.contains("out"))
  }

  @Test func `dir does not lead out of the folder before it`() throws {
    let scratch = try folder()
    let result = try scratch.shell("mkdir sub; cd sub; doodle render ../a.jsonl -o 'out/{dir}/{stem}.png'")
    #expect(result.status == 2)
    #expect(try scratch.shell("cd sub; doodle render ../a.jsonl -o '{dir}/{stem}.png'").status == 0)
    #expect(scratch.names.contains("a.png"))
  }

  @Test func `an operand that is not UTF-8 is named, and the others are drawn`() throws {
    let scratch = try folder()
    let result = try scratch.shell(#"doodle render a.jsonl $'caf\xe9.jsonl' c.jsonl -o out/"#)
    #expect(result.status == 3)
    #expect(result.errors.contains(#"caf\xE9.jsonl: error: a file name must be UTF-8"#))
    #expect(result.errors.hasSuffix("doodle: 2 drawn, 1 failed\n"))
    #expect(scratch.names.contains("out/a.png") && scratch.names.contains("out/c.png"))
  }

  @Test(arguments: [
    #"doodle render $'caf\xe9.jsonl' -o out/"#, #"doodle render a.jsonl -o $'caf\xe9.png'"#,
    #"doodle show a.jsonl $'caf\xe9.jsonl'"#, #"doodle render --fail-fast a.jsonl -o out/ $'caf\xe9.jsonl' -- b"#,
  ])
  func `other arguments that are not UTF-8 are named`(line: String) throws {
    let scratch = try folder()
    let result = try scratch.shell(line)
    #expect([2, 3].contains(result.status))
    #expect(result.errors.contains(#"caf\xE9"#))
    #expect(!scratch.names.contains("out"))
  }

  @Test func `a comparison of a log of which lines were skipped does not end with success`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text + "nonsense\n"])
    #expect(try scratch.shell("doodle render a.jsonl -o a.png --on-error skip").status == 3)
    #expect(try scratch.shell("doodle diff a.jsonl a.png --on-error skip").status == 3)
    let check = try scratch.shell("doodle check a.jsonl --on-error skip")
    #expect(check.status == 3)
    #expect(check.output.hasPrefix("a.jsonl: same: skipped 1 invalid line\n"))
    let quiet = try scratch.shell("doodle check -q a.jsonl --on-error skip")
    #expect(quiet.output == "a.jsonl: same: skipped 1 invalid line\n")
    #expect(try scratch.shell("doodle check --tap a.jsonl --on-error skip").output.contains("\nnot ok 1 - a.jsonl\n"))
  }

  @Test func `a converted log finds the files that it names from its new folder`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    let log = [
      #"{"doodle":1,"size":[40,20],"background":"pictures/p.png"}"#, #"{"command":"open","path":"d.json"}"#,
      #"{"command":"image","path":"pictures/p.png","at":[1,1]}"#,
    ]
    try scratch.write(Data(SmallLog.text(of: log).utf8), to: "b.jsonl")
    let lines = """
      mkdir pictures out; doodle render a.jsonl -o pictures/p.png; doodle save a.jsonl -o d.json
      doodle convert b.jsonl -o out/c.jsonl; cat out/c.jsonl; doodle hash --files any b.jsonl out/c.jsonl
      """
    let result = try scratch.shell(lines)
    #expect(result.errors.isEmpty, "\(result.errors)")
    for path in ["../pictures/p.png", "../d.json"] { #expect(result.output.contains("\"\(path)\"")) }
    let hashes = result.output.split(separator: "\n").suffix(2).map { $0.prefix(64) }
    #expect(hashes.count == 2 && hashes[0] == hashes[1])
  }
}
