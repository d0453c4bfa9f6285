import Geometry
import TouchLog

/// The tilt and the twist of a pen, in 32 bits: samples are many.
package struct Tilt: Hashable, Sendable {
  /// From the lowest bits: 10 for the altitude, 0...π/2 above the surface, 11 for the azimuth and 11 for the twist. Each
  /// is 0 if unknown; otherwise 1 and more, the last two up to, but without, a full turn.
  private var code: UInt32 = 0

  private static let (altitudes, turns) = (1023.0, 2047.0)
  private static let (altitudeBits, azimuthBits, twistBits): (UInt32, UInt32, UInt32) = (
    0x3FF, 0x7FF << 10, 0x7FF << 21
  )

  package init() {}

  /// - Parameters:
  ///   - altitude: In radians above the surface; nil if unknown.
  ///   - azimuth: In radians from the x axis; nil if unknown.
  ///   - twist: In degrees, clockwise about the pen's own axis; nil if unknown.
  @inline(__always) init(altitude: Double?, azimuth: Double?, twist: Double? = nil) {
    if let altitude {
      let share = Swift.min(1, Swift.max(0, altitude / (.pi / 2)))
      code = UInt32(saturating: (share * (Self.altitudes - 1)).rounded()) + 1
    }
    if let azimuth { code |= Self.code(turns: azimuth / (2 * .pi)) << 10 }
    if let twist { code |= Self.code(turns: twist / 360) << 21 }
  }

  @inline(__always) init(_ reading: PenReading) {
    self.init(altitude: reading.altitude, azimuth: reading.azimuth, twist: reading.twist)
  }

  private static func code(turns: Double) -> UInt32 {
    let code = ((turns - turns.rounded(.down)) * Self.turns).rounded()
    return code < Self.turns ? UInt32(saturating: code) + 1 : 1
  }

  var isKnown: Bool { code != 0 }

  /// In radians above the surface, 0...π/2.
  package var altitude: Double? {
    let part = code & Self.altitudeBits
    return part == 0 ? nil : Double(part - 1) / (Self.altitudes - 1) * (.pi / 2)
  }

  /// In turns, 0 up to 1.
  private var azimuthTurns: Double? { Self.turns(code >> 10 & 0x7FF) }
  private var twistTurns: Double? { Self.turns(code >> 21) }

  private static func turns(_ part: UInt32) -> Double? { part == 0 ? nil : Double(part - 1) / turns }

  /// In radians from the x axis, 0 up to 2π.
  package var azimuth: Double? { azimuthTurns.map { $0 * (2 * .pi) } }

  /// In degrees, 0 up to 360.
  package var twist: Double? {
    get { twistTurns.map { $0 * 360 } }
    set { self = Tilt(altitude: altitude, azimuth: azimuth, twist: newValue) }
  }

  /// The direction in which the pen points, of length 1; nil if unknown.
  var direction: Vector? { azimuthTurns.map(Self.direction) }

  /// The direction to which the x axis turns with the pen, of length 1; nil if unknown.
  var turned: Vector? { twistTurns.map(Self.direction) }

  private static func direction(turns: Double) -> Vector {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: turns * 360)
    return Vector(cosine, sine)
  }

  /// The tilt, with angles that are unknown taken from the sample before.
  @inline(__always) func completed(from before: Tilt) -> Tilt {
    var result = self
    if code & Self.altitudeBits == 0 { result.code |= before.code & Self.altitudeBits }
    if code & Self.azimuthBits == 0 { result.code |= before.code & Self.azimuthBits }
    if code & Self.twistBits == 0 { result.code |= before.code & Self.twistBits }
    return result
  }
}
