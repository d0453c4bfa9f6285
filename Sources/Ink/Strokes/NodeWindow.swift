/// The nodes that decide a span's ink.
struct NodeWindow {
  /// The span's own nodes among those gathered, and the next after them is where its ink ends; nil for none.
  var own: Range<Int>?
  /// Which of the planner's reaches are those of the own nodes and the next after them; nil where the reach is the same
  /// all along the path.
  var reaches: Range<Int>?
  /// The first sample of the first own node, and of the node at which the span's ink ends.
  var firstSample = 0
  var lastSample = 0
  var beginsStroke = false
  var endsStroke = false
  /// Whether nothing that is yet to come changes these nodes.
  var isComplete = false
  var samples = SpanSamples()
}

/// The samples that decide a span's ink: a change to any other leaves it as it is.
struct SpanSamples: Hashable, Sendable {
  /// Those whose places and times count.
  var placing: ClosedRange<Int32> = 0...0
  /// Those whose pressures count.
  var pressing: ClosedRange<Int32> = 0...0
  /// How many of the stroke's first samples have places that count, too.
  private(set) var leading: Int32 = 0

  init() {}

  init(placing: ClosedRange<Int>, pressing: ClosedRange<Int>) {
    self.placing = Int32(placing.lowerBound)...Int32(placing.upperBound)
    self.pressing = Int32(pressing.lowerBound)...Int32(pressing.upperBound)
  }

  /// Counts the place of one more sample, and of all in between.
  mutating func include(_ sample: Int) {
    placing = Swift.min(placing.lowerBound, Int32(sample))...Swift.max(placing.upperBound, Int32(sample))
  }

  /// Counts the places of the stroke's first samples.
  mutating func include(first count: Int) { leading = Swift.max(leading, Int32(count)) }

  /// Counts the pressure of one more sample, and of all in between.
  mutating func includePressure(_ sample: Int) {
    pressing = Swift.min(pressing.lowerBound, Int32(sample))...Swift.max(pressing.upperBound, Int32(sample))
  }

  /// How many samples before or behind a span's own it looks at, at most.
  /// - Parameter span: Its index.
  func reach(ofSpan span: Int) -> Int {
    let first = span * StrokeSpan.sampleCount
    let (low, high) = (
      Swift.min(placing.lowerBound, pressing.lowerBound), Swift.max(placing.upperBound, pressing.upperBound)
    )
    return Swift.max(0, first - Int(low), Int(high) - (first + StrokeSpan.sampleCount - 1))
  }

  /// Whether a change to `samples` may change the ink.
  /// - Parameter moved: Whether they have other places or times too, rather than other pressures alone.
  func depend(on samples: ClosedRange<Int>, moved: Bool) -> Bool {
    if moved, samples.lowerBound < Int(leading) { return true }
    let range = moved ? placing : pressing
    return range.overlaps(Int32(samples.lowerBound)...Int32(samples.upperBound))
  }
}
