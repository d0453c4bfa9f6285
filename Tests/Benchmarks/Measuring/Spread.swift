/// The minimum, median and maximum of a figure over several rounds.
struct Spread: Hashable, Sendable {
  var minimum: Double
  var median: Double
  var maximum: Double

  /// - Parameter values: At least one value, in any order.
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

  /// The ratio to a spread of another run. The extremes are those of all pairs of values.
  func ratio(to other: Spread) -> Spread {
    Spread(minimum: minimum / other.maximum, median: median / other.median, maximum: maximum / other.minimum)
  }
}

/// One figure that a run of the benchmarks measures.
struct Result: Hashable, Sendable {
  /// The name of what was measured, such as "read L".
  var name: String
  /// Such as "ns an event".
  var unit: String
  /// One value per round.
  var values: [Double]

  var spread: Spread { Spread(of: values) }

  /// The ratio to a result of the same rounds, round by round: a disturbance of the machine affects both.
  func ratio(to other: Result) -> Result {
    Result(
      name: "\(name) / \(other.name)", unit: "times (\(unit))", values: zip(values, other.values).map { $0 / $1 })
  }
}
