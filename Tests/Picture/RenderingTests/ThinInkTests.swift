import Geometry
import Ink
import Raster
import Rendering
import Session
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
  func `dots and lines of later models cover their areas at every scale and place`(scale: Double, shift: Double)
    throws
  {
    let (x, y) = (60 + shift / scale, 70 + shift * shift / scale)
    let cap = 4 * Double.pi
    for model in [StrokeModel.ink3, .ink4] {
      let dot = try area(of: [(x, y)], scale: scale, model: model)
      // A channel has 256 levels: a quarter of one for each pixel that a dot touches.
      #expect(abs(dot - cap) <= 0.02 * cap + 1 / 255 / (scale * scale))
      let line = try area(of: [(x, y), (x + 60, y + 25)], scale: scale, model: model)
      let length = (60 * 60 + 25 * 25 as Double).squareRoot()
      let whole = 4 * length + cap
      // A line of ink-4 has 256 samples in each pixel, of which it may have one more or less in some.
      let samples = model == .ink4 ? 2 / 255 / (scale * scale) : 0
      #expect(abs(line - whole) <= 0.02 * whole + samples)
    }
  }

  @Test func `earlier models draw no line thinner than 0.7 pixels`() throws {
    for model in [StrokeModel.ink1, .ink2] {
      let line = try area(of: [(60, 70), (160, 70)], scale: 0.05, model: model)
      #expect(abs(line / (100 * 0.7 / 0.05) - 1) <= 0.2, "the ends add to it")
    }
  }

  /// Letters of 16, 8 and 4 points, by a pen of 2.
  @Test(arguments: [0.25, 0.35, 0.5, 0.6]) func `small writing of ink-4 covers its area`(scale: Double) throws {
    var options = SessionOptions()
    options.model = ModelOptions(model: .ink4)
    let examples = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let session = try DrawingSession(path: "/\(examples)/Examples/small-handwriting.jsonl", options: options)
    while try session.advance() {}
    session.finish()
    let drawing = session.drawing
    let layout = CanvasLayout(
      width: Int(400 * scale), height: Int(250 * scale), transform: Transform(scale: scale), background: .clear)
    var picture = PictureRenderer(layout: layout)
    try picture.drawFrame(drawing)
    var clear = [Double](repeating: 1, count: layout.width * layout.height)
    for stroke in drawing.strokes {
      let cones = stroke.spanCones(options: drawing.options).joined().map { layout.pixels($0, nil, .ink4).cone }
      let area = trueArea(of: cones, width: layout.width, height: layout.height)
      for pixel in clear.indices { clear[pixel] *= 1 - area[pixel] / 255 }
    }
    var (sum, count, worst, ink, area) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (pixel, clear) in zip(pixels(picture.picture), clear) where pixel != 0 || clear < 1 {
      let (alpha, truth) = (Double(pixel >> 24), 255 * (1 - clear))
      (sum, count, worst) = (sum + abs(alpha - truth), count + 1, max(worst, abs(alpha - truth)))
      (ink, area) = (ink + alpha, area + truth)
    }
    #expect(sum / count <= 1.5)
    #expect(worst <= 12)
    #expect(abs(ink / area - 1) <= 0.01)
  }
}
