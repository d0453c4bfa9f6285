import Geometry
import Ink

/// A length of the picture.
package enum Measure: Hashable, Sendable {
  case pixels(Double)
  /// A share of the picture's smaller side.
  case fraction(Double)

  /// In pixels.
  package func pixels(ofSide side: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .fraction(let share): share * side
    }
  }
}

/// What the pictures of a data set look like.
package struct PictureForm: Hashable, Sendable {
  /// How a drawing is scaled.
  package enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The box of the drawing's points is scaled to fill the picture inside the padding.
    case content
    /// The data set's coordinate box is scaled to fill the picture.
    case source
    /// A point of the drawing is a pixel.
    case none
  }

  package enum Align: String, Hashable, Sendable, CaseIterable {
    /// The box of the points is in the middle of the picture.
    case center
    /// The box of the points, or that of the data set, begins at the padding.
    case topLeft = "top-left"
  }

  /// How wide the lines of pens are.
  package enum LineWidth: Hashable, Sendable {
    /// All have the same width in the picture.
    case uniform(Measure)
    /// The width in the recording, scaled like the drawing.
    case recorded
  }

  /// How the points of a stroke are joined.
  package enum Join: String, Hashable, Sendable, CaseIterable {
    case straight
    case curve
  }

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case gray, rgb, rgba
  }

  /// In pixels, as is `height`.
  package var width = 256
  package var height = 256
  package var padding = Measure.fraction(0.05)
  package var lineWidth = LineWidth.uniform(.fraction(0.02))
  /// How drawings are turned before they are fitted.
  package var turn = Turn()
  package var fit = Fit.content
  /// The side of the data set's coordinate box, in its unit.
  package var sourceSize = 256.0
  package var align = Align.center
  /// Nil for the default of the format: straight lines for data sets of points, curves for recordings.
  package var join: Join?
  /// What sets the width of ink; nil for the default of the format: nothing for data sets of points; for recordings the
  /// pressure or, without it, the speed.
  package var pressure: ModelOptions.WidthSource?
  package var mode = Mode.gray
  /// What the channels of a pixel show in place of colors; empty for colors.
  package var channels: [Channel] = []
  /// Whether each sample is replaced by 255 minus its value, except alphas.
  package var inverts = false

  package init() {}

  /// The number of bytes of a pixel.
  package var samplesPerPixel: Int {
    if !channels.isEmpty { return channels.count }
    return switch mode {
    case .gray: 1
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Half the width of the lines in pixels; nil for the widths of the recording.
  var radius: Double? {
    guard case .uniform(let width) = lineWidth else { return nil }
    return width.pixels(ofSide: side) / 2
  }

  /// Whether the points of data sets are drawn without modeling ink.
  var drawsSketches: Bool {
    join != .curve && (pressure ?? ModelOptions.WidthSource.none) == ModelOptions.WidthSource.none
      && lineWidth != .recorded
  }

  /// How far ink reaches from its points at most, in pixels: lines thinner than a pixel are drawn as wide as one, and
  /// their edges cover pixels in part.
  /// - Parameter radius: Half the width of the lines, in pixels.
  static func reach(ofRadius radius: Double) -> Double { Swift.max(radius, 0.5) + 0.5 }

  private var side: Double { Double(Swift.min(width, height)) }

  /// Where the ink of copies may lie, in pixels: anywhere in the picture except its outermost pixels, and where the
  /// drawing itself has ink.
  func room(of ink: Rect) -> Rect {
    let picture = Rect(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    return picture.grown(by: -1).union(ink)
  }

  /// Where a drawing lies in the picture.
  /// - Parameter box: The box of its points, which is not empty.
  package func placement(of box: Rect) -> Transform {
    let padding = self.padding.pixels(ofSide: side)
    let room = (width: Double(width) - 2 * padding, height: Double(height) - 2 * padding)
    let box = turn.apply(box)
    func transform(_ scale: Double, _ corner: Point) -> Transform {
      Transform(scale: scale, origin: turn.inverse.apply(corner), turn: turn)
    }
    /// The upper left corner of the box that began at the origin and has a size now that it is turned.
    func corner(width: Double, height: Double) -> Point {
      Point(turn.signX < 0 ? -width : 0, turn.signY < 0 ? -height : 0)
    }
    let scale: Double
    switch fit {
    case .none: return transform(1, corner(width: Double(width), height: Double(height)))
    case .source: scale = Swift.min(room.width, room.height) / sourceSize
    case .content:
      var scales: [Double] = []
      if box.width > 0 { scales.append(room.width / box.width) }
      if box.height > 0 { scales.append(room.height / box.height) }
      scale = scales.min() ?? 1
    }
    switch align {
    case .center:
      let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
      let halfWidth: Double = Double(width) / 2 / scale
      let halfHeight: Double = Double(height) / 2 / scale
      return transform(scale, Point(x - halfWidth, y - halfHeight))
    case .topLeft:
      let corner =
        fit == .content ? Point(box.minX, box.minY) : corner(width: sourceSize, height: sourceSize)
      return transform(scale, Point(corner.x - padding / scale, corner.y - padding / scale))
    }
  }
}

extension Rect {
  /// The box with its edges moved outward by a length.
  func grown(by length: Double) -> Rect {
    Rect(minX: minX - length, minY: minY - length, maxX: maxX + length, maxY: maxY + length)
  }
}
