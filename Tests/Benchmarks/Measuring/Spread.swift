/// What a figure was in several rounds: its least, its middle and its greatest value.
struct Spread: Hashable, Sendable {
  var minimum: Double
  var median: Double
  var maximum: Double

  /// - Parameter values: One at least, in any order.
  init(of values: [Double]) {
    let sorted = values.sorted()
    minimum = sorted[0]
    maximum = sorted[sorted.count - 1]
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  init(minimum: Double, median: Double, maximum: Double) {
    (self.minimum, self.median, self.maximum) = (minimum, median, maximum)
  }

  /// This in terms of another of another time: the extremes are those of any two values.
  func ratio(to other: Spread) -> Spread {
    Spread(minimum: minimum / other.maximum, median: median / other.median, maximum: maximum / other.minimum)
  }
}

/// One figure that a run of the benchmarks finds.
struct Result: Hashable, Sendable {
  /// What was measured, and of what: "read L", say.
  var name: String
  /// "ns an event", say.
  var unit: String
  /// Round by round.
  var values: [Double]

  var spread: Spread { Spread(of: values) }

  /// This in terms of another that was measured in the same rounds: what disturbs the machine disturbs both.
  func ratio(to other: Result) -> Result {
    Result(
      name: "\(name) / \(other.name)", unit: "times (\(unit))", values: zip(values, other.values).map { $0 / $1 })
  }
}
