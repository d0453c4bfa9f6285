import Geometry
import Raster

/// The strip below a debug view that says what its marks mean.
struct DebugLegend {
  /// In pixels.
  private(set) var height = 0
  private(set) var inks: [(color: Pixel, cones: [RoundCone])] = []
  /// Filled squares.
  private(set) var fills: [(color: Pixel, polygon: [Point])] = []

  private static let rowHeight = 22.0
  private static let margin = 8.0
  private static let markWidth = 22.0

  /// - Parameters:
  ///   - width: Of the picture in pixels; entries that have no more room begin a new row.
  ///   - top: Where the strip begins.
  init(_ layers: Set<DebugLayer>, width: Int, top: Int) {
    let entries = DebugLayer.allCases.filter(layers.contains).flatMap(\.legend)
    var place = Point(DebugLegend.margin, Double(top) + DebugLegend.rowHeight / 2)
    for (mark, text) in entries {
      let room = DebugLegend.markWidth + DebugPen.width(of: text)
      if place.x > DebugLegend.margin, place.x + room + DebugLegend.margin > Double(width) {
        place = Point(DebugLegend.margin, place.y + DebugLegend.rowHeight)
      }
      add(mark, at: place)
      let black = Pixel(red: 33, green: 37, blue: 41)
      inks.append((black, DebugPen.text(text, at: place + Vector(DebugLegend.markWidth, 0))))
      place.x += room + 2 * DebugLegend.margin
    }
    if !entries.isEmpty { height = Int(place.y + DebugLegend.rowHeight / 2) - top }
  }

  private mutating func add(_ mark: DebugMark, at place: Point) {
    let middle = place + Vector(7, 0)
    switch mark {
    case .dot(let color): inks.append((color, [RoundCone(center: middle, radius: DebugPen.dotRadius)]))
    case .line(let color): inks.append((color, [DebugPen.line(from: place, to: place + Vector(14, 0))]))
    case .ring(let color): inks.append((color, DebugPen.ring(middle, radius: 5)))
    case .square(let color):
      fills.append((color, [(-6.0, -6.0), (6, -6), (6, 6), (-6, 6)].map { middle + Vector($0.0, $0.1) }))
    case .text(let text, let color): inks.append((color, DebugPen.text(text, at: place)))
    }
  }
}
