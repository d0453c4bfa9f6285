import TouchLog

extension ModelRules {
  /// `ink-4`: what `ink-3` does, measured in units of the samples' own lattice, with an estimate of noise that a cusp does
  /// not raise.
  static let ink4 = ModelRules(
    samplesAhead: 16,
    samplesBetweenAttempts: ink3.samplesBetweenAttempts,
    capsEstimates: true,
    trustsProvenPredictions: true,
    planner: .hand(.ink4),
    findsHooks: true,
    speed: { sequence, run in
      let isTimed = sequence.isTimed(at: run.lowerBound) || sequence.isTimed(at: run.upperBound)
      return isTimed ? ink3.speed(sequence, run) : 0
    },
    effectOfSpeed: ink3.effectOfSpeed,
    removesKnobs: true,
    lift: ink3.lift.map { lift in
      ModelRules.Lift(
        reach: lift.reach,
        taper: { look, sequence in
          sequence.isTimed(at: sequence.count - 1) ? lift.taper(look, sequence) : (2.5 * look.width, 0)
        })
    },
    limitsTapers: true,
    tipsKeepRest: true,
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
    reachPerGrid: 24,
    noiseTime: 0.12,
    longest: .infinity,
    featureReach: 2,
    largeFeature: 5...10,
    hasTube: false,
    leastReach: 0.2)
}
