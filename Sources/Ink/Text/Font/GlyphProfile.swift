import Geometry

/// How far a glyph's ink reaches to the left and to the right at each height: what the spaces between letters follow
/// from.
///
/// Two letters stand so that the white between them, averaged over the heights at which both have ink, is the same for
/// every pair; white deeper than a limit counts as that deep, since the eye does not see it as part of the gap. So
/// every pair is kerned, with no list of pairs, accents and signs included. All lengths are in hundredths of the em.
struct GlyphProfile: Sendable {
  /// The mean white between two letters, between the middles of their strokes.
  private static let white = 20.5
  /// What is added to that where both are as high as capitals, which have more white within.
  private static let capitalWhite = 3.5
  /// White deeper than this counts as this.
  private static let deepest = 28.0
  /// The smallest distance of two letters' strokes.
  private static let closest = 14.0
  /// No pair is drawn nearer by more than this.
  private static let lowestKerning = -12.0

  /// How much of a difference kerning takes away.
  private static let kerningPart = 0.85

  private static let bandHeight = 4.0
  private static let lowest = -26.0
  private static let bandCount = 32
  /// By how much ink at one height keeps others away from the height a band above and below: the ink's edges may be no
  /// more slanted than that.
  private static let spread = 2.6

  /// The edges a band, the ink of other bands keeping some distance too; none without ink.
  private var left: [Double] = []
  private var right: [Double] = []
  /// Whether a band has ink of its own.
  private var isInked: [Bool] = []

  var isEmpty: Bool { left.isEmpty }

  /// A profile of strokes as rows of places, y upwards.
  init(of strokes: [[Point]]) {
    guard !strokes.isEmpty else { return }
    left = Array(repeating: .infinity, count: Self.bandCount)
    right = Array(repeating: -.infinity, count: Self.bandCount)
    for stroke in strokes {
      for (i, end) in stroke.enumerated() {
        let start = stroke[Swift.max(0, i - 1)]
        let steps = Int((start.distance(to: end) / Self.bandHeight * 2).rounded(.up))
        for k in 0...steps {
          include(start + (end - start) * (steps > 0 ? Double(k) / Double(steps) : 0))
        }
      }
    }
    isInked = left.map { $0 < .infinity }
    for band in 1..<Self.bandCount { keepDistance(at: band, from: band - 1) }
    for band in (0..<Self.bandCount - 1).reversed() { keepDistance(at: band, from: band + 1) }
  }

  private mutating func include(_ point: Point) {
    let band = Swift.min(Self.bandCount - 1, Swift.max(0, Int((point.y - Self.lowest) / Self.bandHeight)))
    left[band] = Swift.min(left[band], point.x)
    right[band] = Swift.max(right[band], point.x)
  }

  private mutating func keepDistance(at band: Int, from other: Int) {
    left[band] = Swift.min(left[band], left[other] + Self.spread)
    right[band] = Swift.max(right[band], right[other] - Self.spread)
  }

  /// A straight stem of capital height at x = 0: the letter against which a letter's own sides are measured.
  static let stem = GlyphProfile(of: [[Point(0, 1), Point(0, 71)]])

  /// The white to the left of x = 0 that the letter's left side asks for, and to the right of x = 0 that its right side
  /// does: half of what stands between it and a stem.
  var sides: (left: Double, right: Double) {
    guard !isEmpty else { return (0, 0) }
    let half = Self.white(between: .stem, and: self) / 2
    return (Self.distance(from: .stem, to: self) - half, Self.distance(from: self, to: .stem) - half)
  }

  /// By how much the origins of two letters stand nearer than `apart`, their distance by their own sides: negative for
  /// nearer.
  static func kerning(from first: GlyphProfile, to second: GlyphProfile, apart: Double) -> Double {
    guard !first.isEmpty, !second.isEmpty else { return 0 }
    let kerning = distance(from: first, to: second) - apart
    // Letters that pass above and below each other have no gap that the eye compares.
    let shared = zip(first.isInked, second.isInked).count { $0 && $1 }
    let least = Swift.min(first.isInked.count { $0 }, second.isInked.count { $0 })
    let part = Swift.min(1, 2 * Double(shared) / Double(least))
    return Swift.max(lowestKerning, kerning > 0 ? kerning : kerningPart * kerning * part)
  }

  /// How far to the right of the first letter's origin the second one's stands.
  private static func distance(from first: GlyphProfile, to second: GlyphProfile) -> Double {
    var closestFit = -Double.infinity
    for band in 0..<bandCount { closestFit = Swift.max(closestFit, first.right[band] - second.left[band]) }
    closestFit += closest
    let white = white(between: first, and: second)
    // The mean white grows with the distance: halve the range in which it is right.
    var (low, high) = (closestFit - closest, closestFit + 4 * white)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if meanWhite(from: first, to: second, at: middle) < white { low = middle } else { high = middle }
    }
    return Swift.max(closestFit, high)
  }

  /// The mean white that two letters ask for.
  private static func white(between first: GlyphProfile, and second: GlyphProfile) -> Double {
    let shared = zip(first.isInked, second.isInked).count { $0 && $1 }
    let height = Double(shared) * bandHeight - StrokeFont.xHeight
    let part = height / (StrokeFont.capHeight - StrokeFont.xHeight)
    return white + capitalWhite * Swift.min(1, Swift.max(0, part))
  }

  private static func meanWhite(from first: GlyphProfile, to second: GlyphProfile, at distance: Double) -> Double {
    var sum = 0.0
    var weights = 0.0
    for band in 0..<bandCount {
      // Heights at which only one of them has ink decide where no other does.
      let weight = first.isInked[band] && second.isInked[band] ? 1 : 0.02
      guard first.isInked[band] || second.isInked[band] else { continue }
      sum += weight * Swift.min(deepest, distance + second.left[band] - first.right[band])
      weights += weight
    }
    return sum / weights
  }
}
