import Geometry
import TouchLog

/// The tilt of a pen, in 32 bits: samples are many.
package struct Tilt: Hashable, Sendable {
  /// 0 if unknown; otherwise 1...65535 for 0...π/2 above the surface.
  private var altitudeCode: UInt16 = 0
  /// 0 if unknown; otherwise 1...65535 for directions from 0 up to, but without, a full turn.
  private var azimuthCode: UInt16 = 0

  package init() {}

  /// - Parameters:
  ///   - altitude: In radians above the surface; nil if unknown.
  ///   - azimuth: In radians from the x axis; nil if unknown.
  @inline(__always) init(altitude: Double?, azimuth: Double?) {
    if let altitude { altitudeCode = Self.code(altitude / (.pi / 2)) }
    if let azimuth {
      let turns = azimuth / (2 * .pi)
      let code = ((turns - turns.rounded(.down)) * 65535).rounded()
      azimuthCode = code < 65535 ? UInt16(code) + 1 : 1
    }
  }

  @inline(__always) init(_ event: TouchEvent) { self.init(altitude: event.altitude, azimuth: event.azimuth) }

  private static func code(_ share: Double) -> UInt16 {
    UInt16((Swift.min(1, Swift.max(0, share)) * 65534).rounded()) + 1
  }

  var isKnown: Bool { altitudeCode != 0 || azimuthCode != 0 }

  /// In radians above the surface, 0...π/2.
  var altitude: Double? { altitudeCode == 0 ? nil : Double(altitudeCode - 1) / 65534 * (.pi / 2) }

  /// In radians from the x axis, 0 up to 2π.
  var azimuth: Double? { azimuthCode == 0 ? nil : Double(azimuthCode - 1) / 65535 * (2 * .pi) }

  /// The direction in which the pen points, of length 1; nil if unknown.
  var direction: Vector? {
    guard azimuthCode != 0 else { return nil }
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: Double(azimuthCode - 1) / 65535 * 360)
    return Vector(cosine, sine)
  }

  /// The tilt, with angles that are unknown taken from the sample before.
  @inline(__always) func completed(from before: Tilt) -> Tilt {
    var result = self
    if altitudeCode == 0 { result.altitudeCode = before.altitudeCode }
    if azimuthCode == 0 { result.azimuthCode = before.azimuthCode }
    return result
  }
}
