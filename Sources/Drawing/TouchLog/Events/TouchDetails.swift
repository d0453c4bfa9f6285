import Geometry

/// What a device reports of a touch that does not change the ink, in 48 bits: events are many.
package struct TouchDetails: Hashable, Sendable {
  // The numbers of steps plus 1; 0 if unknown.
  private var pressure: UInt16 = 0
  private var width: UInt16 = 0
  private var height: UInt16 = 0

  /// Steps of a tangential pressure per 1, and those of a length per point.
  private static let (pressureSteps, lengthSteps) = (10_000.0, 50.0)

  package init() {}

  package var isKnown: Bool { pressure | width != 0 }

  /// The position of the wheel or slider on a pen's barrel, -1...1, in steps of 1/10000; nil if the device does not
  /// report it.
  package var tangentialPressure: Double? {
    get { pressure == 0 ? nil : (Double(pressure - 1) - Self.pressureSteps) / Self.pressureSteps }
    set { pressure = newValue.map { Self.code((min(1, $0) + 1) * Self.pressureSteps) } ?? 0 }
  }

  /// The width and height in which the touch meets the surface, in steps of 1/50 point up to 1310.68 points; nil if the
  /// device does not report them.
  package var contact: Size? {
    get {
      if width == 0 { return nil }
      return Size(width: Double(width - 1) / Self.lengthSteps, height: Double(height - 1) / Self.lengthSteps)
    }
    set {
      width = newValue.map { Self.code($0.width * Self.lengthSteps) } ?? 0
      height = newValue.map { Self.code($0.height * Self.lengthSteps) } ?? 0
    }
  }

  private static func code(_ steps: Double) -> UInt16 { min(UInt16(saturating: steps.rounded()), .max - 1) + 1 }

  /// The details, with those that are unknown taken from others.
  package func completed(from others: TouchDetails) -> TouchDetails {
    var result = self
    if pressure == 0 { result.pressure = others.pressure }
    if width == 0 { (result.width, result.height) = (others.width, others.height) }
    return result
  }
}
