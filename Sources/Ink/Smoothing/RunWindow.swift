/// The places of a stroke around some spans, as far as the reach of its smoothing depends on them.
///
/// What is gathered follows from the samples alone and not from how a stroke came in.
struct PlaceWindow {
  struct Place {
    var point: SIMD2<Double>
    /// The samples at this place.
    var samples: Range<Int>
    /// When the touch came to this place and when it left, in seconds.
    var arrival: Double
    var departure: Double
    var pressure: Float

    init(_ run: SampleRun, of sequence: SampleSequence) {
      point = SIMD2(run.point.x, run.point.y)
      samples = run.range
      arrival = sequence[run.range.lowerBound].time
      departure = sequence[run.range.upperBound - 1].time
      pressure = run.pressure
    }
  }

  private(set) var places: [Place] = []
  /// The spans' own places.
  private(set) var own = 0..<0
  private(set) var beginsStroke = false
  private(set) var endsStroke = false

  /// What is gathered beyond the places whose reach counts: what that reach depends on itself.
  struct Margin {
    var places: Int
    /// In seconds.
    var time: Double
    /// In points.
    var length: Double
  }

  /// Begins with the places of the samples from `first`, which starts one, up to `end`.
  mutating func begin(_ sequence: SampleSequence, from first: Int, to end: Int) {
    places.removeAll(keepingCapacity: true)
    beginsStroke = first == 0
    var sample = first
    while sample < end {
      let run = sequence.run(from: sample)
      places.append(Place(run, of: sequence))
      sample = run.range.upperBound
    }
    own = 0..<places.count
    endsStroke = sample >= sequence.count
  }

  /// The first place at or after a sample.
  func place(atOrAfter sample: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].samples.lowerBound < sample { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place at which the ink of the own places ends: the next one, or the last of the stroke.
  var end: Int { Swift.min(own.upperBound, places.count - 1) }

  /// Whether samples that are still to come change none of the places, nor which there are.
  func isClosed(in sequence: SampleSequence) -> Bool {
    guard !endsStroke, let last = places.last else { return false }
    return last.samples.upperBound < sequence.samples.count
  }

  /// The samples that decide what the window holds.
  var samples: ClosedRange<Int> {
    guard let first = places.first, let last = places.last else { return 0...0 }
    // One more on either side tells where a place begins and ends.
    return Swift.max(0, first.samples.lowerBound - 1)...last.samples.upperBound
  }

  /// Gathers places on both sides until some lie `distance` points beyond the span's ink, and then the margin, or the
  /// stroke ends.
  mutating func extend(_ sequence: SampleSequence, to distance: Double, _ margin: Margin) {
    extendForward(sequence, to: distance, margin)
    extendBackward(sequence, to: distance, margin)
  }

  private mutating func extendForward(_ sequence: SampleSequence, to distance: Double, _ margin: Margin) {
    if own.upperBound == places.count, !appendNext(sequence) { return }
    var i = own.upperBound
    var length = 0.0
    var reached: (index: Int, length: Double, time: Double)?
    while true {
      if reached == nil, length >= distance { reached = (i, length, places[i].departure) }
      if let reached, i - reached.index >= margin.places, length - reached.length >= margin.length,
        places[i].arrival - reached.time >= margin.time
      {
        return
      }
      if i + 1 == places.count, !appendNext(sequence) { return }
      length += (places[i + 1].point - places[i].point).squaredLength.squareRoot()
      i += 1
    }
  }

  /// - Returns: Whether there was another place.
  private mutating func appendNext(_ sequence: SampleSequence) -> Bool {
    guard let last = places.last, last.samples.upperBound < sequence.count else {
      endsStroke = true
      return false
    }
    places.append(Place(sequence.run(from: last.samples.upperBound), of: sequence))
    return true
  }

  private mutating func extendBackward(_ sequence: SampleSequence, to distance: Double, _ margin: Margin) {
    // The places before the first, the nearest first.
    var earlier: [Place] = []
    func place(_ index: Int) -> Place { index >= 0 ? places[index] : earlier[-1 - index] }
    var i = own.lowerBound
    var length = 0.0
    var reached: (index: Int, length: Double, time: Double)?
    while true {
      let here = place(i)
      if reached == nil, length >= distance { reached = (i, length, here.arrival) }
      if let reached, reached.index - i >= margin.places, length - reached.length >= margin.length,
        reached.time - here.departure >= margin.time
      {
        break
      }
      if i - 1 < -earlier.count {
        guard here.samples.lowerBound > 0 else {
          beginsStroke = true
          break
        }
        let first = sequence.runStart(before: here.samples.lowerBound)
        earlier.append(Place(sequence.run(from: first), of: sequence))
      }
      length += (here.point - place(i - 1).point).squaredLength.squareRoot()
      i -= 1
    }
    guard !earlier.isEmpty else { return }
    places.insert(contentsOf: earlier.reversed(), at: 0)
    own = own.lowerBound + earlier.count..<own.upperBound + earlier.count
  }
}
