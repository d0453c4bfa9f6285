import TestSupport
import Testing

@testable import doodle

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("kitten", "sitting", 3), ("saturday", "sunday", 3), ("ca", "ac", 1), ("ca", "abc", 3), ("", "abc", 3),
    ("abc", "", 3), ("same", "same", 0), ("Same", "sAME", 0), ("margin", "marign", 1),
  ])
  func `typing errors are counted`(first: String, second: String, errors: Int) {
    #expect(typingErrors(from: first, to: second) == errors)
    #expect(typingErrors(from: second, to: first) == errors)
  }

  @Test func `a name with one typing error is found`() {
    var random = SeededRandom(seed: 3)
    let names = CommandTable.options.map(\.name)
    #expect(names.contains { $0.count > 3 })
    for name in names where name.count > 3 {
      var letters = Array(name)
      letters[Int.random(in: 1..<letters.count, using: &random)] = "#"
      #expect(nearestName(to: String(letters), in: names) == name)
    }
  }

  @Test(arguments: ["", "zzz", "q", String(repeating: "render", count: 100_000)])
  func `a name without a similar one gets no suggestion`(typed: String) {
    #expect(nearestName(to: typed, in: CommandTable.commands.map(\.name)) == nil)
  }
}
