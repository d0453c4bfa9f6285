/// How many samples a stroke had at the frames of a film in which it changed.
struct StrokeGrowth {
  /// The frames rise, and the samples never become fewer.
  private(set) var records: [(frame: Int, samples: Int)] = []

  /// A touch of which nothing is heard for longer rests, in frames.
  private static let patience = 6

  mutating func add(frame: Int, samples: Int) {
    if let last = records.last {
      guard last.frame < frame else {
        records[records.count - 1].samples = samples
        return
      }
      if frame - last.frame > StrokeGrowth.patience { records.append((frame - 2, last.samples)) }
    }
    records.append((frame, samples))
  }

  /// Whether it could be seen to grow.
  var isSeen: Bool { records.count > 1 }

  /// - Parameter lengths: How long the ink is up to each sample, never falling.
  func curve(_ lengths: [Double]) -> GrowthCurve {
    GrowthCurve(
      records.map { record in
        GrowthCurve.Place(
          frame: Double(record.frame),
          length: lengths.isEmpty ? 0 : lengths[Swift.max(0, Swift.min(record.samples, lengths.count) - 1)])
      })
  }
}

/// How long the ink of a stroke is over time: straight lines between places.
struct GrowthCurve {
  struct Place: Hashable {
    /// In frames since the film began.
    var frame: Double
    /// In pixels.
    var length: Double
  }

  private(set) var places: [Place] = []

  /// How early or late the ink may come to where it was drawn, in frames.
  static let tolerance = 1.0

  /// Keeps the places between which straight lines pass all others within the tolerance.
  ///
  /// One pass, with the range of slopes that will do: Williams, "An efficient algorithm for the piecewise linear
  /// approximation of planar curves", 1978.
  /// - Parameter all: Neither frames nor lengths fall.
  init(_ all: [Place]) {
    guard var anchor = all.first else { return }
    places = [anchor]
    // Of lines from the anchor, in frames a pixel; and for how long it rests there.
    var slopes = -Double.infinity...Double.infinity
    var rest = 0.0
    var next = 1
    while next < all.count {
      let (time, way) = (all[next].frame - anchor.frame, all[next].length - anchor.length)
      if way <= 0 {
        rest = time
      } else if rest <= GrowthCurve.tolerance, slopes.contains(time / way) {
        slopes =
          Swift.max(
            slopes.lowerBound, (time - GrowthCurve.tolerance) / way)...Swift.min(
            slopes.upperBound, (time + GrowthCurve.tolerance) / way)
      } else {
        anchor = all[next - 1]
        places.append(anchor)
        slopes = -Double.infinity...Double.infinity
        rest = 0
        continue
      }
      next += 1
    }
    if let end = all.last, places.last != end { places.append(end) }
  }

  /// The places of a stretch of the ink, from the last moment at which nothing of it is there to the first at which all
  /// is; none where it is all there from the beginning.
  func places(from start: Double, to end: Double) -> [Place] {
    var result: [Place] = []
    func add(_ place: Place) {
      if place != result.last { result.append(place) }
    }
    for (a, b) in zip(places, places.dropFirst()) where b.length > start {
      guard a.length < end else { break }
      if a.length < b.length {
        for length in [Swift.max(a.length, start), Swift.min(b.length, end)] {
          let share = (length - a.length) / (b.length - a.length)
          add(Place(frame: a.frame + share * (b.frame - a.frame), length: length))
        }
      } else {
        add(a)
        add(b)
      }
    }
    return result
  }
}
