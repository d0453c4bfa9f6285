import Geometry
import Raster
import TouchLog

/// The lines of a page of ruled paper.
///
/// Their distances, widths and colors are those of Xournal++'s papers, whose unit is the point. Where its versions
/// differ, the last lines of a page are those of version 1.1.
package struct RuledPaper: Hashable, Sendable {
  package var paper: Paper
  /// In points.
  package var page: Rect

  package init(paper: Paper, page: Rect) { (self.paper, self.page) = (paper, page) }

  /// Lines of one color and width.
  package struct Lines: Hashable, Sendable {
    /// In points.
    package var path = Path()
    package var style: StrokeStyle
    package var color: Color

    fileprivate mutating func add(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
      path.move(to: Point(x1, y1))
      path.line(to: Point(x2, y2))
    }
  }

  /// The side of a square or a triangle, in points: usually half a centimeter.
  private var side: Double { paper.spacing ?? 14.17 }
  /// The most lines or dots of a page.
  package static let mostMarks = 1_000_000

  /// About how many lines or dots the page has.
  package var markCount: Double {
    (page.width / side + 1) * (paper.ruling.isDotted ? page.height / side + 1 : 1) + 3 * page.height / side
  }

  /// From the lowest to the highest; none if there are more than `mostMarks`.
  package var lines: [Lines] {
    guard markCount <= Double(Self.mostMarks) else { return [] }
    let lines: [Lines] =
      switch paper.ruling {
      case .ruled: [rules]
      case .lined: [rules, margin]
      case .graph: [squares]
      case .dotted: [squareDots]
      case .isograph: [triangles]
      case .isodotted: [triangleDots]
      case .staves: [staves]
      }
    let shift = Affine(translation: Vector(page.minX, page.minY))
    return lines.map { lines in
      var lines = lines
      lines.path = lines.path.transformed(by: shift)
      return lines
    }
  }

  /// Whether lines for light paper show. The others are for dark paper.
  private var isLight: Bool { Int(paper.color.red) + Int(paper.color.green) + Int(paper.color.blue) > 384 }

  private func lines(_ width: Double, _ light: UInt32, _ dark: UInt32, _ cap: LineCap = .butt) -> Lines {
    return Lines(
      style: StrokeStyle(width: width, cap: cap),
      color: paper.lineColor ?? Color(rgb: isLight ? light : dark))
  }

  private var rules: Lines {
    var lines = lines(0.5, 0x40A0FF, 0x434343)
    if paper.spacing != nil {
      for y in steps(to: page.height - 0.25) { lines.add(0, y, page.width, y) }
      return lines
    }
    for i in Self.indices((page.height - 100) / 24.5) { lines.add(0, 80 + 24 * i, page.width, 80 + 24 * i) }
    return lines
  }

  private var margin: Lines {
    var lines = lines(0.5, 0xFF0080, 0x220080)
    if page.width > 72 { lines.add(72, 0, 72, page.height) }
    return lines
  }

  private var squares: Lines {
    var lines = lines(0.5, 0xBDBDBD, 0x434343)
    for x in steps(to: page.width - 0.25) { lines.add(x, 0, x, page.height) }
    for y in steps(to: page.height - 0.25) { lines.add(0, y, page.width, y) }
    return lines
  }

  private var squareDots: Lines {
    var lines = lines(1.5, 0xBDBDBD, 0x434343, .round)
    for x in steps(to: page.width - 0.75) {
      for y in steps(to: page.height - 0.75) { lines.add(x, y, x, y) }
    }
    return lines
  }

  /// The multiples of the side up to an end.
  private func steps(to end: Double) -> [Double] {
    Self.indices(end / side).map { ($0 + 1) * side }
  }

  /// The whole numbers from 0 up to the whole part of a count.
  private static func indices(_ count: Double) -> [Double] {
    // A stride of Double would need a fused multiplication, which WebAssembly lacks.
    (0..<max(0, Int(saturating: count.rounded(.down)))).map { Double($0) }
  }

  private var staves: Lines {
    var lines = lines(0.5, 0x000000, 0xFFFFFF)
    let (left, right) = (50.0, page.width - 50)
    guard left < right else { return lines }
    for i in Self.indices((page.height - 60) / 62.5) {
      let top = 80 + 62.5 * i
      for line in 0..<5 { lines.add(left, top + 5 * Double(line), right, top + 5 * Double(line)) }
      for x in [left, right] { lines.add(x, top - 0.25, x, top + 20.25) }
    }
    return lines
  }

  // MARK: Triangles

  /// A grid of columns and rows whose points with an odd sum are the corners of triangles that stand on their sides.
  private struct TriangleGrid {
    let columns, rows: Int
    private let origin: Point
    private let step: Vector

    /// The grid in the middle of a page, at least a side from its edges.
    init(_ page: Rect, side: Double) {
      step = Vector((3.0).squareRoot() / 2 * side, side / 2)
      columns = max(0, Int(saturating: ((page.width - 2 * side) / step.dx).rounded(.down)))
      rows = max(0, Int(saturating: ((page.height - 2 * side) / step.dy).rounded(.down)))
      origin = Point((page.width - Double(columns) * step.dx) / 2, (page.height - Double(rows) * step.dy) / 2)
    }

    func point(_ column: Int, _ row: Int) -> Point {
      Point(origin.x + Double(column) * step.dx, origin.y + Double(row) * step.dy)
    }
  }

  private var triangles: Lines {
    var lines = lines(1, 0xBDBDBD, 0x434343, .round)
    let grid = TriangleGrid(page, side: side)
    let (columns, rows) = (grid.columns, grid.rows)
    func add(_ column: Int, _ row: Int, _ otherColumn: Int, _ otherRow: Int) {
      let (start, end) = (grid.point(column, row), grid.point(otherColumn, otherRow))
      lines.add(start.x, start.y, end.x, end.y)
    }
    for row in [0, rows] { add(0, row, columns, row) }
    for column in 0...columns { add(column, 0, column, rows) }
    // Up to the right, where the sum of column and row is constant, and down to the right, where their difference is.
    for sum in stride(from: 1, to: columns + rows, by: 2) {
      add(min(sum, columns), max(0, sum - columns), max(0, sum - rows), min(sum, rows))
    }
    for difference in stride(from: 1 - rows, to: columns, by: 1) where !difference.isMultiple(of: 2) {
      add(max(0, difference), max(0, -difference), min(columns, rows + difference), min(rows, columns - difference))
    }
    return lines
  }

  private var triangleDots: Lines {
    var lines = lines(1.5, 0xBDBDBD, 0x434343, .round)
    let grid = TriangleGrid(page, side: side)
    for column in 0...grid.columns {
      // Xournal++ leaves out the last row of every other column.
      let isEven = column.isMultiple(of: 2)
      for row in stride(from: isEven ? 1 : 0, through: isEven ? grid.rows - 1 : grid.rows, by: 2) {
        let dot = grid.point(column, row)
        lines.add(dot.x, dot.y, dot.x, dot.y)
      }
    }
    return lines
  }
}

extension Paper.Ruling {
  fileprivate var isDotted: Bool { self == .dotted || self == .isodotted }
}

extension RuledPaper {
  /// The lines as an image of a layout's size, clear between them.
  func image(_ layout: CanvasLayout) -> ImageSource {
    var canvas = Canvas(width: layout.width, height: layout.height)
    var mask = Mask(width: layout.width, height: layout.height)
    let scale = layout.transform.scale
    for lines in lines {
      let outlines = Stroker(lines.style, tolerance: 0.01 / scale).outlines(of: lines.path)
      mask.removeAll()
      // One by one, so that a row does not have the edges of all lines.
      for outline in outlines { mask.fill([outline.map(layout.transform.apply)], rule: .nonzero) }
      canvas.composite(mask, Paint(color: Pixel(lines.color)))
    }
    var pixels: [UInt32] = []
    Picture(canvas: canvas, background: .clear).copyRows(0..<layout.height, into: &pixels)
    return ImageSource(width: layout.width, height: layout.height, pixels: pixels)
  }
}
