import Files
package import Fonts
package import Geometry
public import Ink
public import Rendering
public import TouchLog

/// The settings that, together with the log, decide the pixels of a picture.
public struct PictureOptions: Hashable, Sendable {
  /// How the drawing is turned before anything else: canvas, background and all that lies on it.
  package var turn = Turn()
  /// The size of the canvas in points, before it is turned; nil for the log's.
  public var size: Size?
  /// The area that the picture shows: the canvas, or the ink and its margin.
  public var fit = LayoutRequest.Fit.canvas
  /// The margin around the ink in points, used if the ink's bounds decide the size.
  public var margin = 16.0
  /// The number of pixels per point, given directly or by the size of the picture.
  public var resolution = Resolution.ofLog
  /// The background; nil for the log's.
  public var background: Background?
  /// The path of an image to draw over, whose size becomes the canvas.
  public var over: String?
  /// The stroke model; nil for the log's or, if it names none, the newest.
  public var model: StrokeModel?
  /// What sets the width of ink.
  public var pressure = ModelOptions.WidthSource.auto
  /// The style of pens where the log gives no other.
  package var pen = PenStyle()
  /// The font that draws what the fonts of texts lack, and the texts of other programs' documents.
  package private(set) var font: OutlineFont?
  /// Its file.
  package private(set) var fontPath: String?
  private(set) var fontIdentity: FileIdentity?
  /// Whether canceled touches are drawn, too.
  public var keepsCancelled = false

  /// The number of pixels per point.
  public enum Resolution: Hashable, Sendable {
    /// The log's scale, or 1 if it has none.
    case ofLog
    /// Pixels per point.
    case scale(Double)
    /// Pixels per inch of 72 points.
    case dpi(Double)
    /// The picture's width, height or both, in pixels. With both, the content is centered.
    case pixels(width: Int?, height: Int?)
    /// The largest picture that fits into this size in pixels.
    case within(width: Int, height: Int)
  }

  public init() {}

  /// Reads the font that draws what other fonts lack.
  package mutating func read(_ name: FontName) throws(FontLoadError) {
    let input = try rethrowing(as: FontLoadError.file) { () throws(FileError) in
      try InputFile(regularFile: name.path, named: name.path)
    }
    font = try OutlineFont(input, path: name.path, index: name.index)
    (fontPath, fontIdentity) = (name.path, input.identity)
  }

  /// How to model ink with these options.
  /// - Parameter scale: Pixels per point; nil if it is not known yet.
  package func modelOptions(scale: Double?) -> ModelOptions {
    var options = ModelOptions(
      model: model, tolerance: ModelOptions.tolerance(pixelsPerPoint: scale ?? 1), widthSource: pressure,
      keepsCancelled: keepsCancelled)
    options.pen = pen
    options.fonts.fallback = font
    return options
  }
}

/// The resources that drawing may use. They change no pixel.
public struct RenderLimits: Hashable, Sendable {
  /// The largest amount of memory for ink, in bytes.
  public var memory: Int
  /// The largest picture, in pixels.
  public var pixels: Int
  /// The number of threads, including the caller's.
  public var threads: Int

  public init(
    memory: Int = 2 << 30, pixels: Int = CanvasLayout.defaultPixelLimit, threads: Int = processorCount()
  ) {
    (self.memory, self.pixels, self.threads) = (memory, pixels, threads)
  }
}

extension LayoutRequest {
  init(_ options: PictureOptions) {
    self.init()
    turn = options.turn
    size = options.size
    fit = options.fit
    margin = options.margin
    background = options.background
    switch options.resolution {
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
