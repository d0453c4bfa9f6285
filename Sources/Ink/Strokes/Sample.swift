import Geometry

/// Where a touch was at one moment, as the model sees it: times in order, pressures known or stood in for.
public struct Sample: Hashable, Sendable {
  /// In points.
  public var point: Point
  /// In seconds, at least 0.1 ms after the sample before.
  public var time: Double
  /// 0 and up, 1 is full; NaN where neither this sample nor one before it has a pressure.
  public var pressure: Float
}

/// What the log said of a sample that may be revised.
struct RecordedSample {
  /// NaN where the log gave none.
  var time: Double
  /// NaN where the log gave none.
  var pressure: Float
  /// Whether `pressure` is a placeholder.
  var expectsPressure: Bool
  /// Whether a line of the log gave it other values.
  var isRevised = false
  /// Whether the placeholder is all there ever was.
  var keepsPlaceholder = false

  /// Whether `pressure` is a value that may stand in for others.
  var hasSettledPressure: Bool { !expectsPressure && !pressure.isNaN }
}
