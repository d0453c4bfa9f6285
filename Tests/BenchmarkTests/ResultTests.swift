import Testing

@testable import doodle_bench

@Suite struct ResultTests {
  @Test(arguments: [
    ([3.0], [3.0, 3, 3]), ([2, 1], [1, 1.5, 2]), ([5, 1, 3], [1, 3, 5]), ([4, 1, 3, 2], [1, 2.5, 4]),
  ])
  func `a spread is the minimum, the median and the maximum`(values: [Double], spread: [Double]) {
    let found = Spread(of: values)
    #expect([found.minimum, found.median, found.maximum] == spread)
  }

  @Test func `ratios are taken round by round`() {
    let now = Result(name: "a", unit: "ms", values: [10, 40, 20])
    let other = Result(name: "b", unit: "ms", values: [5, 20, 20])
    #expect(now.ratio(to: other) == Result(name: "a / b", unit: "times (ms)", values: [2, 2, 1]))
  }

  @Test func `written figures are read back`() throws {
    let results = Results(
      machine: "a machine", all: [Result(name: "read S", unit: "ns an event", values: [1.25, 0.1, 3e9])])
    let again = try Results(jsonLines: results.jsonLines)
    #expect(again.machine == "a machine")
    #expect(again.all.map(\.name) == ["read S"])
    #expect(again.all.map(\.unit) == ["ns an event"])
    #expect(again.all.map(\.spread) == [Spread(of: [0.1, 1.25, 3e9])])
    #expect(throws: (any Error).self) { try Results(jsonLines: "{\"name\":\"read S\"}\n") }
  }

  @Test func `a table shows a run as ratios to another`() {
    let then = Results(machine: "", all: [Result(name: "read S", unit: "ms", values: [2, 4, 10])])
    let now = Results(
      machine: "",
      all: [Result(name: "read S", unit: "ms", values: [1, 2, 3]), Result(name: "new", unit: "ms", values: [1000])])
    let table = now.table(comparedWith: then).split(separator: "\n")
    #expect(table.count == 3)
    #expect(table[1].split(separator: " ") == ["read", "S", "ms", "1.00", "2.00", "3.00", "0.50", "0.10", "1.50"])
    #expect(table[2].split(separator: " ") == ["new", "ms", "1000", "1000", "1000"])
  }
}
