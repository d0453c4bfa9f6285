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
