import Geometry
import Raster

extension Mask {
  /// Joins cones that a test gives in pixels.
  public mutating func join(_ cones: [RoundCone], within clip: PixelRect? = nil) {
    join(cones.map(PixelCone.init), within: clip)
  }
}
