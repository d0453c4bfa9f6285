import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// Ink covers its own area at every scale: a thumbnail of thin lines is as light as the lines are thin.
@Suite struct ThinInkTests {
  /// The area of a drawing's ink, in square points, from the alpha of a picture.
  private func area(of points: [(Double, Double)], scale: Double, model: StrokeModel) throws -> Double {
    let events: [LogEvent] =
      [.tool(ToolChange(name: "pen", color: .solid(.black), width: 4, thinning: 0))] + LogEvent.drag(points)
    let side = Int(200 * scale) + 1
    var picture = PictureRenderer(
      layout: CanvasLayout(width: side, height: side, transform: Transform(scale: scale), background: .clear))
    try picture.drawFrame(try Drawing(events, options: ModelOptions(model: model)))
    let alpha = pixels(picture.picture).reduce(0) { $0 + Double($1 >> 24) }
    return alpha / 255 / (scale * scale)
  }

  /// Radii of 0.06 to 1 pixel.
  @Test(arguments: [0.03, 0.05, 0.1, 0.15, 0.2, 0.5], [0.0, 0.37, 0.81])
  func `dots and lines of ink-3 cover their areas at every scale and place`(scale: Double, shift: Double) throws {
    let (x, y) = (60 + shift / scale, 70 + shift * shift / scale)
    let cap = 4 * Double.pi
    let dot = try area(of: [(x, y)], scale: scale, model: .ink3)
    // A channel has 256 levels: a quarter of one for each pixel that a dot touches.
    #expect(abs(dot - cap) <= 0.02 * cap + 1 / 255 / (scale * scale))
    let line = try area(of: [(x, y), (x + 60, y + 25)], scale: scale, model: .ink3)
    let length = (60 * 60 + 25 * 25 as Double).squareRoot()
    #expect(abs(line / (4 * length + cap) - 1) <= 0.02)
  }

  @Test func `earlier models draw no line thinner than 0.7 pixels`() throws {
    for model in [StrokeModel.ink1, .ink2] {
      let line = try area(of: [(60, 70), (160, 70)], scale: 0.05, model: model)
      #expect(abs(line / (100 * 0.7 / 0.05) - 1) <= 0.2, "the ends add to it")
    }
  }
}
