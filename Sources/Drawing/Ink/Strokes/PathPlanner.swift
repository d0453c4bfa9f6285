import TouchLog

/// Decides where the nodes of a stroke's curve are and how far the smoothing kernel reaches at each, as a version of the
/// stroke model says.
struct PathPlanner {
  /// How paths are planned.
  enum Kind: Sendable {
    /// Not at all: the kernel has one width, and the nodes are where the samples are.
    case even
    /// By `ReachPlanner`.
    case reach
    /// By `HandPlanner`, which also moves the nodes.
    case hand(HandRules)
  }

  private var reach = ReachPlanner()
  private var hand: HandPlanner?
  /// The number of samples at the start of a stroke from which the grid is found if the log does not give it.
  let gridSamples: Int

  init(_ kind: Kind) {
    if case .hand(let rules) = kind {
      (hand, gridSamples) = (HandPlanner(rules), rules.latticeSamples)
    } else {
      gridSamples = ReachPlanner.gridSamples
    }
  }

  /// The runs at which the last plan looked.
  var window: RunWindow { hand?.window ?? reach.window }

  /// The reach in points at each of these runs. Valid for those that were planned.
  var reaches: [Double] { hand?.reaches ?? reach.reaches }

  /// Plans the nodes for the samples from `first`, which starts a run, up to `end`.
  /// - Parameters:
  ///   - smoothing: That of the tool.
  ///   - grid: The grid to which positions are rounded, in points; nil if the log does not give it.
  ///   - mustBeComplete: Whether to stop once it is known that further samples can change the plan.
  /// - Returns: Whether further samples cannot change the plan.
  mutating func plan(
    _ sequence: SampleSequence, from first: Int, to end: Int, smoothing: Double, grid: Double?, mustBeComplete: Bool
  ) -> Bool {
    hand?.plan(
      sequence, from: first, to: end, smoothing: smoothing, grid: grid, mustBeComplete: mustBeComplete)
      ?? reach.plan(
        sequence, from: first, to: end, smoothing: smoothing, grid: grid, mustBeComplete: mustBeComplete)
  }

  /// The length of the chord before a planned run, in points.
  func chord(before run: Int) -> Double {
    let step =
      hand.map { $0.point(at: run) - $0.point(at: run - 1) }
      ?? reach.window.runs[run].point - reach.window.runs[run - 1].point
    return step.squaredLength.squareRoot()
  }

  /// Moves the nodes of some runs to where the plan wants them.
  /// - Parameter derivatives: Receives those of the curve at the nodes, unless it is a Catmull-Rom curve.
  func bend(_ runs: ClosedRange<Int>, _ nodes: inout [PathNode], _ derivatives: inout [NodeDerivatives]) {
    guard let hand else { return }
    let (count, first) = (nodes.count, runs.lowerBound)
    var nodes = nodes.mutableSpan
    for i in 0..<count { nodes[i].point = hand.point(at: first + i) }
    derivatives.append(addingCapacity: count) { derivatives in
      for run in runs { derivatives.append(hand.derivatives(at: run)) }
    }
  }
}
