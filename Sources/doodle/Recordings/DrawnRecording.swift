import DoodleKit

/// What drawing may take.
struct RenderLimits: Hashable, Sendable {
  /// What the ink may take, in bytes.
  var memory: Int
  var threads: Int
}

/// A recording with its picture.
struct DrawnRecording {
  let recording: Recording
  let drawing: Drawing
  let picture: Picture
  let layout: CanvasLayout

  /// Reads a recording to its end and draws it on the way where its canvas is known at the start.
  init(
    _ recording: consuming Recording, options: PictureOptions, resolution: PictureOptions.Resolution,
    limits: RenderLimits
  ) throws(CommandError) {
    var recording = recording
    var request = LayoutRequest(options, resolution)
    let header = try recording.header()
    let backdrop = try Backdrop.named(by: options, header, log: recording.path, limits)
    if let backdrop { request.size = backdrop.size(request, header) }
    var drawing = Drawing(options: options.modelOptions(scale: request.scale(header: header)))
    var renderer: BackgroundRenderer?
    if request.isKnown(from: header) {
      renderer = try DrawnRecording.renderer(request, drawing, header, backdrop, limits, recording.path)
    }
    var baked = 0
    while try recording.applyNext(to: &drawing) {
      // Often at first, so that a short recording is drawn while it is read too.
      guard recording.eventCount - baked >= max(1024, baked / 16) else { continue }
      baked = recording.eventCount
      renderer?.bakeIfIdle(drawing)
    }
    recording.finish(&drawing)

    let complete =
      if let renderer { renderer } else {
        try DrawnRecording.renderer(request, drawing, header, backdrop, limits, recording.path)
      }
    drawing.refine(tolerance: options.modelOptions(scale: complete.layout.transform.scale).tolerance)
    do throws(RenderError) {
      picture = try complete.finish(drawing)
    } catch {
      throw .limit(path: recording.path, message: error.description)
    }
    layout = complete.layout
    self.drawing = drawing
    self.recording = recording
  }

  private static func renderer(
    _ request: LayoutRequest, _ drawing: Drawing, _ header: LogHeader?, _ backdrop: Backdrop?, _ limits: RenderLimits,
    _ path: String
  ) throws(CommandError) -> BackgroundRenderer {
    let layout = try request.knownLayout(header, drawing, path: path)
    return BackgroundRenderer(
      layout: layout, backdrop: backdrop?.source(for: layout), memoryLimit: limits.memory, threads: limits.threads)
  }
}

extension PictureOptions {
  /// - Parameter scale: Pixels a point, nil where it is not known yet.
  func modelOptions(scale: Double?) -> ModelOptions {
    ModelOptions(
      model: model, tolerance: ModelOptions.tolerance(pixelsPerPoint: scale ?? 1), widthSource: pressure,
      keepsCancelled: keepsCancelled)
  }
}

extension LayoutRequest {
  /// The layout of a drawing that holds as much as is needed to know it.
  /// - Parameter path: The log's.
  func knownLayout(_ header: LogHeader?, _ drawing: Drawing, path: String) throws(CommandError) -> CanvasLayout {
    try knownLayout(header, ink: isKnown(from: header) ? .empty : drawing.inkBounds, path: path)
  }

  /// The layout of a drawing whose ink covers `ink`, in points.
  func knownLayout(_ header: LogHeader?, ink: Rect, path: String) throws(CommandError) -> CanvasLayout {
    do throws(LayoutError) {
      return try layout(header: header, ink: ink)
    } catch {
      switch error {
      case .nothingToShow: throw .input(path: path, message: error.description)
      case .tooLarge: throw .limit(path: path, message: error.description)
      }
    }
  }

  init(_ options: PictureOptions, _ resolution: PictureOptions.Resolution) {
    self.init()
    size = options.size
    fit = options.fit
    margin = options.margin
    background = options.background
    switch resolution {
    case .ofLog: break
    case .scale(let scale): self.scale = scale
    case .dpi(let dpi): scale = dpi / 72
    case .pixels(let width, let height): (pixelWidth, pixelHeight) = (width, height)
    case .within(let width, let height):
      (pixelWidth, pixelHeight) = (width, height)
      pixelSizesAreLimits = true
    }
  }
}
