import Geometry
import Raster
import TouchLog

/// What decides the canvas of a drawing: the request, the header of the log and the image under the ink.
package struct CanvasSetup: Sendable {
  package private(set) var request: LayoutRequest
  package let header: LogHeader?
  private let backdrop: ImageSource?

  /// - Parameters:
  ///   - backdrop: The image under the ink. If nothing else sets the size of the canvas, the image does.
  ///   - isTraced: Whether the image is one to draw over, which always sets the size of the canvas.
  package init(
    _ request: LayoutRequest, header: LogHeader? = nil, backdrop: ImageSource? = nil, isTraced: Bool = false
  ) {
    (self.request, self.header, self.backdrop) = (request, header, backdrop)
    // An image covers the lines of the paper.
    if backdrop != nil, case .paper(let paper)? = request.background ?? header?.background {
      self.request.background = .color(paper.color)
    }
    guard let backdrop, isTraced || request.fit == .canvas && (request.size ?? header?.size) == nil else { return }
    let scale = isTraced ? request.scale ?? header?.scale ?? 1 : 1
    self.request.size = Size(width: Double(backdrop.width) / scale, height: Double(backdrop.height) / scale)
  }

  /// Whether the layout is known before any ink is drawn.
  package var isKnown: Bool { request.isKnown(from: header) }

  /// Pixels per point; nil if the ink's bounds decide it.
  package var scale: Double? { request.scale(header: header) }

  /// The layout of a drawing.
  /// - Parameter ink: The bounds of the drawing's ink in points. Evaluated only if the layout depends on them.
  package func layout(ink: @autoclosure () -> Rect) throws(LayoutError) -> CanvasLayout {
    try request.layout(header: header, ink: isKnown ? .empty : ink())
  }

  /// The image between the background and the ink, scaled to the layout's size, or the lines of the paper; nil if there
  /// is neither.
  package func backdrop(for layout: CanvasLayout) -> ImageSource? {
    backdrop?.turned(layout.transform.turn).scaled(toWidth: layout.width, height: layout.height)
      ?? layout.paper?.image(layout)
  }
}
