import Files
import Geometry
import Ink
import PNG
import Rendering
import Raster
import TouchLog

/// Decides the canvas of a session from the options, the log's header and the image under the ink.
struct CanvasPlan {
  private var request: LayoutRequest
  private let header: LogHeader?
  private let backdrop: ImageSource?
  private let limits: RenderLimits

  /// Plans the canvas of a session of which no event has been read, and sets how the session models ink.
  /// - Throws: `SessionError` if the log's beginning cannot be read, or the image under the ink cannot be loaded.
  init(_ session: DrawingSession, _ options: PictureOptions, _ limits: RenderLimits) throws(SessionError) {
    try self.init(options, header: try session.header(), files: session.files, limits)
    session.start(model: options.modelOptions(scale: scale))
  }

  private init(
    _ options: PictureOptions, header: LogHeader?, files: LogFiles, _ limits: RenderLimits
  ) throws(SessionError) {
    request = LayoutRequest(options)
    request.pixelLimit = limits.pixels
    (self.header, self.limits) = (header, limits)
    let limits = ImageLimits(maxBytes: limits.memory)
    backdrop = try rethrowing(as: SessionError.background) { () throws(ImageLoadError) in
      if let over = options.over { return try ImageSource(file: over, limits: limits, notedIn: files.filesRead) }
      switch options.background {
      case .picture(let path): return try ImageSource(file: path, limits: limits, notedIn: files.filesRead)
      case .color, .some(.none): return nil
      case nil: return try files.background(of: header, limits: limits)
      }
    }
    guard let backdrop else { return }
    // An image to draw over always sets the canvas size; a background image does only if nothing else sets it.
    let isOver = options.over != nil
    guard isOver || request.fit == .canvas && (request.size ?? header?.size) == nil else { return }
    let scale = isOver ? request.scale ?? header?.scale ?? 1 : 1
    request.size = Size(width: Double(backdrop.width) / scale, height: Double(backdrop.height) / scale)
  }

  /// Whether the layout is known before any ink is drawn.
  var isKnown: Bool { request.isKnown(from: header) }

  /// Pixels per point; nil if the ink's bounds decide it.
  var scale: Double? { request.scale(header: header) }

  /// The layout of a finished drawing.
  /// - Parameter report: How the input was understood. Evaluated only if there is no ink.
  func layout(
    of drawing: Drawing, report: @autoclosure () -> ImportReport
  ) throws(SessionError) -> CanvasLayout {
    let draft = try layout(ink: drawing.inkBounds, report: report())
    guard request.fit == .content else { return draft }
    var bare = draft
    bare.background = .clear
    let picture = try rethrowing(as: SessionError.render) { () throws(RenderError) in
      try ConcurrentRenderer(layout: bare, memoryLimit: limits.memory, threads: limits.threads).finish(drawing)
    }
    // Ink that is erased or transparent leaves nothing to crop to.
    guard let visible = picture.visibleArea else { return draft }
    return try rethrowing(as: SessionError.layout) { () throws(LayoutError) in
      try request.layout(header: header, cropping: draft, to: visible)
    }
  }

  /// - Parameters:
  ///   - ink: The bounds of the drawing's ink in points. Evaluated only if the layout depends on them.
  ///   - report: How the input was understood. Evaluated only if there is no ink.
  func layout(
    ink: @autoclosure () -> Rect, report: @autoclosure () -> ImportReport
  ) throws(SessionError) -> CanvasLayout {
    let bounds = isKnown ? .empty : ink()
    do throws(LayoutError) {
      return try request.layout(header: header, ink: bounds)
    } catch {
      if error == .nothingToShow {
        let found = report()
        if let sought = found.ink { throw .layout(.noInk(format: found.format, sought: sought)) }
      }
      throw .layout(error)
    }
  }

  /// The image between the background and the ink, scaled to the layout's size; nil if there is none.
  func backdrop(for layout: CanvasLayout) -> ImageSource? {
    guard let backdrop else { return nil }
    if backdrop.width == layout.width, backdrop.height == layout.height { return backdrop }
    return backdrop.scaled(toWidth: layout.width, height: layout.height)
  }
}
