import TouchLog

extension ModelRules {
  /// `ink-3`: a curve of its own keeps corners and calms noise (`HandPlanner`). Ink without pressure has nearly one width:
  /// only flicks are thinner. Ink covers its own area, however thin it is.
  static let ink3 = ModelRules(
    samplesAhead: 44,
    // At most one span settles per attempt.
    samplesBetweenAttempts: { runs in Swift.max(12, Swift.min(StrokeSpan.sampleCount - 4, runs / 4)) },
    capsEstimates: true,
    planner: .hand(.ink3),
    findsHooks: true,
    speed: { sequence, run in sequence.straightSpeed(around: run) },
    effectOfSpeed: { speed, width in 0.5 - 0.08 * StrokeWidth.flick(speed: speed, width: width) },
    removesKnobs: true,
    lift: Lift(
      reach: longestLift,
      taper: { look, sequence in
        let speed = sequence.endSpeed
        let length = Swift.min(Swift.max(2.5 * look.width, speed * SampleSequence.speedReach), longestLift(look))
        let loss = 0.25 * Swift.min(1, speed / (50 * Swift.max(look.width, 1e-3)))
        return (length, loss + 0.4 * StrokeWidth.flick(speed: speed, width: look.width))
      }),
    limitsTapers: true,
    marks: .ink2,
    letterSmoothing: { smoothing, longest in Swift.min(1, smoothing) * longest },
    thinnestRadius: 0.002,
    overlap: .union)

  private static func longestLift(_ look: Look) -> Double {
    Swift.max(2.5 * look.width, Swift.min(8 * look.width, 60))
  }
}

extension HandRules {
  static let ink3 = HandRules(
    usesLatticeUnits: false,
    latticeSamples: SampleLattice.samples,
    noise: .blocks,
    band: .infinity,
    bulge: 0.2,
    reachPerGrid: 24,
    noiseTime: nil,
    longest: 40,
    featureReach: 1,
    largeFeature: 4...7,
    hasTube: true,
    leastReach: 0)
}
