import Geometry
import Ink
import Raster

/// Follows a drawing and keeps its picture up to date. Each frame draws only what has changed since the last one.
///
/// Complete elements are drawn once, onto a canvas. Live elements, such as touches that are down, are redrawn for each
/// frame over that canvas, in the tiles that they touch. A drawing that is only drawn at its end is drawn faster by a
/// `ConcurrentRenderer`.
public struct PictureRenderer: Sendable {
  private let backdrop: ImageSource?
  private var ink: DrawnInk
  /// The drawing's version in the last frame; -1 before the first frame.
  private var version: Int
  /// The tiles of the last frame that hold live ink. They replace those of the canvas.
  private var overlay: Canvas

  /// - Parameters:
  ///   - backdrop: An image of the layout's size between the background and the ink.
  ///   - showsPredictions: Whether frames show where touches are predicted to go.
  ///   - memoryLimit: The most bytes that the tiles of ink may take.
  public init(
    layout: CanvasLayout, backdrop: ImageSource? = nil, showsPredictions: Bool = false, memoryLimit: Int = .max
  ) {
    self.init(
      continuing: DrawnInk(layout: layout, showsPredictions: showsPredictions, memoryLimit: memoryLimit),
      at: -1, backdrop: backdrop)
  }

  /// Follows a drawing from its `version`, up to which `ink` is drawn.
  init(continuing ink: DrawnInk, at version: Int, backdrop: ImageSource?) {
    self.ink = ink
    self.version = version
    self.backdrop = backdrop
    overlay = Canvas(width: ink.layout.width, height: ink.layout.height)
  }

  public var layout: CanvasLayout { ink.layout }

  /// Whether frames show where touches are predicted to go.
  package var showsPredictions: Bool { ink.showsPredictions }

  /// The picture of the last frame.
  public var picture: Picture {
    Picture(
      canvas: ink.canvas, overlay: overlay.tileCount > 0 ? overlay : nil, background: layout.background,
      backdrop: backdrop)
  }

  /// Draws what has changed in the drawing since the last frame; in the first frame, everything.
  ///
  /// The time depends on what has changed, not on the size of the drawing, nor on the number of events in between.
  /// - Returns: The tiles that may differ from the last frame.
  /// - Throws: `RenderError` if the ink takes more memory than the limit. The picture is then incomplete, and the
  ///   renderer must not be used again.
  @discardableResult
  public mutating func drawFrame(_ drawing: Drawing) throws(RenderError) -> Set<Tile> {
    for change in drawing.changes(since: version).elements { try ink.draw(change, of: drawing) }
    version = drawing.version
    try ink.finishBatch(of: drawing)
    ink.trackChanges()
    ink.drawTails(of: drawing)
    let changed = ink.takeChangedTiles()
    for tile in changed { ink.draw(tile, of: drawing, onto: &overlay) }
    ink.ownersTileCount = overlay.tileCount
    try ink.checkMemory()
    return changed
  }
}

extension PictureRenderer: Renderer {
  package init(_ setup: RendererSetup) {
    self.init(
      layout: setup.layout, backdrop: setup.backdrop, showsPredictions: setup.showsPredictions,
      memoryLimit: setup.memoryLimit)
  }

  package mutating func update(to drawing: Drawing) throws(RenderError) { try drawFrame(drawing) }

  package mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput {
    try drawFrame(drawing)
    return .picture(picture)
  }
}
