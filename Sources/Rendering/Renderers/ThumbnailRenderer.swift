import Geometry
import Ink
import Raster

/// Follows a drawing as a small picture of its own scale, which is drawn less often than the drawing changes.
///
/// It is drawn, not shrunk: lines stay as sharp as they can be in its size.
public struct ThumbnailRenderer: Sendable {
  public let layout: CanvasLayout
  /// It is drawn anew when the drawing has had so many more versions.
  public var pace = 64

  private var renderer: PictureRenderer
  /// Of the drawing, when it was drawn last.
  private var version: Int?

  /// - Parameter setup: Its layout is that of the whole picture.
  public init(_ setup: RendererSetup) {
    layout = setup.layout.scaled(toSide: setup.thumbnailSide)
    renderer = PictureRenderer(
      layout: layout, backdrop: setup.backdrop?.scaled(toWidth: layout.width, height: layout.height),
      showsPredictions: setup.showsPredictions, memoryLimit: setup.memoryLimit)
  }

  /// As it was drawn last.
  public var picture: Picture { renderer.picture }

  /// The thumbnail of a drawing as it is now.
  public mutating func picture(of drawing: Drawing) throws(RenderError) -> Picture {
    version = drawing.version
    try renderer.drawFrame(drawing)
    return renderer.picture
  }
}

extension ThumbnailRenderer: DrawingRenderer {
  /// Draws what has changed, if it is time to.
  public mutating func update(to drawing: Drawing) throws(RenderError) {
    if let version, drawing.version - version < pace { return }
    _ = try picture(of: drawing)
  }
}

extension CanvasLayout {
  /// The same in another scale.
  /// - Parameter side: The longest side in pixels, positive.
  public func scaled(toSide side: Int) -> CanvasLayout {
    scaled(by: Double(side) / Double(Swift.max(width, height)))
  }

  /// - Parameter factor: Positive.
  func scaled(by factor: Double) -> CanvasLayout {
    // A hair over a whole number is the rounding of the factor, not another pixel.
    func whole(_ length: Int) -> Int { Swift.max(1, Int((Double(length) * factor - 1e-6).rounded(.up))) }
    var result = self
    (result.width, result.height) = (whole(width), whole(height))
    result.transform.scale *= factor
    return result
  }
}
