import Files
internal import Geometry
import Ink
public import Raster
import Rendering
import TouchLog

/// Draws the picture of a log that is still being written.
///
/// If neither the log nor the options give a canvas size, the canvas grows with the ink.
public final class LivePicture {
  /// The session that reads the log. Advance the picture, not the session.
  public let session: DrawingSession
  private let options: PictureOptions
  private let showsPredictions: Bool
  private let memoryLimit: Int
  private let plan: CanvasPlan
  /// Nil until the canvas is known.
  private var screen: DrawingScreen?
  /// The bounds of all touches so far, in points.
  private var touchBounds = Rect.empty

  /// The margin of a growing canvas on each side, as a share of the ink's size. A larger margin means fewer resizes.
  private static let room = 0.25

  /// Ink may be modeled this many times finer than the scale requires before it is modeled again, which takes as long
  /// as drawing it.
  private static let finestDetail = 4.0

  /// - Parameters:
  ///   - session: A session of which no event has been read.
  ///   - showsPredictions: Whether ink continues to the predicted touches.
  /// - Throws: `SessionError` if the log's beginning cannot be read, or the image under the ink cannot be loaded.
  public init(
    _ session: DrawingSession, options: PictureOptions = PictureOptions(), limits: RenderLimits = RenderLimits(),
    showsPredictions: Bool = false
  ) throws(SessionError) {
    (self.session, self.options, self.showsPredictions) = (session, options, showsPredictions)
    memoryLimit = limits.memory
    plan = try CanvasPlan(session, options, limits)
  }

  /// The picture after the last update.
  public var bitmap: Bitmap { screen?.bitmap ?? Bitmap(width: 1, height: 1, pixels: [0]) }

  /// Reads the next event.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError` as `DrawingSession.step` does.
  public func advance() throws(SessionError) -> Bool {
    guard let step = try session.step() else { return false }
    if case .event(.touch(let touch)) = step {
      touchBounds.formUnion(Rect(minX: touch.point.x, minY: touch.point.y, maxX: touch.point.x, maxY: touch.point.y))
    }
    return true
  }

  /// Ends the drawing and updates the picture. A growing canvas is cropped to the ink and its margin.
  /// - Throws: `SessionError` if the canvas has no size, or the ink takes more memory than allowed.
  public func finish() throws(SessionError) -> Change? {
    session.finish()
    if !plan.isKnown { screen = nil }
    return try update(hasEnded: true)
  }

  /// The result of an update.
  public struct Change: Hashable, Sendable {
    /// The smallest box that holds all pixels that changed.
    public var area: PixelRect
    /// Whether the picture has a new size.
    public var isResized: Bool

    package init(area: PixelRect, isResized: Bool) { (self.area, self.isResized) = (area, isResized) }
  }

  /// Draws the events since the last update.
  /// - Returns: The change; nil if no pixel changed.
  /// - Throws: `SessionError` if the canvas is too large, or the ink takes more memory than allowed.
  public func update() throws(SessionError) -> Change? {
    try update(hasEnded: false)
  }

  private func update(hasEnded: Bool) throws(SessionError) -> Change? {
    if screen.map({ !holdsAllTouches($0.layout) }) ?? true { try makeScreen(hasEnded: hasEnded) }
    let isResized = screen?.isBlank ?? false
    let area = try rethrowing(as: SessionError.render) { () throws(RenderError) in
      try screen?.update(to: session.drawing) ?? .none
    }
    return area.isEmpty ? nil : Change(area: area, isResized: isResized)
  }

  private func holdsAllTouches(_ layout: CanvasLayout) -> Bool {
    if plan.isKnown || touchBounds.isEmpty { return true }
    let shown = layout.transform.apply(touchBounds)
    return shown.minX >= 0 && shown.minY >= 0 && shown.maxX <= Double(layout.width)
      && shown.maxY <= Double(layout.height)
  }

  private func makeScreen(hasEnded: Bool) throws(SessionError) {
    var ink = plan.isKnown ? .empty : session.drawing.inkBounds
    if !plan.isKnown, !hasEnded {
      if ink.isEmpty { return }
      let (dx, dy) = (ink.width * Self.room, ink.height * Self.room)
      ink = Rect(minX: ink.minX - dx, minY: ink.minY - dy, maxX: ink.maxX + dx, maxY: ink.maxY + dy)
    }
    let layout =
      hasEnded
      ? try plan.layout(of: session.drawing, report: session.report)
      : try plan.layout(ink: ink, report: session.report)
    screen = try rethrowing(as: SessionError.render) { () throws(RenderError) in
      try DrawingScreen(
        layout, backdrop: plan.backdrop(for: layout), showsPredictions: showsPredictions, memoryLimit: memoryLimit)
    }
    let tolerance = options.modelOptions(scale: layout.transform.scale).tolerance
    let sufficient = tolerance / Self.finestDetail...tolerance
    if hasEnded || !sufficient.contains(session.drawing.options.tolerance) { session.refine(tolerance: tolerance) }
  }
}
