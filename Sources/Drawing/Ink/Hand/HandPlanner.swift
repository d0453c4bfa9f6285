import TouchLog

/// Decides the nodes of a stroke's curve and how far the smoothing kernel reaches at each (since `ink-3`).
///
/// 1. Lengths are measured in lattice units (`SampleLattice`); for `ink-3` these are points.
/// 2. Runs are calmed where their noise is large beside their distance (`NoiseMeter`, `TrimmedNoise`, `Calming`).
/// 3. A curve goes through them (`HandCurve`), by whose length everything else is measured.
/// 4. The reach at a node is the larger of two demands: some grids, or equivalent grids of the noise, and half of the
///    length of the path within 24 ms on either side; times the tool's smoothing.
/// 5. It is limited at small features (`FeatureWidth`), in `ink-3` by what noise explains (`SmoothingTube`), and at the
///    ends. From node to node it changes by at most 0.75 per unit of the path.
///
/// Each value depends on the runs around it alone, and is summed outward from its own run: it is the same bit for bit
/// however much of the stroke is planned at a time.
struct HandPlanner {
  /// The reach that ends allow, in grids.
  private static let endReachPerGrid = 3.0
  /// The time on either side over which speed is measured, in seconds, for a smoothing of 1.
  private static let timeReach = 0.024
  /// The largest change of the reach per unit of the path.
  private static let steepest = 0.75
  /// The grid that is equivalent to noise with a standard deviation of 1.
  private static let gridPerNoise = 3.1
  /// What the average may miss a sample by, in grids and in standard deviations of the noise.
  private static let missPerGrid = 0.62
  private static let missPerNoise = 3.5
  /// The height of a feature, in grids, and what counts for more than noise makes.
  private static let featureHeight = 1.25
  private static let featureNoise = 1.6
  /// The most nodes on either side that a kernel covers.
  private static let mostRuns = 512

  private let rules: HandRules
  private(set) var window = RunWindow()
  /// The reach in points at each run of the window. Valid for the runs that were planned.
  private(set) var reaches: [Double] = []
  private(set) var path = HandPath()
  private var meter = NoiseMeter()
  private var trimmed = TrimmedNoise()
  private var lattice = SampleLattice.unknown
  /// The positions of the window's runs, in lattice units.
  private var places: [SIMD2<Double>] = []
  /// Whether noise demands more of a node than speed, so that a longer time decides.
  private var noiseDecides = false
  /// The number of runs of the window before `path`'s first node.
  private(set) var offset = 0

  init(_ rules: HandRules) { self.rules = rules }

  /// The point of the curve at a run of the window, in points.
  func point(at run: Int) -> SIMD2<Double> { path.nodes[run - offset].point * lattice.unit }

  /// The derivatives of the curve there, in points.
  func derivatives(at run: Int) -> NodeDerivatives {
    let derivatives = path.derivatives[run - offset]
    return NodeDerivatives(into: derivatives.into * lattice.unit, out: derivatives.out * lattice.unit)
  }

  /// The number of runs before a run on which its noise depends.
  private var noiseRuns: Int {
    switch rules.noise {
    case .blocks: NoiseMeter.reach
    case .trimmed: TrimmedNoise.runsBefore
    }
  }

  /// Plans the reach for the samples from `first`, which starts a run, up to `end`: as `ReachPlanner.plan`.
  mutating func plan(
    _ sequence: SampleSequence, from first: Int, to end: Int, smoothing: Double, grid: Double?, mustBeComplete: Bool
  ) -> Bool {
    if let grid {
      lattice =
        rules.usesLatticeUnits ? SampleLattice(unit: SIMD2(grid, grid)) : SampleLattice(step: grid, isKnown: true)
    } else {
      lattice = rules.usesLatticeUnits ? DeviceLattice.find(sequence.samples) : SampleLattice(of: sequence.samples)
    }
    window.begin(sequence, from: first, to: end)
    var extent = RunWindow.Extent(
      length: 3 * rules.reachPerGrid * smoothing * lattice.step * lattice.unit.max(), mostRuns: 3 * Self.mostRuns,
      time: Self.timeReach * smoothing, runs: noiseRuns + 3)
    while true {
      window.extend(sequence, by: extent)
      guard !mustBeComplete || window.isClosed(in: sequence) else { return false }
      if lay(smoothing) {
        guard let needed = missingLength(smoothing) else { break }
        extent.length = Swift.max(needed * lattice.unit.max(), 2 * extent.length)
        extent.mostRuns *= 2
      }
      if noiseDecides, let noiseTime = rules.noiseTime { extent.time = noiseTime * smoothing }
      extent.runs += 24
    }
    limit(rules.leastReach * Swift.min(1, smoothing))
    return window.isClosed(in: sequence)
  }

  // MARK: The curve

  /// Lays the curve through the runs whose noise and calmed position are certain.
  /// - Returns: Whether these are all of the own runs.
  private mutating func lay(_ smoothing: Double) -> Bool {
    let runs = window.runs
    let (begins, ends) = (window.beginsStroke, window.endsStroke)
    offset = begins ? 0 : Swift.min(noiseRuns, window.own.lowerBound)
    place(runs)
    let last = measureNoise(runs)
    guard last > window.end else { return false }
    path.nodes.removeAll(keepingCapacity: true)
    let estimates = rules.noise == .blocks ? meter.estimates : trimmed.estimates
    let (first, lattice, rules, allPlaces) = (offset, self.lattice, self.rules, places)
    path.nodes.append(addingCapacity: last - first) { nodes in
      let (runs, estimates, places) = (runs.span, estimates.span, allPlaces.span)
      for i in first..<last {
        let noise = estimates[i]
        let calm = Calming.position(
          of: i, in: places, runs, noise, before: begins ? i : .max, after: ends ? runs.count - 1 - i : .max,
          smoothing: smoothing, band: Swift.max(lattice.step, rules.band * noise.deviation))
        let deviation = noise.deviation * calm.gain
        // Noise that the grid does not explain.
        let beyond =
          lattice.isKnown ? smoothStep(noise.deviation, from: 0.45 * lattice.step, to: 0.8 * lattice.step) : 1
        let height = Swift.max(lattice.step, Self.featureNoise * Self.gridPerNoise * deviation * beyond)
        nodes.append(
          HandNode(
            point: calm.point, rest: Swift.max(lattice.step, Self.gridPerNoise * deviation),
            tolerance: Swift.max(Self.missPerGrid * lattice.step, Self.missPerNoise * deviation),
            height: Self.featureHeight * height,
            demand: rules.reachPerGrid * smoothing * Self.gridPerNoise * noise.deviation))
      }
    }
    path.lay(bulge: rules.bulge)
    demandBySpeed(smoothing)
    return true
  }

  /// Converts the positions of the runs into lattice units.
  private mutating func place(_ runs: [SampleRun]) {
    places.removeAll(keepingCapacity: true)
    let perUnit = 0x1p24 / lattice.unit
    let isScaled = lattice.unit != SIMD2(1, 1)
    places.append(addingCapacity: runs.count) { places in
      let runs = runs.span
      for i in 0..<runs.count {
        let run = runs[i]
        guard isScaled else {
          places.append(run.point)
          continue
        }
        // Rounded, so that ties are ties at every size.
        let units = run.point * perUnit
        places.append(SIMD2(SampleLattice.nearest(units.x), SampleLattice.nearest(units.y)) * 0x1p-24)
      }
    }
  }

  /// Estimates the noise of the runs from `offset` on.
  /// - Returns: The end of the runs whose noise and calmed position further runs cannot change.
  private mutating func measureNoise(_ runs: [SampleRun]) -> Int {
    let (begins, ends) = (window.beginsStroke, window.endsStroke)
    switch rules.noise {
    case .blocks:
      let last = ends ? runs.count : Swift.max(runs.count - NoiseMeter.reach, window.end + 1)
      meter.measure(runs, over: offset..<last, lattice)
      return last
    case .trimmed:
      let last = trimmed.measure(runs, places, from: offset, begins: begins, ends: ends, lattice)
      guard !ends else { return last }
      // Calming averages later runs, too.
      let sure = Swift.max(offset, runs.count - Calming.mostRuns)
      return (sure..<Swift.max(sure, last)).first { trimmed.estimates[$0].dense > 0 } ?? last
    }
  }

  /// Adds the demand of speed, and the limits of the ends and of the number of runs.
  private mutating func demandBySpeed(_ smoothing: Double) {
    let count = path.nodes.count
    let rules = self.rules
    let (grid, longest) = (
      rules.reachPerGrid * smoothing * lattice.step, rules.longest * Swift.max(1, smoothing)
    )
    let (begins, ends) = (window.beginsStroke, window.endsStroke)
    let whole = begins && ends ? path.length(from: 0, to: count - 1) : .infinity
    let runs = window.runs
    let offset = self.offset
    var noiseDecides = false
    var nodes = path.nodes.mutableSpan
    for i in 0..<count {
      let way = Self.wayLength(around: i, nodes.span, runs.span, offset, Self.timeReach * smoothing)
      let sure = Swift.max(grid, way / 2)
      var demand = nodes[i].demand
      if demand > sure, let time = rules.noiseTime {
        noiseDecides = true
        demand = Swift.min(demand, Self.wayLength(around: i, nodes.span, runs.span, offset, time * smoothing) / 2)
      }
      demand = Swift.min(Swift.max(demand, sure), longest)
      if i >= Self.mostRuns { demand = Swift.min(demand, nodes[i - Self.mostRuns].length(to: nodes[i])) }
      if i + Self.mostRuns < count { demand = Swift.min(demand, nodes[i].length(to: nodes[i + Self.mostRuns])) }
      if i == 0 && begins || i == count - 1 && ends {
        demand = Swift.min(demand, Self.endReachPerGrid * nodes[i].rest)
      }
      nodes[i].demand = Swift.min(demand, whole)
    }
    self.noiseDecides = noiseDecides
  }

  /// The length of the path within `reach` seconds of the middle of a node's time.
  @inline(__always)
  private static func wayLength(
    around node: Int, _ nodes: Span<HandNode>, _ runs: Span<SampleRun>, _ offset: Int, _ reach: Double
  ) -> Double {
    let middle = runs[node + offset].middle
    var i = node
    let earliest = middle - reach
    while i > 0, runs[i + offset].arrival > earliest { i -= 1 }
    var length = nodes[i].length(to: nodes[node])
    if i < node {
      let (start, end) = (runs[i + offset].departure, runs[i + 1 + offset].arrival)
      if start < earliest { length -= nodes[i].length * ((earliest - start) / (end - start)) }
    }
    i = node
    let latest = middle + reach
    while i + 1 < nodes.count, runs[i + offset].departure < latest { i += 1 }
    length += nodes[node].length(to: nodes[i])
    if i > node {
      let (start, end) = (runs[i - 1 + offset].departure, runs[i + offset].arrival)
      if end > latest { length -= nodes[i - 1].length * ((end - latest) / (end - start)) }
    }
    return length
  }

  // MARK: The window

  /// The nodes of the own runs, and the one at which their ink ends.
  private var own: ClosedRange<Int> { window.own.lowerBound - offset...window.end - offset }

  /// The nodes whose reach can limit that of the own nodes.
  private var near: ClosedRange<Int> {
    let own = self.own
    let reach = widest(own) / Self.steepest + 0.001
    var (first, last) = (own.lowerBound, own.upperBound)
    while first > 0, path.length(from: first - 1, to: own.lowerBound) < reach { first -= 1 }
    while last + 1 < path.nodes.count, path.length(from: own.upperBound, to: last + 1) < reach { last += 1 }
    return first...last
  }

  /// The largest demand of some nodes.
  private func widest(_ nodes: ClosedRange<Int>) -> Double {
    path.nodes[nodes].reduce(0) { Swift.max($0, $1.demand) }
  }

  /// The length of the path on either side of the own nodes that their reach needs, if the path is not as long.
  private func missingLength(_ smoothing: Double) -> Double? {
    let (own, near) = (self.own, self.near)
    let rules = self.rules
    // The tube also looks at the middles of the pieces beside a node.
    let far = near.reduce(0) { far, i in
      let beside = Swift.max(i > 0 ? path.nodes[i - 1].length : 0, path.nodes[i].length)
      return Swift.max(far, rules.featureReach * path.nodes[i].demand + (rules.hasTube ? beside / 2 : 0))
    }
    let needed = widest(own) / Self.steepest + 0.001 + far
    let runs = window.runs
    let time = (noiseDecides ? rules.noiseTime ?? 0 : Self.timeReach) * smoothing
    if !window.beginsStroke {
      // The derivatives at the first nodes are not certain.
      let edge = 3
      let start = runs[edge + offset].departure
      var first = own.lowerBound
      while first > edge, runs[first - 1 + offset].middle - time >= start { first -= 1 }
      let isLong = path.length(from: first, to: own.lowerBound) >= needed
      guard first < near.lowerBound, isLong || near.lowerBound - first > Self.mostRuns else { return needed }
    }
    if !window.endsStroke {
      let edge = path.nodes.count - 4
      let end = runs[edge + offset].arrival
      var last = own.upperBound
      while last < edge, runs[last + 1 + offset].middle + time <= end { last += 1 }
      let isLong = path.length(from: own.upperBound, to: last) >= needed
      guard last > near.upperBound, isLong || last - near.upperBound > Self.mostRuns else { return needed }
    }
    return nil
  }

  // MARK: Limits

  /// Limits the demands by features, the tube, and their slope.
  /// - Parameter least: The least reach, in lengths of the shorter chord.
  private mutating func limit(_ least: Double) {
    let near = self.near
    let tube = SmoothingTube(begins: window.beginsStroke, ends: window.endsStroke)
    reaches.removeAll(keepingCapacity: true)
    reaches.append(contentsOf: repeatElement(0, count: window.runs.count))
    let (path, rules, scale) = (self.path, self.rules, lattice.unit.sum() / 2)
    let (nodes, offset) = (path.nodes.span, self.offset)
    var reaches = self.reaches.mutableSpan
    for i in near {
      let demand = nodes[i].demand
      let feature = FeatureWidth.reach(
        at: i, within: rules.featureReach * demand, large: rules.largeFeature, nodes)
      let reach = Swift.min(demand, feature)
      reaches[i + offset] = rules.hasTube ? tube.reach(at: i, demand: reach, nodes) : reach
    }
    for i in near {
      guard nodes.count > 1 else { break }
      let chord = Swift.min(nodes[Swift.max(0, i - 1)].length, nodes[Swift.min(i, nodes.count - 2)].length)
      reaches[i + offset] = Swift.max(reaches[i + offset], least * chord)
    }
    for i in near.dropFirst() {
      let limit = reaches[i - 1 + offset] + Self.steepest * nodes[i - 1].length
      reaches[i + offset] = Swift.min(reaches[i + offset], limit)
    }
    for i in near.dropLast().reversed() {
      let limit = reaches[i + 1 + offset] + Self.steepest * nodes[i].length
      reaches[i + offset] = Swift.min(reaches[i + offset], limit)
    }
    // In points. Of two lattices the mean decides.
    for i in near { reaches[i + offset] *= scale }
  }
}
