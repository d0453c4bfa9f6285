import Files
import Geometry
public import Ink
public import Rendering
public import TouchLog

/// What decides the pixels of a picture, besides the log.
public struct PictureOptions: Hashable, Sendable {
  /// The canvas in points; nil for the log's own.
  public var size: Size?
  public var fit = LayoutRequest.Fit.canvas
  /// Around the ink, in points, where the ink's bounds decide the size.
  public var margin = 16.0
  public var resolution = Resolution.ofLog
  /// Nil for the log's own.
  public var background: Background?
  /// The path of an image to draw over, which decides the canvas.
  public var over: String?
  /// Nil for the log's own, or else the newest.
  public var model: StrokeModel?
  public var pressure = ModelOptions.WidthSource.auto
  public var keepsCancelled = false

  /// How many pixels represent a point.
  public enum Resolution: Hashable, Sendable {
    /// The log's own, or else 1.
    case ofLog
    /// Pixels per point.
    case scale(Double)
    /// Pixels per inch, which has 72 points.
    case dpi(Double)
    /// The picture's width, height or both, in pixels. With both, the content is centered.
    case pixels(width: Int?, height: Int?)
    /// As large as fits, in pixels.
    case within(width: Int, height: Int)
  }

  public init() {}

  /// How ink is modeled.
  /// - Parameter scale: Pixels per point; nil if it is not known yet.
  package func modelOptions(scale: Double?) -> ModelOptions {
    ModelOptions(
      model: model, tolerance: ModelOptions.tolerance(pixelsPerPoint: scale ?? 1), widthSource: pressure,
      keepsCancelled: keepsCancelled)
  }
}

/// What drawing may use.
public struct RenderLimits: Hashable, Sendable {
  /// The most memory for ink, in bytes.
  public var memory: Int
  /// Threads at work, including the caller's. They change no pixel.
  public var threads: Int

  public init(memory: Int = 2 << 30, threads: Int = processorCount()) {
    (self.memory, self.threads) = (memory, threads)
  }
}

extension LayoutRequest {
  init(_ options: PictureOptions) {
    self.init()
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
