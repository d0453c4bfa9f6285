import TestSupport
import Testing

@testable import TouchLog
@testable import doodle

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("kitten", "sitting", 3), ("saturday", "sunday", 3), ("ca", "ac", 1), ("ca", "abc", 3), ("", "abc", 3),
    ("abc", "", 3), ("same", "same", 0), ("margin", "marign", 1),
  ])
  func `typing errors are counted`(first: String, second: String, errors: Int) {
    #expect(typingErrors(from: Array(first.utf8), to: Array(second.utf8)) == errors)
    #expect(typingErrors(from: Array(second.utf8), to: Array(first.utf8)) == errors)
  }

  @Test func `a name with one typing error is found`() {
    var random = SeededRandom(seed: 3)
    let names = CommandTable.options.map(\.name)
    #expect(names.contains { $0.count > 3 })
    for name in names where name.count > 3 {
      var letters = Array(name)
      letters[Int.random(in: 1..<letters.count, using: &random)] = "#"
      #expect(nearestName(to: String(letters).uppercased(), among: names) == name)
    }
  }

  @Test func `the beginning of a name is found only where it may be completed`() {
    #expect(nearestName(to: "thr", among: ["threads"], completes: true) == "threads")
    #expect(nearestName(to: "thr", among: ["threads"]) == nil)
  }

  @Test(arguments: ["", "zzz", "q", String(repeating: "render", count: 100_000)])
  func `a name without a similar one gets no suggestion`(typed: String) {
    #expect(nearestName(to: typed, among: CommandTable.commands.map(\.name), completes: true) == nil)
  }
}
