/// How much of each thing a log may hold. What lies beyond is an error that names the limit.
public enum LogLimits {
  /// A line's length in bytes.
  public static let lineBytes = 1 << 20
  /// The length of a file that is read whole, in bytes.
  public static let documentBytes = 1 << 28
  /// How deep JSON values may nest.
  public static let nesting = 64
  /// The largest distance of a coordinate from zero, in points.
  public static let coordinate = 1e7
  /// The largest side of a canvas, in pixels.
  public static let canvasSide = 1_000_000
}
