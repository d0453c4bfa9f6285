import TouchLog

/// All that a version of the stroke model decides. Each version is one value, in a file of its own beside this one.
///
/// What a version reads in a log (pressures, the usual smoothing) is in `StrokeModel`. Nothing else compares versions.
package struct ModelRules: Sendable {
  // MARK: Time

  /// The least number of samples after a span that may settle it.
  var samplesAhead: Int
  /// The number of further samples after which another attempt to settle a span is worthwhile: more after one that had to
  /// look at many runs.
  var samplesBetweenAttempts: @Sendable (_ plannedRuns: Int) -> Int
  /// Whether a pressure that is never revised is at most that of the settled samples before it.
  var capsEstimates: Bool

  // MARK: Path

  var planner: PathPlanner.Kind
  /// Whether the hooks at the ends of strokes are left out (`StrokeHooks`).
  var findsHooks: Bool

  // MARK: Width

  /// The speed at a run, in points per second.
  var speed: @Sendable (SampleSequence, _ run: Range<Int>) -> Double
  /// The effect of a speed in points per second, for a tool whose width is given in points.
  var effectOfSpeed: @Sendable (_ speed: Double, _ width: Double) -> Double
  /// Whether a lone pressure at an end of a stroke makes no knob.
  var removesKnobs: Bool
  /// How a stroke narrows where a pen without pressure is lifted; nil if it does not.
  var lift: Lift?
  /// Whether each taper is at most a third of the stroke.
  var limitsTapers: Bool

  /// How a stroke narrows at its end.
  struct Lift: Sendable {
    /// The longest taper, in points.
    var reach: @Sendable (Look) -> Double
    /// The taper in points, and the fraction of the radius that is lost at the very end, for a thinning of 0.6 or more.
    var taper: @Sendable (Look, SampleSequence) -> (length: Double, loss: Double)
  }

  // MARK: Shapes and texts

  package var marks: MarkStyle
  /// The reach of the smoothing of letters in points, of the smoothing of their tool and of the longest reach.
  var letterSmoothing: @Sendable (_ smoothing: Double, _ longest: Double) -> Double

  // MARK: Coverage

  /// The radius of the thinnest ink in pixels. Thinner ink is drawn as wide as this.
  package var thinnestRadius: Double
  package var overlap: Overlap

  /// What counts in a pixel that several parts of a stroke partly cover.
  package enum Overlap: Sendable {
    /// The largest coverage.
    case largest
    /// The area that they cover together.
    case union
  }
}

extension StrokeModel {
  package var rules: ModelRules {
    switch self {
    case .ink1: .ink1
    case .ink2: .ink2
    case .ink3: .ink3
    }
  }
}
