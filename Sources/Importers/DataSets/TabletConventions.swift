import TouchLog

/// A pressure sensor's range, of which a file says nothing.
enum PressureRange {
  /// The largest values of usual sensors.
  private static let maxima: [Double] = [1, 1023, 2047, 32767, 65535]

  /// The largest value of the sensor that gave these values: of a usual one, or the largest value itself.
  static func maximum(of values: some Sequence<Double>) -> Double {
    let largest = values.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
    return maxima.first { $0 >= largest } ?? largest
  }
}

/// What files of tablets leave open.
extension ImportReport {
  /// Notes the direction in which y grows, which the format does not define.
  mutating func assumeYAxis(isUp: Bool) {
    assume("y grows \(isUp ? "upward" : "downward"); --y \(isUp ? "down" : "up") says otherwise")
  }

  /// Notes the largest value of the pressure sensor.
  mutating func assumePressure(maximum: Double) {
    assume("the largest pressure of the sensor is \(plain(maximum))")
  }
}
