import DoodleKit
import TestSupport
import Testing

@testable import doodle

/// Which goldens a check chooses, and what it says of them in Markdown.
@Suite struct SelectionTests {
  /// Patterns, with paths that they match and paths that they do not match.
  static let patterns: [(pattern: String, matched: [String], others: [String])] = [
    ("a.png", ["a.png", "x/y/a.png"], ["a.pn", "ba.png", "a.png/b"]),
    ("*.png", [".png", "a.png", "x/a.b.png"], ["a.pngx", "a.png/b.jsonl"]),
    ("?.png", ["a.png", "ä.png", "x/a.png"], [".png", "ab.png"]),
    ("icons/*", ["icons/a", "icons/"], ["icons/a/b", "x/icons/a", "icons"]),
    ("icons/**", ["icons/a", "icons/a/b/c.png"], ["x/icons/a", "icon/a"]),
    ("**/a*b", ["x/ab", "x/y/aXb", "/ab"], ["ab", "x/aX/b"]),
    ("a**b/c", ["ab/c", "a/x/b/c", "axb/c"], ["ab/c/d", "a/c"]),
    ("*a*a*", ["aa", "xaxax", "aaa"], ["a", "xay"]),
    ("***", ["", "a", "x/y"], []),
    ("?/?", ["a/b"], ["a/", "/b", "aab", "a//"]),
  ]

  @Test(arguments: patterns) func `a pattern matches names or paths`(
    pattern: String, matched: [String], others: [String]
  ) {
    for path in matched { #expect(PathPattern(pattern).matches(path), "\(path)") }
    for path in others { #expect(!PathPattern(pattern).matches(path), "\(path)") }
  }

  @Test func `many stars take no longer than few`() {
    let path = String(repeating: "a", count: 2000) + "b"
    #expect(!PathPattern(String(repeating: "*a", count: 200) + "c").matches(path))
    #expect(PathPattern(String(repeating: "*a", count: 200) + "*b").matches(path))
  }

  @Test(arguments: [1, 2, 3, 7, 64]) func `each path is in one part, whatever other paths there are`(count: Int) {
    var sizes = [Int](repeating: 0, count: count)
    for number in 0..<2000 {
      let path = "drawings/\(number % 17)/sketch-\(number).jsonl"
      let parts = (1...count).filter { GoldenSelection.Shard(number: $0, count: count).holds(path) }
      #expect(parts.count == 1)
      sizes[(parts.first ?? 1) - 1] += 1
    }
    // About equally many: the deviation is that of a fair die.
    #expect(sizes.allSatisfy { abs(Double($0) - 2000 / Double(count)) < 6 * (2000 / Double(count)).squareRoot() + 1 })
  }

  @Test func `Markdown has at most 60 kB, says what is left out, and no name is markup`() {
    let names = ["a|b", "`code`", "<img src=x>", "*x*", "@everyone", "line\nbreak"]
    var results = (0..<3000).map { CheckResult(path: "drawings/sketch-\($0).jsonl", verdict: .new) }
    results += names.map { CheckResult(path: $0, verdict: .stale) }
    let text = MarkdownReport(summary: CheckSummary(results, CheckSummary.Scope(rule: ComparisonRule()))).text
    #expect(text.utf8.count <= 60_000)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| |") }
    #expect(text.hasSuffix("\nand \(results.count - rows.count) more\n"))
    let short = MarkdownReport(
      summary: CheckSummary(
        names.map { CheckResult(path: $0, verdict: .stale) }, CheckSummary.Scope(rule: ComparisonRule()))
    ).text
    #expect(short.split(separator: "\n").filter { $0.hasPrefix("| stale |") }.count == names.count)
    #expect(short.contains("| `a\\|b` |"))
    #expect(short.contains("| `` `code` `` |"))
  }

  @Test func `the picture of a failure has three pictures, cut to the change and enlarged`() throws {
    // 200 by 100 white pixels, of which one is black in the actual picture.
    func png(_ black: Int?) throws -> [UInt8] {
      var pixels = [UInt32](repeating: .max, count: 20_000)
      if let black { pixels[black] = 0xFF00_0000 }
      var sink = MemorySink()
      try writePNG(Bitmap(width: 200, height: 100, pixels: pixels), options: PNGOptions(threads: 1), to: &sink)
      return sink.bytes
    }
    let (expected, actual) = try (png(nil), png(50 * 200 + 120))
    var result = CheckResult(path: "a.png", verdict: .different)
    let rule = ComparisonRule()
    result.difference = try PictureComparator.difference(
      RowStream(png: MemorySource(expected), for: rule, isAhead: false),
      RowStream(png: MemorySource(actual), for: rule, isAhead: false), by: rule)
    let images = CheckResult.Images(expected: expected, actual: actual, difference: actual)
    let picture = try readPNG(from: MemorySource(try ComparisonPicture.png(images, result)))
    #expect(picture.width == 860)
    // The change and 8 pixels around it, each as 16 by 16 pixels below the titles; one is black in two of the pictures.
    #expect(picture.height == 28 + 17 * 16 + 10)
    let inside = picture.pixels[(28 * 860)...]
    #expect(inside.count { $0 == 0xFF00_0000 } == 2 * 16 * 16)
    #expect(inside.count { $0 == .max } == 3 * 17 * 17 * 256 - 2 * 256)
  }
}
