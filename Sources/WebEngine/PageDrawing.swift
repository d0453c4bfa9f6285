import Compare
import Files
import Geometry
import Ink
import PNG
import Raster
import Rendering
import SVG
import TouchLog

/// A drawing in a page: it applies the events of a log as they come, and keeps the pixels on the screen up to date.
///
/// Its finished picture has the pixels that `doodle render` makes of the same log.
public final class PageDrawing {
  private var drawing = Drawing()
  private var header: LogHeader?
  private var pictures: [String: PagePicture] = [:]
  /// The picture that the header names as the background.
  private var backdrop: ImageSource?
  /// The size that the page has chosen, if any.
  private let size: Size?
  private var request = LayoutRequest()
  private let showsPredictions: Bool
  /// Nil until the canvas is known.
  private var renderer: PictureRenderer?
  private var buffer = FrameBuffer(width: 1, height: 1)
  /// The lines of all events so far.
  public private(set) var log: [UInt8] = []
  private var lineCount = 0
  /// The last line.
  private var line: [UInt8] = []
  /// The number of events so far.
  public private(set) var eventCount = 0

  /// - Parameters:
  ///   - size: The canvas in points; nil for that of the log's header.
  ///   - scale: Pixels per point; nil for that of the header.
  ///   - showsPredictions: Whether ink on the screen goes where touches are predicted to go.
  public init(size: Size? = nil, scale: Double? = nil, showsPredictions: Bool = true) {
    self.size = size
    request.scale = scale
    self.showsPredictions = showsPredictions
    begin()
  }

  private func begin() {
    renderer = nil
    request.size = size
    // A background sets the size if nothing else does.
    if let backdrop, size == nil, header?.size == nil {
      request.size = Size(width: Double(backdrop.width), height: Double(backdrop.height))
    }
    let scale = request.scale(header: header) ?? 1
    drawing = Drawing(options: ModelOptions(tolerance: ModelOptions.tolerance(pixelsPerPoint: scale)))
  }

  // MARK: Events

  /// Adds a picture, which later lines of the log name as an image or as the background: a page has no files.
  /// - Parameters:
  ///   - name: The path in the log. For an image within the log it is the text of its "data".
  ///   - picture: Straight alpha. It replaces an earlier picture of that name for later lines.
  public func addPicture(_ name: String, _ picture: Bitmap) {
    pictures[name] = PagePicture(ImageSource(picture))
  }

  /// Applies whole lines of a log.
  /// - Throws: `PageError`. The lines before the wrong one have been applied, those from it on have not.
  public func apply(_ lines: [UInt8]) throws(PageError) {
    var reader = LogReader(MemorySource(lines), name: "log")
    defer { lineCount += reader.line }
    while let event = try next(&reader) {
      if let message = refusal(of: event) {
        throw PageError(line: lineCount + reader.line, column: reader.location.column, message: message)
      }
      keep(event)
    }
  }

  /// Applies a touch.
  /// - Throws: `PageError`. The drawing is then unchanged.
  public func apply(_ touch: TouchEvent) throws(PageError) {
    if let message = refusal(of: .touch(touch)) { throw PageError(line: lineCount + 1, column: 1, message: message) }
    lineCount += 1
    keep(.touch(touch))
  }

  /// Adds an event to the log.
  private func keep(_ event: LogEvent) {
    line.removeAll(keepingCapacity: true)
    LogWriter.append(event, to: &line)
    // The writer makes room for a line only, which would move a long log again and again.
    log.append(contentsOf: line)
  }

  private func next(_ reader: inout LogReader) throws(PageError) -> LogEvent? {
    do throws(LogReadError) {
      return try reader.next()
    } catch {
      guard case .malformed(let fault) = error else { throw PageError(message: "no more bytes") }
      throw PageError(
        line: lineCount + fault.location.line, column: fault.location.column, message: fault.reason.description)
    }
  }

  /// Applies an event.
  /// - Returns: Why it was not applied; nil if it was.
  private func refusal(of event: LogEvent) -> String? {
    if case .header(let header) = event {
      if eventCount > 0 { return LogError.Reason.headerNotFirst.description }
      if case .picture(let name) = header.background {
        guard let picture = pictures[name] else { return Self.missingPicture(name) }
        backdrop = picture.source
      } else {
        backdrop = nil
      }
      self.header = header
      begin()
    }
    do throws(EditError) {
      if case .command(.image(let image)) = event {
        switch image.source {
        case .path(let name), .data(let name):
          guard let picture = pictures[name] else { return Self.missingPicture(name) }
          try drawing.add(image, picture)
          drawing.updateInk()
        }
      } else {
        _ = try drawing.apply(event)
      }
    } catch {
      return error.description
    }
    eventCount += 1
    return nil
  }

  private static func missingPicture(_ name: String) -> String {
    let start = name.prefix(80)
    return
      "the picture \"\(start)\(start == name ? "" : "…")\" is missing, and a page has no files; add it before this line"
  }

  // MARK: The screen

  /// The size of the picture on the screen in pixels; 1 × 1 until the canvas is known.
  public var width: Int { buffer.bitmap.width }
  public var height: Int { buffer.bitmap.height }

  /// The pixels on the screen after the last update: red, green, blue and straight alpha, rows from the top.
  public var pixels: [UInt32] { buffer.bitmap.pixels }

  /// Draws what has changed since the last update.
  /// - Returns: The smallest box that holds all pixels that changed; empty if none did.
  /// - Throws: `PageError` if the canvas is too large.
  public func update() throws(PageError) -> PixelRect {
    let nothing = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    guard request.isKnown(from: header) else { return nothing }
    let layout = try layout(of: .empty)
    do throws(RenderError) {
      if renderer == nil {
        renderer = PictureRenderer(
          layout: layout, backdrop: backdrop(for: layout), showsPredictions: showsPredictions)
        buffer = FrameBuffer(width: layout.width, height: layout.height)
        _ = try renderer?.drawFrame(drawing)
        return renderer.map { buffer.fill(with: $0.picture) } ?? nothing
      }
      guard let tiles = try renderer?.drawFrame(drawing), !tiles.isEmpty, let picture = renderer?.picture else {
        return nothing
      }
      return buffer.update(tiles.sorted(), from: picture)
    } catch {
      throw PageError(message: error.description)
    }
  }

  // MARK: The finished drawing

  /// The drawing if it ended now, and the layout of its picture.
  /// - Throws: `PageError` if there is nothing to show, or the canvas is too large.
  private func finished() throws(PageError) -> (drawing: Drawing, layout: CanvasLayout) {
    var finished = drawing
    _ = finished.finish()
    let layout = try layout(of: finished.inkBounds)
    finished.refine(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale))
    return (finished, layout)
  }

  /// The picture of the drawing if it ended now.
  /// - Throws: `PageError` if there is nothing to show, or the canvas is too large.
  public func finishedPicture() throws(PageError) -> Picture {
    let (finished, layout) = try finished()
    var renderer = PictureRenderer(layout: layout, backdrop: backdrop(for: layout))
    do throws(RenderError) {
      try renderer.drawFrame(finished)
    } catch {
      throw PageError(message: error.description)
    }
    return renderer.picture
  }

  /// The finished picture as a PNG, as `doodle render` writes it.
  /// - Parameters:
  ///   - hasMetadata: Whether the file names the version, the stroke model and the SHA-256 of `log`, as `--metadata`
  ///     does.
  ///   - dpi: The resolution in dots per inch that the file states; nil for none. It changes no pixel.
  /// - Throws: `PageError` if there is nothing to show, the canvas is too large, or a PNG cannot state the resolution.
  public func png(hasMetadata: Bool = false, dpi: Double? = nil) throws(PageError) -> [UInt8] {
    var options = PNGOptions(dpi: dpi)
    if hasMetadata {
      var hash = SHA256()
      hash.update(log.span)
      options.text = [
        ("Software", "doodle \(Self.version)"), ("Stroke model", drawing.model.rawValue),
        ("Touch log SHA-256", hash.finalized()),
      ]
    }
    var file = MemorySink()
    let picture = try finishedPicture()
    do throws(ImageError) {
      try writePNG(picture, options: options, to: &file)
    } catch {
      throw PageError(message: error.description)
    }
    return file.bytes
  }

  /// The drawing if it ended now as an SVG document, in UTF-8, as `doodle render -o x.svg` writes it, but for
  /// how images in it are compressed.
  /// - Throws: `PageError` if there is nothing to show, or the canvas is too large.
  public func svg() throws(PageError) -> [UInt8] {
    let (finished, layout) = try finished()
    var renderer = SVGRenderer(layout: layout, backdrop: backdrop(for: layout))
    return renderer.document(of: finished)
  }

  /// That of the command, which a test compares.
  private static let version = "0.1.0"

  /// The hash of the finished picture, as `doodle hash` prints it for the log.
  public func hash() throws(PageError) -> String { PixelHash.of(try finishedPicture()) }

  /// The picture between the background and the ink, scaled to the layout's size; nil if there is none.
  private func backdrop(for layout: CanvasLayout) -> ImageSource? {
    backdrop?.scaled(toWidth: layout.width, height: layout.height)
  }

  private func layout(of ink: Rect) throws(PageError) -> CanvasLayout {
    do throws(LayoutError) {
      return try request.layout(header: header, ink: ink)
    } catch {
      throw PageError(message: error.description)
    }
  }
}

/// The pixels of a picture that a page has added.
private final class PagePicture: ImageContent {
  let source: ImageSource

  init(_ source: ImageSource) { self.source = source }

  var width: Int { source.width }
  var height: Int { source.height }
  var pixels: [UInt32] { source.pixels }
}
