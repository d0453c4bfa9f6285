/// Times for ink that was recorded without them.
public struct SyntheticTime: Hashable, Sendable {
  /// Seconds from the end of a stroke to the beginning of the next.
  public var gap: Double
  /// How fast the pen goes, in points a second, positive.
  public var speed: Double

  public init(gap: Double = 0.3, speed: Double = 400) {
    self.gap = gap
    self.speed = speed
  }
}
