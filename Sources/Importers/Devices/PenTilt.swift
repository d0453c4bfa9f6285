#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The direction of a pen, from how far it leans along each axis.
struct PenTilt: Hashable, Sendable {
  /// Above the surface, 0...π/2.
  let altitude: Double
  /// From the x axis toward the y axis, 0..<2π; 0 for an upright pen.
  let azimuth: Double

  /// - Parameters:
  ///   - x: The angle between the pen's projection on the plane of x and z and the z axis, in radians.
  ///   - y: The same of y. Angles beyond ±π/2 count as ±π/2.
  init(x: Double, y: Double) {
    let (across, down) = (Self.slope(x), Self.slope(y))
    let slope = (across * across + down * down).squareRoot()
    altitude = slope == 0 ? .pi / 2 : atan(1 / slope)
    let angle = slope == 0 ? 0 : atan2(down, across)
    azimuth = angle < 0 ? max(0, min(angle + 2 * .pi, (2 * .pi).nextDown)) : angle
  }

  private static func slope(_ angle: Double) -> Double { tan(max(-.pi / 2, min(angle, .pi / 2))) }
}
