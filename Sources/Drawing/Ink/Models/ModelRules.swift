import TouchLog

/// All that a version of the stroke model decides. Each version is one value, in a file of its own beside this one.
///
/// An object: copies of a value that has functions would make the engine 40 kB larger. Those that there are live forever, and
/// whoever keeps one does not count that: all threads would change one number in memory, and wait for each other.
///
/// What a version reads in a log (pressures, the usual smoothing) is in `StrokeModel`. Nothing else compares versions.
package final class ModelRules: Sendable {
  // MARK: Time

  /// The least number of samples after a span that may settle it.
  let samplesAhead: Int
  /// The number of further samples after which another attempt to settle a span is worthwhile: more after one that had to
  /// look at many runs.
  let samplesBetweenAttempts: @Sendable (_ plannedRuns: Int) -> Int
  /// Whether a pressure that is never revised is at most that of the settled samples before it.
  let capsEstimates: Bool
  /// Whether predictions are drawn only as far as earlier ones of the touch proved right (`PredictionTrust`).
  let trustsProvenPredictions: Bool

  // MARK: Path

  let planner: PathPlanner.Kind
  /// Whether the hooks at the ends of strokes are left out (`StrokeHooks`).
  let findsHooks: Bool

  // MARK: Width

  /// The speed at a run, in points per second.
  let speed: @Sendable (SampleSequence, _ run: Range<Int>) -> Double
  /// The effect of a speed in points per second, for a tool whose width is given in points.
  let effectOfSpeed: @Sendable (_ speed: Double, _ width: Double) -> Double
  /// Whether a lone pressure at an end of a stroke makes no knob.
  let removesKnobs: Bool
  /// How a stroke narrows where a pen without pressure is lifted; nil if it does not.
  let lift: Lift?
  /// Whether each taper is at most a third of the stroke.
  let limitsTapers: Bool
  /// Whether a lift leaves as much of a brush's tip as of ink with its thinning; if not, the tip ends in a point.
  let tipsKeepRest: Bool

  /// How a stroke narrows at its end.
  struct Lift: Sendable {
    /// The longest taper, in points.
    let reach: @Sendable (Look) -> Double
    /// The taper in points, and the fraction of the radius that is lost at the very end, for a thinning of 0.6 or more.
    let taper: @Sendable (Look, SampleSequence) -> (length: Double, loss: Double)
  }

  // MARK: Shapes and texts

  package let marks: MarkStyle
  /// The reach of the smoothing of letters in points, of the smoothing of their tool and of the longest reach.
  let letterSmoothing: @Sendable (_ smoothing: Double, _ longest: Double) -> Double

  // MARK: Coverage

  /// The radius of the thinnest ink in pixels. Thinner ink is drawn as wide as this.
  package let thinnestRadius: Double
  package let overlap: Overlap

  /// What counts in a pixel that several parts of a stroke partly cover.
  package enum Overlap: Sendable {
    /// The largest coverage.
    case largest
    /// The area that they cover together.
    case union
    /// The same, measured more closely where ink is thin.
    case exact
  }

  init(
    samplesAhead: Int, samplesBetweenAttempts: @escaping @Sendable (Int) -> Int, capsEstimates: Bool,
    trustsProvenPredictions: Bool = false, planner: PathPlanner.Kind, findsHooks: Bool,
    speed: @escaping @Sendable (SampleSequence, Range<Int>) -> Double,
    effectOfSpeed: @escaping @Sendable (Double, Double) -> Double, removesKnobs: Bool, lift: Lift?, limitsTapers: Bool,
    tipsKeepRest: Bool = false, marks: MarkStyle, letterSmoothing: @escaping @Sendable (Double, Double) -> Double,
    thinnestRadius: Double,
    overlap: Overlap
  ) {
    (self.samplesAhead, self.samplesBetweenAttempts, self.capsEstimates) = (
      samplesAhead, samplesBetweenAttempts, capsEstimates
    )
    (self.planner, self.findsHooks, self.speed, self.effectOfSpeed) = (planner, findsHooks, speed, effectOfSpeed)
    (self.trustsProvenPredictions, self.tipsKeepRest) = (trustsProvenPredictions, tipsKeepRest)
    (self.removesKnobs, self.lift, self.limitsTapers) = (removesKnobs, lift, limitsTapers)
    (self.marks, self.letterSmoothing, self.thinnestRadius, self.overlap) = (
      marks, letterSmoothing, thinnestRadius, overlap
    )
  }
}

extension StrokeModel {
  package var rules: ModelRules {
    switch self {
    case .ink1: .ink1
    case .ink2: .ink2
    case .ink3: .ink3
    case .ink4: .ink4
    }
  }
}
