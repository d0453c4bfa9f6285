import TouchLog

extension ModelRules {
  /// `ink-4`: what `ink-3` does, measured in units of the samples' own lattice, with an estimate of noise that a cusp does
  /// not raise.
  static let ink4 = ModelRules(
    samplesAhead: 16,
    samplesBetweenAttempts: ink3.samplesBetweenAttempts,
    capsEstimates: true,
    planner: .hand(.ink4),
    findsHooks: true,
    speed: ink3.speed,
    effectOfSpeed: ink3.effectOfSpeed,
    removesKnobs: true,
    lift: ink3.lift,
    limitsTapers: true,
    marks: .ink2,
    letterSmoothing: ink3.letterSmoothing,
    thinnestRadius: 0.002,
    overlap: .exact)
}

extension HandRules {
  static let ink4 = HandRules(
    usesLatticeUnits: true,
    latticeSamples: DeviceLattice.samples,
    noise: .trimmed,
    band: 3.5,
    bulge: 0.17,
    reachPerGrid: 16,
    noiseTime: 0.12,
    longest: .infinity,
    featureReach: 2,
    largeFeature: 5...10,
    hasTube: false,
    leastReach: 0.2)
}
