/// How many frames there are in a second, as a fraction.
public struct FrameRate: Hashable, Sendable {
  /// So many frames in so many seconds, without a common divisor.
  public let frames: Int
  public let seconds: Int

  /// The largest number in the fraction: that of an APNG's delays (PNG, third edition, 11.3.6.2).
  public static let limit = 65_535

  /// Nil where one of the numbers, divided by what they have in common, is not 1...65535.
  public init?(_ frames: Int, per seconds: Int = 1) {
    guard frames > 0, seconds > 0 else { return nil }
    var (divisor, rest) = (frames, seconds)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    guard frames / divisor <= Self.limit, seconds / divisor <= Self.limit else { return nil }
    self.frames = frames / divisor
    self.seconds = seconds / divisor
  }

  public var perSecond: Double { Double(frames) / Double(seconds) }
}
