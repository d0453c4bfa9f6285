/// What versions of the stroke model decide differently about the curve through a hand's samples (`HandPlanner`). Lengths
/// are in lattice units.
struct HandRules: Sendable {
  /// How noise is estimated.
  enum Noise: Sendable {
    /// By `NoiseMeter`.
    case blocks
    /// By `TrimmedNoise`.
    case trimmed
  }

  /// Whether lengths are in units of the samples' own lattice, of any size and for x and y apart; otherwise they are in
  /// points.
  var usesLatticeUnits: Bool
  /// The number of samples at the start of a stroke from which the lattice is found.
  var latticeSamples: Int
  var noise: Noise
  /// How far runs may be moved where noise is large, in standard deviations and at least a lattice unit.
  var band: Double
  /// The largest bulge of a side of the curve, in lengths of the chord beside it.
  var bulge: Double
  /// The reach that noise demands, in grids.
  var reachPerGrid: Double
  /// The time on either side, half of whose way limits the reach that noise demands, in seconds; nil for no limit.
  var noiseTime: Double?
  /// The longest reach, for a smoothing of up to 1; more smoothing extends it in proportion.
  var longest: Double
  /// How far around a node features are sought, in demands.
  var featureReach: Double
  /// The width over which a feature becomes large, in grids.
  var largeFeature: ClosedRange<Double>
  /// Whether `SmoothingTube` limits the reach.
  var hasTube: Bool
  /// The least reach, in lengths of the shorter chord, for a smoothing of 1.
  var leastReach: Double
}
