import Geometry
import Ink
import Raster
import TouchLog

/// The size of a picture, the part of the drawing that it shows, and its background.
public struct CanvasLayout: Hashable, Sendable {
  /// In pixels, positive, as is `height`.
  public var width: Int
  public var height: Int
  /// From points to pixels.
  public var transform: Transform
  public var background: Pixel
  /// The lines of the paper; nil for plain paper.
  package var paper: RuledPaper?

  /// The radius of the thinnest tip of a brush, in pixels. No model widens other ink to more than this.
  static let thinnestTip = 0.35

  /// The most pixels of a picture unless another limit is given: 32,768 by 32,768.
  public static let defaultPixelLimit = 1 << 30

  public init(
    width: Int, height: Int, transform: Transform = Transform(scale: 1), background: Pixel = .white
  ) {
    self.width = width
    self.height = height
    self.transform = transform
    self.background = background
  }

  /// The same part of the drawing at another scale.
  /// - Parameter side: The longest side in pixels, positive.
  package func scaled(toSide side: Int) -> CanvasLayout {
    scaled(by: Double(side) / Double(Swift.max(width, height)))
  }

  /// Checks the number of pixels.
  /// - Throws: `LayoutError.tooManyPixels` if the picture has more than `pixelLimit`.
  package func check(pixelLimit: Int) throws(LayoutError) {
    guard Double(width) * Double(height) <= Double(pixelLimit) else {
      throw .tooManyPixels(width: width, height: height, limit: pixelLimit)
    }
  }

  /// - Parameter factor: Positive.
  func scaled(by factor: Double) -> CanvasLayout {
    var result = self
    result.width = Int(saturating: CanvasLayout.wholePixels(Double(width) * factor))
    result.height = Int(saturating: CanvasLayout.wholePixels(Double(height) * factor))
    result.transform.scale *= factor
    return result
  }

  /// A length in pixels, rounded up to a whole number, at least 1. An excess of up to 10⁻⁶ is a rounding error of the
  /// scale, not another pixel.
  fileprivate static func wholePixels(_ length: Double) -> Double {
    Swift.max(1, (length - 1e-6).rounded(.up))
  }

  // MARK: From points to pixels

  /// All pixels of the picture.
  package var area: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The pixels that ink with the given bounds, in points, may touch.
  func touchedPixels(_ bounds: Rect) -> PixelRect {
    let pixels = transform.apply(bounds)
    guard !pixels.isEmpty else { return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    // Thin ink may be as wide as this, and its edge reaches into the next pixel.
    let margin = CanvasLayout.thinnestTip + 1
    return area.covering(
      Rect(
        minX: pixels.minX - margin, minY: pixels.minY - margin, maxX: pixels.maxX + margin,
        maxY: pixels.maxY + margin))
  }

  /// A cone of the drawing in pixels.
  /// - Parameters:
  ///   - similarity: The map of its element's placement; nil if the element was not moved.
  ///   - model: The drawing's, which decides how thin ink can be.
  package func pixels(_ cone: RoundCone, _ similarity: Similarity?, _ model: StrokeModel) -> PixelCone {
    pixels(cone, similarity, thinnest: model.rules.thinnestRadius)
  }

  /// - Parameter thinnest: The model's, in pixels. To ask each time keeps the threads that draw waiting for each other.
  func pixels(_ cone: RoundCone, _ similarity: Similarity?, thinnest: Double) -> PixelCone {
    PixelCone(transform.apply(similarity?.apply(cone) ?? cone, minimumRadius: thinnest))
  }

  /// From the points of an element to pixels.
  /// - Parameter similarity: The map of its placement; nil if the element was not moved.
  package func map(_ similarity: Similarity?) -> Affine {
    (similarity?.affine ?? .identity).concatenating(Affine(transform))
  }
}

extension Drawing {
  /// The map of an element's placement; nil if the element was not moved.
  func similarity(of element: ElementIndex) -> Similarity? { placement(of: element)?.similarity }

  /// Maps bounds of an element's ink, in points, by the element's placement.
  func moved(_ bounds: Rect, with element: ElementIndex) -> Rect {
    similarity(of: element).map { $0.apply(bounds) } ?? bounds
  }
}

/// The layout options that the user chooses. Together with the log's header and the bounds of the ink they determine a
/// `CanvasLayout`.
public struct LayoutRequest: Hashable, Sendable {
  /// The part of the drawing that the picture shows.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The canvas of the log, or the ink's bounds if the log has no canvas.
    case canvas
    /// The ink's bounds.
    case content
  }

  /// Overrides the log's canvas size, in points.
  package var size: Size?
  package var fit = Fit.canvas
  /// The margin around the ink's bounds, in points.
  package var margin = 16.0
  /// How the drawing is turned before anything else is decided: its picture is that of the turned drawing.
  package var turn = Turn()
  /// Overrides the log's scale, in pixels per point.
  package var scale: Double?
  /// Picture sizes in pixels, which decide the scale. If both are given, the picture has that size, and its content is
  /// centered.
  package var pixelWidth: Int?
  package var pixelHeight: Int?
  /// Whether the pixel sizes are upper limits. The picture is then no larger than its content.
  package var pixelSizesAreLimits = false
  /// Overrides the log's background.
  package var background: Background?
  /// The largest picture, in pixels.
  package var pixelLimit = CanvasLayout.defaultPixelLimit

  package init() {}

  /// Whether the layout follows from the log's header alone, so that drawing may begin with the first event.
  package func isKnown(from header: LogHeader?) -> Bool {
    fit == .canvas && (size ?? header?.size) != nil
  }

  /// The scale in pixels per point, which decides the tolerance of the stroke model; nil if it depends on the ink.
  package func scale(header: LogHeader?) -> Double? {
    guard pixelWidth == nil, pixelHeight == nil else {
      guard fit == .canvas, let canvas = canvas(header) else { return nil }
      return fittingScale(Size(width: canvas.width, height: canvas.height))
    }
    return scale ?? header?.scale ?? 1
  }

  /// The canvas of the turned drawing; nil if none is given.
  private func canvas(_ header: LogHeader?) -> Rect? {
    (size ?? header?.size).map { turn.apply(Rect(minX: 0, minY: 0, maxX: $0.width, maxY: $0.height)) }
  }

  private func fittingScale(_ size: Size) -> Double {
    let scales = [pixelWidth.map { Double($0) / size.width }, pixelHeight.map { Double($0) / size.height }]
    return scales.compactMap { $0 }.min() ?? 1
  }

  /// The layout of a drawing.
  /// - Parameter ink: The bounds of the ink, in points.
  /// - Throws: `LayoutError` if the size is unknown or beyond the limit.
  package func layout(header: LogHeader?, ink: Rect) throws(LayoutError) -> CanvasLayout {
    if fit == .canvas, let canvas = canvas(header) {
      return try layout(
        header: header, of: Size(width: canvas.width, height: canvas.height), at: Point(canvas.minX, canvas.minY))
    }
    guard !ink.isEmpty else { throw .nothingToShow }
    let ink = turn.apply(ink)
    let corner = Point((ink.minX - margin).rounded(.down), (ink.minY - margin).rounded(.down))
    let area = Size(
      width: Swift.max(1, (ink.maxX + margin).rounded(.up) - corner.x),
      height: Swift.max(1, (ink.maxY + margin).rounded(.up) - corner.y))
    return try layout(header: header, of: area, at: corner)
  }

  /// The layout that shows nothing but the ink and its margin.
  ///
  /// Unlike bounds, which may be larger than the ink, pixels tell exactly where ink is. With a margin of 0, each edge of
  /// the picture has ink.
  /// - Parameters:
  ///   - draft: A layout that shows all ink.
  ///   - pixels: The smallest box of the draft's pixels that holds all ink.
  /// - Throws: `LayoutError` if the size is beyond the limit.
  package func layout(header: LogHeader?, cropping draft: CanvasLayout, to pixels: PixelRect) throws(LayoutError)
    -> CanvasLayout
  {
    let scale = draft.transform.scale
    var border = margin
    // The pixels of the draft keep their positions, unless the size of the picture decides the scale.
    if pixelWidth == nil, pixelHeight == nil { border = (margin * scale - 1e-6).rounded(.up) / scale }
    let origin = turn.apply(draft.transform.origin)
    let corner = Point(
      origin.x + Double(pixels.minX) / scale - border, origin.y + Double(pixels.minY) / scale - border)
    let area = Size(
      width: Double(pixels.width) / scale + 2 * border, height: Double(pixels.height) / scale + 2 * border)
    return try layout(header: header, of: area, at: corner)
  }

  /// - Parameters:
  ///   - area: The size of the picture's content, in points of the turned drawing.
  ///   - corner: The upper left corner of the content.
  private func layout(header: LogHeader?, of area: Size, at corner: Point) throws(LayoutError) -> CanvasLayout {
    var origin = corner
    let factor = pixelWidth == nil && pixelHeight == nil ? scale ?? header?.scale ?? 1 : fittingScale(area)
    let (exactWidth, exactHeight) = pixelSizesAreLimits ? (nil, nil) : (pixelWidth, pixelHeight)
    let width = exactWidth.map { Double($0) } ?? CanvasLayout.wholePixels(area.width * factor)
    let height = exactHeight.map { Double($0) } ?? CanvasLayout.wholePixels(area.height * factor)
    if exactWidth != nil, exactHeight != nil {
      origin.x -= (width / factor - area.width) / 2
      origin.y -= (height / factor - area.height) / 2
    }
    let limit = Double(LogLimits.canvasSide)
    guard width <= limit, height <= limit else {
      throw .tooLarge(width: width, height: height, limit: LogLimits.canvasSide)
    }
    let background = background ?? header?.background ?? .color(.white)
    var layout = CanvasLayout(
      width: Int(saturating: width), height: Int(saturating: height),
      transform: Transform(scale: factor, origin: turn.inverse.apply(origin), turn: turn),
      background: Pixel(background))
    try layout.check(pixelLimit: pixelLimit)
    if case .paper(let paper) = background {
      // Without a size, the paper is as large as the picture.
      let picture = Rect(
        minX: corner.x, minY: corner.y, maxX: corner.x + area.width, maxY: corner.y + area.height)
      let ruled = RuledPaper(paper: paper, page: turn.inverse.apply(canvas(header) ?? picture))
      guard ruled.markCount <= Double(RuledPaper.mostMarks) else {
        throw .tooManyMarks(ruled.markCount, limit: RuledPaper.mostMarks)
      }
      layout.paper = ruled
    }
    return layout
  }
}

/// Why a drawing has no layout.
public enum LayoutError: Error, Hashable, Sendable {
  /// No size is given, and there is no ink to take it from.
  case nothingToShow
  /// No size is given, and a file of another format has no ink. The value names what would be ink in it, in the plural.
  case noInk(format: String, sought: String)
  /// A side is longer than `limit`. All in pixels.
  case tooLarge(width: Double, height: Double, limit: Int)
  /// The paper has more than `limit` lines or dots.
  case tooManyMarks(Double, limit: Int)
  /// The picture has more than `limit` pixels.
  case tooManyPixels(width: Int, height: Int, limit: Int)
}

extension LayoutError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nothingToShow:
      "the log has no ink and no canvas size; expected a header with \"size\", or choose a size"
    case .noInk(let format, let sought):
      "the \(format) file has no ink and no canvas size; expected \(sought), or choose a size"
    case .tooLarge(let width, let height, let limit):
      "the picture would have \(Self.whole(width)) x \(Self.whole(height)) pixels; "
        + "the limit is \(limit) a side; use a smaller scale or size"
    case .tooManyMarks(let count, let limit):
      "the paper would have \(Self.whole(count.rounded())) lines or dots; the limit is \(limit); use a white background, "
        + "or paper with a larger distance of lines"
    case .tooManyPixels(let width, let height, let limit):
      "the picture would have \(width) x \(height) = \(UInt64(width) * UInt64(height)) pixels; the limit is \(limit); "
        + "use a smaller scale, size or thumbnail, or a larger limit of pixels"
    }
  }

  private static func whole(_ value: Double) -> String {
    value < 1e15 ? String(Int64(saturating: value)) : String(value)
  }
}

extension Pixel {
  /// The color of a background. A picture background is drawn on white.
  package init(_ background: Background) {
    switch background {
    case .picture, .embedded: self = .white
    case .none: self = .clear
    case .color(let color): self = color.alpha == 0 ? .clear : Pixel(color)
    case .paper(let paper): self = Pixel(paper.color)
    }
  }
}
