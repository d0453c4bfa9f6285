import Geometry
import Ink
import Raster

@testable import SVG

// Tests give cones in pixels.

extension InkOutline {
  init(_ cones: [RoundCone]) { self.init(cones.map(PixelCone.init)) }
}

extension StrokeTrail {
  init(_ spans: [[RoundCone]], _ samples: [Sample]) { self.init(spans.map { $0.map(PixelCone.init) }, samples) }
}
