import Files
import Ink
import Raster
import TouchLog

/// Follows a drawing at its own pace: it asks the drawing for the changes since the version that it drew last, and
/// draws them. The drawing does not know its renderers, and several may follow one drawing.
///
/// Two renderers of the same kind and setup give the same output for the same drawing, however often each is updated.
package protocol Renderer: Sendable {
  /// Whether its output is a picture.
  static var makesPicture: Bool { get }

  init(_ setup: RendererSetup)

  /// Draws what has changed since the last update; the first time, everything.
  /// - Throws: `RenderError` if the ink takes more memory than the limit. The renderer must not be used again.
  mutating func update(to drawing: Drawing) throws(RenderError)

  /// Draws what has changed since the last update.
  /// - Returns: The output for the whole drawing.
  /// - Throws: As `update` does.
  mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput
}

extension Renderer {
  package static var makesPicture: Bool { true }
}

/// The output of a renderer.
package enum RendererOutput: Sendable {
  case picture(Picture)
  /// SVG, in UTF-8.
  case document(GeneratedDocument)
  case tiles(MapTilePyramid)
}

/// The settings that renderers are made with.
package struct RendererSetup: Sendable {
  package var layout: CanvasLayout
  /// An image of the layout's size between the background and the ink.
  package var backdrop: ImageSource?
  /// Whether ink extends to where touches are predicted to go.
  package var showsPredictions = false
  /// The most bytes that the tiles of ink of one `PictureRenderer` may take.
  package var memoryLimit = Int.max
  /// The longest side of a thumbnail, in pixels.
  package var thumbnailSide = 256
  package var debugLayers = Set(DebugLayer.allCases)
  /// The lines of an SVG document's description.
  package var notes: [String] = []

  package init(layout: CanvasLayout, backdrop: ImageSource? = nil) {
    self.layout = layout
    self.backdrop = backdrop
  }
}

/// Why a picture could not be drawn.
public enum RenderError: Error, Hashable, Sendable {
  /// The tiles of ink take more than this many bytes.
  case memoryLimit(Int)
}

extension RenderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .memoryLimit(let limit):
      "the picture's ink takes more than the memory limit of \(counted(limit, "byte")); "
        + "use a smaller scale or size, or raise the limit of memory"
    }
  }
}
