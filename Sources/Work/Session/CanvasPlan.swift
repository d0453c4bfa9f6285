import Files
internal import Geometry
import Ink
import PNG
import Rendering
import Raster
import TouchLog

/// Decides the canvas of a session from the options, the log's header and the image under the ink.
struct CanvasPlan {
  private let setup: CanvasSetup
  private let limits: RenderLimits

  /// Plans the canvas of a session of which no event has been read, and sets how the session models ink.
  /// - Throws: `SessionError` if the log's beginning cannot be read, or the image under the ink cannot be loaded.
  init(_ session: DrawingSession, _ options: PictureOptions, _ limits: RenderLimits) throws(SessionError) {
    let header = try session.header()
    let files = session.files
    let imageLimits = ImageLimits(maxBytes: limits.memory)
    if let font = options.fontIdentity { files.filesRead.note(font) }
    let backdrop = try rethrowing(as: SessionError.background) { () throws(ImageLoadError) -> ImageSource? in
      if let over = options.over { return try ImageSource(file: over, limits: imageLimits, notedIn: files.filesRead) }
      switch options.background {
      case .picture(let path): return try ImageSource(file: path, limits: imageLimits, notedIn: files.filesRead)
      case .embedded(let data): return try ImageSource(base64: data, imageLimits)
      case .color, .paper, .some(.none): return nil
      case nil:
        do throws(ImageLoadError) {
          return try files.background(of: header, limits: imageLimits)
        } catch let error where session.isImported && error.isOfImage {
          // Documents of other programs often come without the files beside them.
          session.omit("backgrounds (\(error))")
          return nil
        }
      }
    }
    var request = LayoutRequest(options)
    request.pixelLimit = limits.pixels
    self.limits = limits
    setup = CanvasSetup(request, header: header, backdrop: backdrop, isTraced: options.over != nil)
    session.start(model: options.modelOptions(scale: setup.scale))
    session.threads = limits.threads
  }

  /// Whether the layout is known before any ink is drawn.
  var isKnown: Bool { setup.isKnown }

  /// The image between the background and the ink, scaled to the layout's size; nil if there is none.
  func backdrop(for layout: CanvasLayout) -> ImageSource? { setup.backdrop(for: layout) }

  /// The layout of a finished drawing.
  /// - Parameter report: How the input was understood. Evaluated only if there is no ink.
  func layout(
    of drawing: Drawing, report: @autoclosure () -> ImportReport
  ) throws(SessionError) -> CanvasLayout {
    let draft = try layout(ink: drawing.inkBounds, report: report())
    guard setup.request.fit == .content else { return draft }
    var bare = draft
    bare.background = .clear
    let picture = try rethrowing(as: SessionError.render) { () throws(RenderError) in
      try ConcurrentRenderer(layout: bare, memoryLimit: limits.memory, threads: limits.threads).finish(drawing)
    }
    // Ink that is erased or transparent leaves nothing to crop to.
    guard let visible = picture.visibleArea else { return draft }
    return try rethrowing(as: SessionError.layout) { () throws(LayoutError) in
      try setup.request.layout(header: setup.header, cropping: draft, to: visible)
    }
  }

  /// - Parameters:
  ///   - ink: The bounds of the drawing's ink in points. Evaluated only if the layout depends on them.
  ///   - report: How the input was understood. Evaluated only if there is no ink.
  func layout(
    ink: @autoclosure () -> Rect, report: @autoclosure () -> ImportReport
  ) throws(SessionError) -> CanvasLayout {
    do throws(LayoutError) {
      return try setup.layout(ink: ink())
    } catch {
      if error == .nothingToShow {
        let found = report()
        if let sought = found.ink { throw .layout(.noInk(format: found.format, sought: sought)) }
      }
      throw .layout(error)
    }
  }
}
