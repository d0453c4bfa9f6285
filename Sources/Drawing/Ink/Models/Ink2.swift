import TouchLog

extension ModelRules {
  /// `ink-2`: noise and speed decide how far the path is smoothed (`ReachPlanner`). A narrow pen thins at lower speeds,
  /// because small writing is slow.
  static let ink2 = ModelRules(
    samplesAhead: 20,
    samplesBetweenAttempts: { runs in Swift.max(12, runs / 4) },
    capsEstimates: true,
    planner: .reach,
    findsHooks: false,
    speed: { sequence, run in sequence.speed(around: run) },
    effectOfSpeed: { speed, width in StrokeWidth.effect(speed: speed, fast: 100 * width) },
    removesKnobs: false,
    // A lifted pen loses a fourth of the radius, as in google/ink.
    lift: Lift(reach: { look in 2.5 * look.width }, taper: { look, _ in (2.5 * look.width, 0.25) }),
    limitsTapers: true,
    marks: .ink2,
    letterSmoothing: { smoothing, longest in Swift.min(1, smoothing) * longest },
    thinnestRadius: 0.35,
    overlap: .union)
}

extension MarkStyle {
  /// Stars are at least as deep as the hexagram of two triangles, whose inner corners are at 1/√3.
  package static let ink2 = MarkStyle(
    arrowHead: ArrowHead(length: 6, growth: 3.2, endsAtTip: true), fitsDashes: true, clearsAngles: true,
    innerRadius: (1.0 / 3).squareRoot(), hand: .second, heaviestPen: 0.15, heavySpacing: 0.8, refinesLabels: true)
}
