import TouchLog

/// The range of a recording's pressures, which shows whether they are a sensor's numbers instead of 0...1.
struct PressureRange {
  /// The highest pressure that a device with the full pressure 1 reports. UIKit's force, of which 1 is an average, goes
  /// to 6.67.
  static let most = 8.0
  /// The largest values of pressure sensors.
  private static let sensors = (8...16).map { Double(1 << $0) - 1 }

  private(set) var highest = 0.0
  private var areWhole = true

  mutating func add(_ turn: TouchTurn) {
    // Repeated and predicted pressures are divided, too.
    add(turn.event.pressure)
  }

  mutating func add(_ revision: TouchRevision) { add(revision.pressure) }

  private mutating func add(_ pressure: Double?) {
    guard let pressure else { return }
    highest = max(highest, pressure)
    if pressure != pressure.rounded() { areWhole = false }
  }

  /// The range of the sensor, judged by the highest pressure; nil if that is not too high.
  var likelySensor: Double? { highest > Self.most ? Self.sensors.first { $0 >= highest } : nil }

  /// The pressure that becomes 1; nil if the range leaves doubt.
  var sensor: Double? {
    highest > Self.most && areWhole && Self.sensors.contains { $0 == highest || $0 + 1 == highest } ? highest : nil
  }
}
