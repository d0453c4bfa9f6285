import Geometry
import Ink
import Raster
import TouchLog

/// A kind of marks that a debug view shows over the ink.
package enum DebugLayer: String, Hashable, Sendable, CaseIterable {
  /// A dot for each sample. Its color shows the sample's state.
  case samples
  /// The path of the center of the pen's tip.
  case centerline
  /// The round cones that the ink consists of.
  case cones
  /// The grid of tiles.
  case tiles
  /// The tiles that the last change touched.
  case dirty
  /// The number of each element in the order of drawing, from 1.
  case order
  /// The drawing's version in which each element last changed.
  case versions

  var color: Pixel {
    switch self {
    case .samples: DebugLayer.color(of: .real)
    case .centerline: Pixel(red: 33, green: 37, blue: 41)
    case .cones: Pixel(red: 134, green: 142, blue: 150)
    case .tiles: Pixel(red: 173, green: 181, blue: 189)
    case .dirty: Pixel(red: 255, green: 212, blue: 59, alpha: 110)
    case .order: Pixel(red: 201, green: 42, blue: 42)
    case .versions: Pixel(red: 11, green: 114, blue: 133)
    }
  }

  static func color(of state: SampleState) -> Pixel {
    switch state {
    case .real: Pixel(red: 30, green: 102, blue: 245)
    case .revised: Pixel(red: 47, green: 158, blue: 68)
    case .estimated: Pixel(red: 240, green: 90, blue: 0)
    case .predicted: Pixel(red: 190, green: 75, blue: 219)
    }
  }
}

/// Ink of one color, in pixels.
struct ColoredInk {
  let color: Pixel
  let cones: [PixelCone]
}

/// The strip below a debug view that explains its marks.
struct DebugLegend {
  /// A filled square, in pixels.
  struct Square {
    let color: Pixel
    let corners: [Point]
  }

  /// In pixels.
  private(set) var height = 0
  private(set) var inks: [ColoredInk] = []
  private(set) var squares: [Square] = []

  private static let rowHeight = 22.0
  private static let margin = 8.0
  private static let symbolWidth = 22.0
  private static let textColor = Pixel(red: 33, green: 37, blue: 41)

  /// - Parameters:
  ///   - width: The picture's width in pixels. An entry that does not fit into a row begins the next one.
  ///   - top: The row of pixels where the strip begins.
  init(_ layers: Set<DebugLayer>, width: Int, top: Int) {
    let entries = DebugLayer.allCases.filter(layers.contains).flatMap { $0.legend }
    var position = Point(DebugLegend.margin, Double(top) + DebugLegend.rowHeight / 2)
    for entry in entries {
      let entryWidth = DebugLegend.symbolWidth + DebugPen.width(of: entry.text)
      if position.x > DebugLegend.margin, position.x + entryWidth + DebugLegend.margin > Double(width) {
        position = Point(DebugLegend.margin, position.y + DebugLegend.rowHeight)
      }
      add(entry.symbol, at: position)
      let text = DebugPen.text(entry.text, at: position + Vector(DebugLegend.symbolWidth, 0))
      inks.append(ColoredInk(color: DebugLegend.textColor, cones: text))
      position.x += entryWidth + 2 * DebugLegend.margin
    }
    if !entries.isEmpty { height = Int(saturating: position.y + DebugLegend.rowHeight / 2) - top }
  }

  private mutating func add(_ symbol: LegendEntry.Symbol, at position: Point) {
    let center = position + Vector(7, 0)
    switch symbol {
    case .dot(let color): add(color, [PixelCone(RoundCone(center: center, radius: DebugPen.dotRadius))])
    case .line(let color): add(color, [DebugPen.line(from: position, to: position + Vector(14, 0))])
    case .ring(let color): add(color, DebugPen.ring(center, radius: 5))
    case .square(let color):
      let corners = [(-6.0, -6.0), (6, -6), (6, 6), (-6, 6)].map { center + Vector($0.0, $0.1) }
      squares.append(Square(color: color, corners: corners))
    case .text(let text, let color): add(color, DebugPen.text(text, at: position))
    }
  }

  private mutating func add(_ color: Pixel, _ cones: [PixelCone]) {
    inks.append(ColoredInk(color: color, cones: cones))
  }
}

/// A symbol in the legend and its explanation.
private struct LegendEntry {
  enum Symbol {
    case dot(Pixel)
    case line(Pixel)
    case ring(Pixel)
    case square(Pixel)
    case text(String, Pixel)
  }

  let symbol: Symbol
  let text: String
}

extension DebugLayer {
  /// The legend's entries for the layer.
  fileprivate var legend: [LegendEntry] {
    switch self {
    case .samples:
      SampleState.allCases.map { LegendEntry(symbol: .dot(DebugLayer.color(of: $0)), text: $0.rawValue) }
    case .centerline: [LegendEntry(symbol: .line(color), text: "centerline")]
    case .cones: [LegendEntry(symbol: .ring(color), text: "cones")]
    case .tiles: [LegendEntry(symbol: .line(color), text: "tiles")]
    case .dirty: [LegendEntry(symbol: .square(color), text: "last change")]
    case .order: [LegendEntry(symbol: .text("3", color), text: "order")]
    case .versions: [LegendEntry(symbol: .text("v9", color), text: "version")]
    }
  }
}
