/// A number of frames per second, as a fraction.
package struct FrameRate: Hashable, Sendable {
  /// The rate is `frames / seconds`, reduced to lowest terms.
  package let frames: Int
  package let seconds: Int

  /// The largest numerator and denominator, those of the delays of an APNG (PNG, third edition, 11.3.6.2).
  package static let limit = 65_535

  /// Returns nil unless both numbers of the reduced fraction are in 1...65535.
  package init?(_ frames: Int, per seconds: Int = 1) {
    guard frames > 0, seconds > 0 else { return nil }
    var (divisor, rest) = (frames, seconds)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    guard frames / divisor <= Self.limit, seconds / divisor <= Self.limit else { return nil }
    self.frames = frames / divisor
    self.seconds = seconds / divisor
  }

  package var perSecond: Double { Double(frames) / Double(seconds) }
}
