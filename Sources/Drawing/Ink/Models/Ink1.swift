import TouchLog

extension ModelRules {
  /// `ink-1`: the tool decides how far the path is smoothed.
  static let ink1 = ModelRules(
    samplesAhead: 2,
    samplesBetweenAttempts: { _ in 4 },
    capsEstimates: false,
    planner: .even,
    findsHooks: false,
    speed: { sequence, run in sequence.speed(around: run) },
    effectOfSpeed: { speed, _ in StrokeWidth.effect(speed: speed, fast: 2000) },
    removesKnobs: false,
    lift: nil,
    limitsTapers: false,
    marks: .ink1,
    letterSmoothing: { smoothing, longest in Swift.min(smoothing, longest) },
    thinnestRadius: 0.35,
    overlap: .largest)
}

extension MarkStyle {
  package static let ink1 = MarkStyle(
    arrowHead: ArrowHead(length: 0, growth: 4, endsAtTip: false), fitsDashes: false, clearsAngles: false,
    innerRadius: 1, hand: .first, heaviestPen: .infinity, heavySpacing: 0, refinesLabels: false)
}
