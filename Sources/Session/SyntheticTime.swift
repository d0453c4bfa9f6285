/// How to make up times for touches that were recorded without them.
public struct SyntheticTime: Hashable, Sendable {
  /// Seconds between the end of a stroke and the beginning of the next.
  public var gap: Double
  /// The pen's speed in points per second, positive.
  public var speed: Double

  public init(gap: Double = 0.3, speed: Double = 400) {
    self.gap = gap
    self.speed = speed
  }
}
