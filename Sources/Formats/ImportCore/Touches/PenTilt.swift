import Geometry

/// Converts a pen's tilt in two planes, as devices report it, to the direction in the touch log.
///
/// The last results are kept, because a pen turns slowly.
package struct PenTilt {
  /// The angle above the surface, 0...π/2, and the direction from the x axis, 0..<2π, both in radians.
  package typealias Angles = (altitude: Double, azimuth: Double)

  private struct Entry {
    var x = Double.nan
    var y = Double.nan
    var angles: Angles = (0, 0)
  }

  private static let size = 64
  private var entries = [Entry](repeating: Entry(), count: size)

  package init() {}

  /// - Parameters:
  ///   - x: The tilt toward the right, −90...90 degrees, in the plane of the x axis and the pen upright.
  ///   - y: The tilt downward, in the plane of the y axis.
  package mutating func angles(x: Double, y: Double) -> Angles {
    if x == 0, y == 0 { return (.pi / 2, 0) }
    let mixed = (x.bitPattern ^ (y.bitPattern &<< 1)) &* 0x9E37_79B9_7F4A_7C15
    let index = Int(truncatingIfNeeded: mixed &>> 58)
    if entries[index].x != x || entries[index].y != y {
      entries[index] = Entry(x: x, y: y, angles: Self.angles(x, y))
    }
    return entries[index].angles
  }

  /// A pen that points along (tan x, tan y, 1), which is multiplied by both cosines here, to allow 90°.
  package static func angles(_ x: Double, _ y: Double) -> Angles {
    let (sineX, cosineX) = Trigonometry.sineAndCosine(degrees: min(max(x, -90), 90))
    let (sineY, cosineY) = Trigonometry.sineAndCosine(degrees: min(max(y, -90), 90))
    let direction = (x: sineX * cosineY, y: sineY * cosineX)
    let length = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    let azimuth = Trigonometry.arcTangent(direction.y, direction.x)
    return (Trigonometry.arcTangent(cosineX * cosineY, length), azimuth < 0 ? azimuth + 2 * .pi : azimuth)
  }
}
