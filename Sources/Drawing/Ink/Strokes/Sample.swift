import Geometry

/// The position of a touch at one moment, as the stroke model uses it.
public struct Sample: Hashable, Sendable {
  /// In points.
  public var point: Point
  /// In seconds; at least 0.1 ms after the previous sample.
  public var time: Double
  /// 0 or more, 1 is full pressure; NaN if neither this sample nor an earlier one has a pressure.
  public var pressure: Float
  /// That of the device, or of an earlier sample.
  package var tilt = Tilt()
}

/// The values of the log for a sample that may be revised.
struct RecordedSample {
  /// NaN if the log gives none.
  var time: Double
  /// NaN if the log gives none.
  var pressure: Float
  /// Angles are unknown that the log does not give.
  var tilt = Tilt()
  /// Whether `pressure` is an estimate that the log may still revise.
  var expectsPressure: Bool
  /// Whether a later line of the log has given it other values.
  var isRevised = false
  /// Whether the pressure is an estimate that was never revised and is now final.
  var keepsEstimate = false

  /// Whether `pressure` is final, so that it can stand in for estimates of other samples.
  var hasSettledPressure: Bool { !expectsPressure && !pressure.isNaN }
}

/// How reliable the values of a sample are.
package enum SampleState: String, Hashable, Sendable, CaseIterable {
  /// The device reported them with the event.
  case real
  /// A later line of the log replaced them.
  case revised
  /// The pressure is an estimate that has not been revised yet, or never was.
  case estimated
  /// The device predicted the sample; the next real event removes it.
  case predicted
}

extension Float {
  /// A pressure as samples hold it. One that a Float cannot hold, which draws the same as 1, becomes the largest that it
  /// can: a saved drawing has no infinite numbers.
  @inline(__always) init(pressure: Double) {
    self = Float(Swift.min(pressure, Double(Float.greatestFiniteMagnitude)))
  }
}
