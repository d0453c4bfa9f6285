import Ink
import Raster

/// A renderer that follows a drawing at its own pace: it asks the drawing what has changed since the version it drew
/// last, and draws that. The drawing does not know its renderers, and several may follow one drawing.
public protocol DrawingRenderer: Sendable {
  /// Draws what has changed since the last call; everything on the first call.
  /// - Throws: `RenderError` if the ink needs more memory than the limit. What was drawn is then incomplete.
  mutating func update(to drawing: Drawing) throws(RenderError)
}

/// The settings that renderers are made with.
public struct RendererSetup: Sendable {
  public var layout: CanvasLayout
  /// An image of the layout's size between the background and the ink.
  public var backdrop: ImageSource?
  /// Whether ink extends to the predicted samples of touches.
  public var showsPredictions = false
  /// The most bytes that a renderer's tiles of ink may take.
  public var memoryLimit = Int.max
  /// The longest side of a thumbnail, in pixels.
  public var thumbnailSide = 256
  public var debugLayers = Set(DebugLayer.allCases)
  /// The lines of an SVG document's description.
  public var notes: [String] = []

  public init(layout: CanvasLayout, backdrop: ImageSource? = nil) {
    self.layout = layout
    self.backdrop = backdrop
  }
}

extension PictureRenderer: DrawingRenderer {
  public mutating func update(to drawing: Drawing) throws(RenderError) { try drawFrame(drawing) }
}
