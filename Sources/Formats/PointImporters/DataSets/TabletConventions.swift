import TouchLog

/// The range of a pressure sensor, for files that do not state it.
enum SensorRange {
  /// The largest values of the sensors of tablets.
  static let tablets: [Double] = [1, 1023, 2047, 32767, 65535]
  /// The largest values of the sensors of any device.
  static let devices: [Double] = [1, 255, 1023, 2047, 4095, 8191, 32767, 65535]

  /// The largest value that the sensor of these values can give: that of a usual sensor, or the largest value itself.
  static func maximum(of values: some Sequence<Double>, among maxima: [Double] = tablets) -> Double {
    let largest = values.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
    return maxima.first { $0 >= largest } ?? largest
  }
}

/// Assumptions about what files of tablets leave open.
extension ImportReport {
  /// Notes the direction in which y grows, which the format does not define.
  mutating func assumeYAxis(isUp: Bool) {
    assume(
      isUp ? "y grows upward; choose down if it does not" : "y grows downward; choose up if it does not")
  }

  /// Notes the largest value of the pressure sensor.
  mutating func assumePressure(maximum: Double) {
    assume("the largest pressure of the sensor is \(plain(maximum))")
  }
}
