import Testing

@testable import doodle

/// `diff`.
@Suite struct DiffTests {
  /// A log of two strokes that do not touch, with ten events each; the second one begins on line 13.
  static func log(second y: Int = 30, color: String = "#000000") -> String {
    func stroke(_ touch: Int, _ y: Int) -> [String] {
      (0..<10).map { index in
        let phase = index == 0 ? "began" : index == 9 ? "ended" : "moved"
        return #"{"phase":"\#(phase)","touch":\#(touch),"point":[\#(10 + 9 * index),\#(y)],"time":\#(touch).\#(index)}"#
      }
    }
    let head = [#"{"doodle":1,"size":[100,40]}"#, ##"{"tool":"pen","width":4,"thinning":0,"color":"\##(color)"}"##]
    return SmallLog.text(of: [head[0]] + [head[1]] + stroke(1, 10) + stroke(2, y))
  }

  @Test func `a log and its picture are the same for every PNG color type`() throws {
    let scratch = try Scratch(["a.jsonl": Self.log()])
    for compression in ["fast", "small"] {
      let result = try scratch.shell(
        "doodle render a.jsonl -o a.png --compress \(compression); doodle diff a.jsonl a.png; doodle diff a.png a.png")
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.output.contains("a.jsonl and a.png: the same\n"))
      #expect(result.output.hasPrefix("rule: exact: red, green, blue and alpha\n"))
    }
  }

  @Test func `another program's picture is compared and drawn, and its size is limited`() throws {
    let scratch = try Scratch([
      "a.jsonl": Self.log(), "other": "#!/bin/sh\nexec \"$DOODLE\" \"$@\" --scale 1 --background red\n",
    ])
    let result = try scratch.shell(
      "chmod +x other; doodle diff --with ./other a.jsonl -o d.png; echo $?; doodle hash d.png",
      environment: ["DOODLE": Program.doodle])
    #expect(result.output.contains("pixels differ\n") && result.output.contains("\n1\n"))
    #expect(result.output.hasSuffix("  d.png\n"))
    let endless = try scratch.shell(
      "printf '#!/bin/sh\\nexec cat /dev/zero' > other; doodle diff --with ./other a.jsonl")
    #expect(endless.status == 4)
    #expect(endless.errors.contains("cannot run ./other: file too large"))
  }

  @Test(arguments: ["", "\n", SmallLog.dot])
  func `a file named .png is never read as a log`(text: String) throws {
    let scratch = try Scratch(["a.png": text, "a.jsonl": #"{"doodle":1,"size":[10,10]}"# + "\n"])
    for line in ["diff a.png a.jsonl --size 10x10", "hash --size 10x10 a.png", "check --size 10x10 a"] {
      let result = try scratch.shell("doodle \(line)")
      #expect(result.status == 3, "\(line)")
      #expect((result.output + result.errors).contains("a.png: "), "\(line)")
    }
  }

  @Test func `the owner and the first event of a difference are named`() throws {
    let scratch = try Scratch(["a.jsonl": Self.log(), "b.jsonl": Self.log(second: 26)])
    let result = try scratch.shell("doodle diff a.jsonl b.jsonl")
    #expect(result.status == 1)
    #expect(result.output.contains("  100.0 % of them: e2, pen, from "))
    #expect(result.output.contains("  first event that differs: a.jsonl:13:1 and b.jsonl:13:1\n"))
    let first = try scratch.shell("doodle diff --first a.jsonl b.jsonl")
    #expect(first.output == "a.jsonl:13:1\nb.jsonl:13:1\n" && first.status == 1)
    let same = try scratch.shell("doodle diff --first a.jsonl a.jsonl")
    #expect(same.output.isEmpty && same.status == 0)
  }

  @Test func `the first different event is found for every changed point`() throws {
    let lines = Self.log().split(separator: "\n").map(String.init)
    for line in [4, 8, 12, 17, 22] {
      var changed = lines
      changed[line - 1] = changed[line - 1].replacing(#","time""#, with: #","pressure":0.5,"time""#)
        .replacing(/"point":\[(\d+),(\d+)\]/) { #""point":[\#($0.output.1),\#((Int($0.output.2) ?? 0) + 5)]"# }
      let scratch = try Scratch(["a.jsonl": SmallLog.text(of: lines), "b.jsonl": SmallLog.text(of: changed)])
      #expect(
        try scratch.shell("doodle diff --first a.jsonl b.jsonl").output == "a.jsonl:\(line):1\nb.jsonl:\(line):1\n")
    }
  }

  @Test func `lines that draw nothing are skipped when two logs are compared`() throws {
    let lines = Self.log().split(separator: "\n").map(String.init)
    var changed = lines
    changed.insert(##"{"tool":"pen","color":"#ff0000"}"##, at: 12)
    changed.insert(##"{"tool":"pen","width":4}"##, at: 12)
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: lines), "b.jsonl": SmallLog.text(of: changed)])
    #expect(try scratch.shell("doodle diff --first a.jsonl b.jsonl").output == "a.jsonl:13:1\nb.jsonl:15:1\n")
  }

  @Test func `compared with a picture, the difference is located in the log`() throws {
    let scratch = try Scratch(["a.jsonl": Self.log(), "b.jsonl": Self.log(second: 26)])
    let result = try scratch.shell("doodle render a.jsonl -o a.png; doodle diff a.png b.jsonl")
    #expect(result.status == 1)
    #expect(result.output.contains(": e2, pen, from b.jsonl:13:1\n"))
    let line = try #require(result.output.firstMatch(of: /first event that differs: b\.jsonl:(\d+):1\n/)?.output.1)
    #expect((13...22).contains(try #require(Int(line))))
  }

  @Test func `another version of the program is compared with this one`() throws {
    // This program draws the second stroke at another position.
    let other = """
      #!/bin/sh
      sed 's/,30\\]/,28]/' | '\(Program.doodle)' "$@"
      """
    let scratch = try Scratch(["a.jsonl": Self.log(), "other": other])
    let result = try scratch.shell(
      "chmod +x other; doodle diff --with '\(Program.doodle)' a.jsonl; doodle diff --with ./other a.jsonl")
    #expect(result.status == 1)
    #expect(result.output.contains("a.jsonl and a.jsonl by \(Program.doodle): the same\n"))
    #expect(result.output.contains("  first event that differs: a.jsonl:13:1\n"))
    #expect(try scratch.shell("doodle diff --with ./missing a.jsonl").status == 4)
    #expect(try scratch.shell("doodle diff --with false a.jsonl").status == 3)
  }

  @Test func `the picture of the difference marks the differing pixels and draws the others pale`() throws {
    let scratch = try Scratch(["a.jsonl": Self.log(), "b.jsonl": Self.log(second: 26)])
    let result = try scratch.shell("doodle diff --json -o d.png a.jsonl b.jsonl; doodle diff --json a.jsonl d.png")
    let counts = result.output.matches(of: /"different_pixels":(\d+)/).map { $0.output.1 }
    #expect(counts.count == 2)
    let missing = try scratch.shell("doodle diff -o e.png a.jsonl a.jsonl && doodle diff a.jsonl e.png")
    #expect(missing.status == 1, "ink is shown pale")
  }

  @Test func `pictures of two sizes differ, and a damaged PNG is an error`() throws {
    let scratch = try Scratch(["a.jsonl": Self.log()])
    let result = try scratch.shell(
      """
      doodle render a.jsonl -o a.png; doodle render a.jsonl --scale 2 -o b.png
      doodle diff a.png b.png; echo $?
      head -c 150 b.png > c.png
      doodle diff a.png c.png; echo $?; doodle diff c.png a.png; echo $?; doodle diff c.png c.png -o d.png; echo $?
      doodle diff a.png absent.png; echo $?; ls d.png
      """)
    #expect(result.output.contains("the sizes differ: 100x40 and 200x80\n1\n"))
    #expect(result.output.hasSuffix("\n1\n3\n3\n3\n4\n"))
    #expect(result.errors.components(separatedBy: "c.png: error: ").count == 4)
  }

  @Test(arguments: [
    "--max-delta -1", "--max-delta 256", "--max-delta 1.5", "--max-delta abc", "--max-delta 0x1", "--threshold 1.1",
    "--metric yiq --threshold nan", "--metric yiq --threshold -0.1", "--metric yiq --threshold abc", "--threshold 0.1",
    "--include-aa", "--metric yiq --max-delta 1", "--metric other", "--max-pixels -1", "--max-pixels 1%",
    "--ignore 1,2,3", "--ignore 1,2,3,0", "--ignore 1,2,0,3", "--ignore -1,2,3,4", "--ignore 1,2,3,4,5", "--ignore a",
    "--ignore 1,2,3,4.5", "--first --json", "--with x --first", "-o d.jpg", "-o -", "-o a.png",
  ])
  func `an invalid option is refused`(options: String) {
    #expect(refusal(of: words("diff \(options) a.png b.png")) != nil)
  }

  @Test(arguments: ["diff", "diff a.png", "diff a b c", "diff - -", "diff --with x a b"])
  func `exactly two pictures are compared`(line: String) {
    #expect(refusal(of: words(line)) != nil)
  }
}
