import Geometry

/// The left and right contour of a glyph's ink in horizontal bands, from which letter spacing follows.
///
/// Two letters are spaced so that the white between them, averaged over the bands in which both have ink, is the same
/// for every pair. White deeper than a limit counts as the limit, because the eye does not perceive it as part of the
/// gap. Every pair is thus kerned without a pair list, accented letters and signs included. All lengths are in
/// hundredths of the em.
struct GlyphProfile: Sendable {
  /// The mean white between two letters, measured between the center lines of their strokes.
  private static let white = 20.5
  /// Added to `white` if both letters have capital height: capitals enclose more white.
  private static let capitalWhite = 3.5
  /// The depth beyond which white no longer counts.
  private static let deepest = 28.0
  /// The smallest distance between the strokes of two letters.
  private static let closest = 14.0
  /// The strongest negative kerning.
  private static let lowestKerning = -12.0
  /// The fraction of a difference in spacing that kerning removes.
  private static let kerningPart = 0.85

  private static let bandHeight = 4.0
  private static let lowest = -26.0
  private static let bandCount = 32
  /// How quickly a contour may recede from one band to the next: ink in one band keeps other letters away from the
  /// neighboring bands, too.
  private static let spread = 2.6

  /// The left and right contour in each band, `spread` taken into account; empty for a glyph without ink.
  private var left: [Double] = []
  private var right: [Double] = []
  /// Whether a band itself contains ink.
  private var isInked: [Bool] = []

  private var isEmpty: Bool { left.isEmpty }

  /// Measures strokes, given as points with y upward.
  init(of strokes: [[Point]]) {
    guard !strokes.isEmpty else { return }
    left = Array(repeating: .infinity, count: Self.bandCount)
    right = Array(repeating: -.infinity, count: Self.bandCount)
    for stroke in strokes {
      for (i, end) in stroke.enumerated() {
        let start = stroke[Swift.max(0, i - 1)]
        let steps = Int(saturating: (start.distance(to: end) / Self.bandHeight * 2).rounded(.up))
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
    let band = Swift.min(Self.bandCount - 1, Swift.max(0, Int(saturating: (point.y - Self.lowest) / Self.bandHeight)))
    left[band] = Swift.min(left[band], point.x)
    right[band] = Swift.max(right[band], point.x)
  }

  private mutating func keepDistance(at band: Int, from other: Int) {
    left[band] = Swift.min(left[band], left[other] + Self.spread)
    right[band] = Swift.max(right[band], right[other] - Self.spread)
  }

  /// A straight stem of capital height at x = 0, against which the side bearings of all glyphs are measured.
  private static let stem = GlyphProfile(of: [[Point(0, 1), Point(0, 71)]])

  /// The side bearings: half of the white between the glyph and a stem on its left and on its right, measured from
  /// x = 0.
  var sides: (left: Double, right: Double) {
    guard !isEmpty else { return (0, 0) }
    let half = Self.white(between: .stem, and: self) / 2
    return (Self.distance(from: .stem, to: self) - half, Self.distance(from: self, to: .stem) - half)
  }

  /// The kerning of a pair: how much is added to `apart`, the distance of the two origins without kerning. Negative
  /// values move the letters together.
  static func kerning(from first: GlyphProfile, to second: GlyphProfile, apart: Double) -> Double {
    guard !first.isEmpty, !second.isEmpty else { return 0 }
    let kerning = distance(from: first, to: second) - apart
    // The eye compares no gap between letters that pass above and below each other.
    let shared = sharedBands(first, second)
    let least = Swift.min(first.isInked.count { $0 }, second.isInked.count { $0 })
    let part = Swift.min(1, 2 * Double(shared) / Double(least))
    return Swift.max(lowestKerning, kerning > 0 ? kerning : kerningPart * kerning * part)
  }

  private static func sharedBands(_ first: GlyphProfile, _ second: GlyphProfile) -> Int {
    zip(first.isInked, second.isInked).count { $0 && $1 }
  }

  /// The ideal distance from the origin of the first letter to that of the second.
  private static func distance(from first: GlyphProfile, to second: GlyphProfile) -> Double {
    var closestFit = -Double.infinity
    for band in 0..<bandCount { closestFit = Swift.max(closestFit, first.right[band] - second.left[band]) }
    closestFit += closest
    let white = white(between: first, and: second)
    // The mean white grows with the distance, so the distance is found by bisection.
    var (low, high) = (closestFit - closest, closestFit + 4 * white)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if meanWhite(from: first, to: second, at: middle) < white { low = middle } else { high = middle }
    }
    return Swift.max(closestFit, high)
  }

  /// The mean white that two letters should have between them.
  private static func white(between first: GlyphProfile, and second: GlyphProfile) -> Double {
    let height = Double(sharedBands(first, second)) * bandHeight - StrokeFont.xHeight
    let part = height / (StrokeFont.capHeight - StrokeFont.xHeight)
    return white + capitalWhite * Swift.min(1, Swift.max(0, part))
  }

  private static func meanWhite(from first: GlyphProfile, to second: GlyphProfile, at distance: Double) -> Double {
    var sum = 0.0
    var weights = 0.0
    for band in 0..<bandCount {
      // Bands that only one letter inks matter only if the two share none.
      let weight = first.isInked[band] && second.isInked[band] ? 1 : 0.02
      guard first.isInked[band] || second.isInked[band] else { continue }
      sum += weight * Swift.min(deepest, distance + second.left[band] - first.right[band])
      weights += weight
    }
    return sum / weights
  }
}
