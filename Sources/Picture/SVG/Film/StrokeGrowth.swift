/// The number of samples that a stroke had at the frames in which it changed.
struct StrokeGrowth {
  private struct Record {
    var frame: Int
    var sampleCount: Int
  }

  /// In ascending order of frames. The number of samples never falls.
  private var records: [Record] = []

  /// A stroke that gets no samples for more frames than this rests in between.
  private static let longestPause = 6

  var lastSampleCount: Int? { records.last?.sampleCount }
  var lastFrame: Int? { records.last?.frame }
  /// Whether the stroke grew in more than one frame.
  var isVisible: Bool { records.count > 1 }

  /// Records the number of samples at a frame. Frames never fall.
  mutating func add(frame: Int, sampleCount: Int) {
    if let last = records.last {
      guard last.frame < frame else {
        records[records.count - 1].sampleCount = sampleCount
        return
      }
      if frame - last.frame > StrokeGrowth.longestPause {
        records.append(Record(frame: frame - 2, sampleCount: last.sampleCount))
      }
    }
    records.append(Record(frame: frame, sampleCount: sampleCount))
  }

  /// The length of the stroke's ink over time.
  /// - Parameter lengths: The length of the ink up to each sample, never falling.
  func curve(_ lengths: [Double]) -> GrowthCurve {
    GrowthCurve(
      records.map { record in
        GrowthCurve.Knot(
          frame: Double(record.frame),
          length: lengths.isEmpty ? 0 : lengths[Swift.max(0, Swift.min(record.sampleCount, lengths.count) - 1)])
      })
  }
}

/// The length of a stroke's ink over time: a line from knot to knot.
struct GrowthCurve {
  struct Knot: Hashable {
    /// In frames since the film began.
    var frame: Double
    /// In pixels.
    var length: Double
  }

  private(set) var knots: [Knot] = []

  /// How early or late the curve may reach a length, in frames.
  static let tolerance = 1.0

  /// Omits knots where a straight line between the remaining ones passes all omitted ones within the tolerance.
  ///
  /// One pass, which narrows the range of possible slopes: Williams, "An efficient algorithm for the piecewise linear
  /// approximation of planar curves", 1978.
  /// - Parameter all: Neither frames nor lengths fall.
  init(_ all: [Knot]) {
    guard var anchor = all.first else { return }
    knots = [anchor]
    // The possible slopes of a line from the anchor, in frames per pixel, and how long the length rests at the anchor.
    var slopes = -Double.infinity...Double.infinity
    var rest = 0.0
    var next = 1
    while next < all.count {
      let (time, growth) = (all[next].frame - anchor.frame, all[next].length - anchor.length)
      if growth <= 0 {
        rest = time
      } else if rest <= GrowthCurve.tolerance, slopes.contains(time / growth) {
        slopes =
          Swift.max(
            slopes.lowerBound, (time - GrowthCurve.tolerance) / growth)...Swift.min(
            slopes.upperBound, (time + GrowthCurve.tolerance) / growth)
      } else {
        anchor = all[next - 1]
        knots.append(anchor)
        slopes = -Double.infinity...Double.infinity
        rest = 0
        continue
      }
      next += 1
    }
    if let end = all.last, knots.last != end { knots.append(end) }
  }

  /// The part of the curve in which the ink grows from one length to another: from the last moment at which none of
  /// that section is drawn to the first at which all of it is; empty if all of it is drawn from the beginning.
  func knots(from start: Double, to end: Double) -> [Knot] {
    var result: [Knot] = []
    func add(_ knot: Knot) {
      if knot != result.last { result.append(knot) }
    }
    for (a, b) in zip(knots, knots.dropFirst()) where b.length > start {
      guard a.length < end else { break }
      if a.length < b.length {
        for length in [Swift.max(a.length, start), Swift.min(b.length, end)] {
          let share = (length - a.length) / (b.length - a.length)
          add(Knot(frame: a.frame + share * (b.frame - a.frame), length: length))
        }
      } else {
        add(a)
        add(b)
      }
    }
    return result
  }
}
