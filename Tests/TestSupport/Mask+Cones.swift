import Geometry
import Raster

extension Mask {
  /// Joins cones that a test gives in pixels.
  package mutating func join(_ cones: [RoundCone], within clip: PixelRect? = nil) {
    join(cones.map(PixelCone.init), within: clip)
  }
}
