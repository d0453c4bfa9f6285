import Geometry
import Raster
import TouchLog

/// What a page shows, between the drawing and its formats: SVG writes figures as text, PDF as operators.
///
/// Numbers have the decimals that documents give them, so that both formats show the same.
package enum Figure: Equatable, Sendable {
  case area(FigureArea)
  case shape(FigureShape)
  case image(FigureImage)
  case pieces(FigurePieces)
  case text(FigureText)
  case group(FigureGroup)

  /// Prepares images to be written as text.
  mutating func encode() {
    switch self {
    case .image(var image):
      image.encode()
      self = .image(image)
    case .group(var group):
      for index in group.figures.indices { group.figures[index].encode() }
      self = .group(group)
    case .area, .shape, .pieces, .text: break
    }
  }
}

/// A color and how much of it there is.
package struct FigurePaint: Hashable, Sendable {
  package var color: Color
  package var alpha: UInt8

  package init(color: Color, alpha: UInt8 = 255) { (self.color, self.alpha) = (color, alpha) }

  /// The alpha as documents have it, 0...1.
  package var opacity: Double { rounded(Double(alpha) / 255, decimals: 4) }
}

/// The inside of an outline, by the nonzero rule.
package struct FigureArea: Hashable, Sendable {
  /// Path data in whole units; see `SVGPathData`.
  package var outline: [UInt8]
  package var fill: FigurePaint
  package var blend = BlendMode.over

  init(_ outline: [UInt8], _ color: Color, alpha: UInt8 = 255, _ blend: BlendMode = .over) {
    (self.outline, fill, self.blend) = (outline, FigurePaint(color: color, alpha: alpha), blend)
  }
}

/// Figures that are drawn on an empty page first, and as a whole on what is below.
package struct FigureGroup: Equatable, Sendable {
  package var figures: [Figure]
  /// 0...1.
  package var opacity: Double
  package var blend = BlendMode.over
  /// Whether its markup is one line.
  var isOneLine = false
}

/// The ink of a stroke whose color changes with its events, in pieces of one color each.
///
/// Where the stroke crosses itself, the newest ink is on top, and no edge between pieces may let the background
/// through. So the pieces are drawn twice on top of each other, clipped to the outline of the whole stroke: first
/// enlarged by a border, so that ink lies under their edges, and then in their own size.
package struct FigurePieces: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    package var outline: [UInt8]
    package var color: Color
  }

  package var pieces: [Piece] = []
  /// The outline of the whole stroke.
  package var outline: [UInt8]
  /// 0...1.
  package var opacity: Double
  package var blend: BlendMode
  /// A name that no other element of the document has, to make ids from.
  var name: String

  /// The width of the border, in units.
  static let border = 2 * SVGPathData.unitsPerPixel

  /// The pen that draws the border of a piece.
  package static func pen(_ paint: FigurePaint) -> FigureShape.Pen {
    FigureShape.Pen(
      paint: paint, width: Double(border), cap: .butt, join: .round, dash: [], dashPhase: 0)
  }
}

/// A number as a document has it.
/// - Parameter decimals: The number of decimals to which it is rounded, 0...8.
func rounded(_ value: Double, decimals: Int) -> Double {
  let scaled = (value * powersOfTen[decimals]).rounded()
  return scaled.magnitude < 9e15 ? scaled / powersOfTen[decimals] : value
}

/// By the number of decimals.
let powersOfTen = [1.0, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8]
