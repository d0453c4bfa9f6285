import Geometry
import Ink
import Raster
import TouchLog

/// What a picture shows and how large: from the log's header, the ink, and what the user asked for.
public struct CanvasLayout: Hashable, Sendable {
  /// In pixels, both positive.
  public var width: Int
  public var height: Int
  /// From points to pixels.
  public var transform: Transform
  public var background: Pixel

  /// A line is drawn no thinner than this, in pixels: its ink would come and go with where it lies between pixels.
  public static let thinnestRadius = 0.35

  public init(width: Int, height: Int, transform: Transform, background: Pixel) {
    self.width = width
    self.height = height
    self.transform = transform
    self.background = background
  }

  /// All pixels of the picture.
  package var area: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The pixels that ink with the bounds `covered`, in points, may touch.
  func touchedPixels(_ covered: Rect) -> PixelRect {
    let pixels = transform.apply(covered)
    guard !pixels.isEmpty else { return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    // Thin ink is drawn wider than it is, and an edge reaches into the next pixel.
    let margin = CanvasLayout.thinnestRadius + 1
    return area.covering(
      Rect(
        minX: pixels.minX - margin, minY: pixels.minY - margin, maxX: pixels.maxX + margin,
        maxY: pixels.maxY + margin))
  }

  /// A cone of the drawing in pixels.
  package func pixels(_ cone: RoundCone) -> RoundCone {
    transform.apply(cone, minimumRadius: CanvasLayout.thinnestRadius)
  }

  /// A cone of the drawing in pixels.
  /// - Parameter placement: Where its element was moved to; nil if it was not moved.
  package func pixels(_ cone: RoundCone, _ placement: Similarity?) -> RoundCone {
    pixels(placement?.apply(cone) ?? cone)
  }
}

/// What the user asked for, before the ink is known.
public struct LayoutRequest: Hashable, Sendable {
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The canvas of the log, or the ink's bounds where it has none.
    case canvas
    /// The ink's bounds.
    case content
  }

  /// Overrides the log's size; in points.
  public var size: Size?
  public var fit = Fit.canvas
  /// Around the ink's bounds, in points.
  public var margin = 16.0
  /// Overrides the log's scale; pixels a point.
  public var scale: Double?
  /// Sizes in pixels that decide the scale. With both the picture has that size, and what it shows is in its middle.
  public var pixelWidth: Int?
  public var pixelHeight: Int?
  /// Whether the picture may be smaller than these on one side, so that there is nothing around what it shows.
  public var pixelSizesAreLimits = false
  /// Overrides the log's background.
  public var background: Background?

  public init() {}

  /// Whether the layout follows from the log's header, so that drawing may begin with the first event.
  public func isKnown(from header: LogHeader?) -> Bool {
    fit == .canvas && (size ?? header?.size) != nil
  }

  /// The scale, where it follows from the header; the tolerance of the model needs it before the ink is known.
  public func scale(header: LogHeader?) -> Double? {
    guard pixelWidth == nil, pixelHeight == nil else {
      guard fit == .canvas, let size = size ?? header?.size else { return nil }
      return fittingScale(size)
    }
    return scale ?? header?.scale ?? 1
  }

  private func fittingScale(_ size: Size) -> Double {
    let scales = [pixelWidth.map { Double($0) / size.width }, pixelHeight.map { Double($0) / size.height }]
    return scales.compactMap { $0 }.min() ?? 1
  }

  /// The layout of a drawing whose ink covers `ink`, in points.
  /// - Throws: `LayoutError` where the size is unknown or beyond the limit.
  public func layout(header: LogHeader?, ink: Rect) throws(LayoutError) -> CanvasLayout {
    var origin = Point(0, 0)
    let area: Size
    if fit == .canvas, let size = size ?? header?.size {
      area = size
    } else {
      guard !ink.isEmpty else { throw .nothingToShow }
      origin = Point((ink.minX - margin).rounded(.down), (ink.minY - margin).rounded(.down))
      area = Size(
        width: Swift.max(1, (ink.maxX + margin).rounded(.up) - origin.x),
        height: Swift.max(1, (ink.maxY + margin).rounded(.up) - origin.y))
    }
    let factor = pixelWidth == nil && pixelHeight == nil ? scale ?? header?.scale ?? 1 : fittingScale(area)
    let sides = pixelSizesAreLimits ? (nil, nil) : (pixelWidth, pixelHeight)
    let width = sides.0.map { Double($0) } ?? pixels(area.width, factor)
    let height = sides.1.map { Double($0) } ?? pixels(area.height, factor)
    if sides.0 != nil, sides.1 != nil {
      origin.x -= (width / factor - area.width) / 2
      origin.y -= (height / factor - area.height) / 2
    }
    let limit = Double(LogLimits.canvasSide)
    guard width <= limit, height <= limit else {
      throw .tooLarge(width: width, height: height, limit: LogLimits.canvasSide)
    }
    return CanvasLayout(
      width: Int(width), height: Int(height), transform: Transform(scale: factor, origin: origin),
      background: Pixel(background ?? header?.background ?? .color(.white)))
  }

  /// Whole pixels, at least one. A hair over a whole number is the rounding of the scale, not another pixel.
  private func pixels(_ points: Double, _ factor: Double) -> Double {
    Swift.max(1, (points * factor - 1e-6).rounded(.up))
  }
}

/// Why there is no picture of a drawing.
public enum LayoutError: Error, Hashable, Sendable {
  /// No size is given, and no ink to take it from.
  case nothingToShow
  /// In pixels.
  case tooLarge(width: Double, height: Double, limit: Int)
}

extension LayoutError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nothingToShow:
      "the log has no ink and no canvas size; expected a header with \"size\", or the option --size"
    case .tooLarge(let width, let height, let limit):
      "the picture would have \(Self.whole(width)) x \(Self.whole(height)) pixels; "
        + "the limit is \(limit) a side, and a smaller --scale or --size keeps to it"
    }
  }

  private static func whole(_ value: Double) -> String {
    value < 1e15 ? String(Int(value)) : String(value)
  }
}

extension Pixel {
  /// Clear pixels have no colour. A picture stands on white.
  public init(_ background: Background) {
    switch background {
    case .picture: self = .white
    case .none: self = .clear
    case .color(let color) where color.alpha == 0: self = .clear
    case .color(let color):
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
  }
}
