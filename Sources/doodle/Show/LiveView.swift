import DoodleKit

/// A drawing that is shown while its events still come.
final class LiveView {
  private(set) var drawing: Drawing
  private(set) var failure: CommandError?
  private let screen: TerminalScreen
  private let options: ShowOptions
  private let path: String
  private let write: ([UInt8]) throws(CommandError) -> Void

  private var header: LogHeader?
  private var backdrop: Backdrop?
  private var request: LayoutRequest
  private var hasBegun = false
  /// The canvas that is shown; nil before there is anything to show.
  private var renderer: PictureRenderer?
  private var buffer = FrameBuffer(width: 1, height: 1)
  /// Where touches were, in points.
  private var reach = Rect.empty

  /// How much larger than the ink a canvas without a size is made, so that it need not grow with each event.
  private static let room = 0.25

  /// How many times as fine as need be the ink may be modelled before it has ended.
  private static let finesse = 4.0

  /// - Parameters:
  ///   - path: The log's.
  ///   - write: Puts bytes onto the terminal at once.
  init(
    _ options: ShowOptions, on screen: TerminalScreen, path: String,
    write: @escaping ([UInt8]) throws(CommandError) -> Void
  ) {
    (self.options, self.screen, self.path, self.write) = (options, screen, path, write)
    request = LayoutRequest(options.options, options.resolution(on: screen))
    drawing = Drawing(options: options.options.modelOptions(scale: nil))
  }

  /// Waits for the log's header, if it begins with one.
  func begin(_ recording: inout Recording) throws(CommandError) {
    header = try recording.header()
    let limits = RenderLimits(memory: options.memoryLimit, threads: 1)
    backdrop = try Backdrop.named(by: options.options, header, log: path, limits)
    if let backdrop { request.size = backdrop.size(request, header) }
    drawing = Drawing(options: options.options.modelOptions(scale: request.scale(header: header)))
    hasBegun = true
  }

  /// Takes an event in by way of the recording that it comes from.
  func apply(_ event: LogEvent, from recording: inout Recording) throws(CommandError) {
    try recording.apply(event, to: &drawing)
    if case .touch(let touch) = event {
      reach.formUnion(Rect(minX: touch.point.x, minY: touch.point.y, maxX: touch.point.x, maxY: touch.point.y))
    }
  }

  /// Ends the drawing and shows it.
  func finish(_ recording: inout Recording) throws(CommandError) {
    recording.finish(&drawing)
    if !request.isKnown(from: header) { renderer = nil }
    try draw(hasEnded: true)
    try write(screen.end(height: buffer.bitmap.height))
  }

  /// Shows the drawing as it is now.
  /// - Returns: False where that failed; `failure` says why.
  func show() -> Bool {
    guard hasBegun else { return true }
    do throws(CommandError) {
      try draw(hasEnded: false)
      return true
    } catch {
      failure = error
      return false
    }
  }

  private func draw(hasEnded: Bool) throws(CommandError) {
    if renderer.map({ !holds($0.layout) }) ?? true { try makeRenderer(hasEnded: hasEnded) }
    let isNew = buffer.bitmap.width != renderer?.layout.width || buffer.bitmap.height != renderer?.layout.height
    let changed: PixelRect
    do throws(RenderError) {
      guard let tiles = try renderer?.drawFrame(drawing).sorted(), let picture = renderer?.picture else { return }
      if isNew {
        buffer = try FrameBuffer(
          width: picture.width, height: picture.height, memoryLimit: options.memoryLimit)
        changed = buffer.fill(with: picture)
      } else {
        changed = buffer.update(tiles, from: picture)
      }
    } catch {
      throw .limit(path: path, message: error.description)
    }
    guard !changed.isEmpty else { return }
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try screen.update(buffer.bitmap, changed: changed, isNew: isNew)
    } catch {
      throw .limit(path: path, message: error.description)
    }
    try write(bytes)
  }

  /// Whether a layout shows all places where touches were, or does not depend on them.
  private func holds(_ layout: CanvasLayout) -> Bool {
    if request.isKnown(from: header) || reach.isEmpty { return true }
    let shown = layout.transform.apply(reach)
    return shown.minX >= 0 && shown.minY >= 0 && shown.maxX <= Double(layout.width)
      && shown.maxY <= Double(layout.height)
  }

  private func makeRenderer(hasEnded: Bool) throws(CommandError) {
    var ink = Rect.empty
    if !request.isKnown(from: header) {
      ink = drawing.inkBounds
      // Nothing to show yet, unless this is all there will be.
      if ink.isEmpty, !hasEnded { return }
      if !ink.isEmpty, !hasEnded {
        let (dx, dy) = (ink.width * LiveView.room, ink.height * LiveView.room)
        ink = Rect(minX: ink.minX - dx, minY: ink.minY - dy, maxX: ink.maxX + dx, maxY: ink.maxY + dy)
      }
    }
    let layout = try request.knownLayout(header, ink: ink, path: path)
    renderer = PictureRenderer(
      layout: layout, backdrop: backdrop?.source(for: layout), showsPredictions: options.showsPredictions,
      memoryLimit: options.memoryLimit)
    buffer = FrameBuffer(width: 1, height: 1)
    let tolerance = options.options.modelOptions(scale: layout.transform.scale).tolerance
    let (finest, coarsest) = (tolerance / LiveView.finesse, tolerance)
    // Ink that is a little finer than need be looks the same, and to model it anew takes as long as to draw it.
    if hasEnded || !(finest...coarsest).contains(drawing.options.tolerance) { drawing.refine(tolerance: tolerance) }
  }
}
