import Geometry
import Ink
import Raster
import Rendering
import Testing
import TouchLog

/// The lines of papers, beside those that Xournal++ 1.1.3 writes into a PDF of pages of 300 by 400 points.
struct RuledPaperTests {
  private func paper(_ ruling: Paper.Ruling, color: Color = .white, width: Double = 300, height: Double = 400)
    -> RuledPaper
  {
    RuledPaper(paper: Paper(ruling, color: color), page: Rect(minX: 0, minY: 0, maxX: width, maxY: height))
  }

  /// The ends of the lines, from left to right and from top to bottom.
  private func segments(_ lines: RuledPaper.Lines) -> [[Double]] {
    var start = Point(0, 0)
    return lines.path.elements.compactMap { element in
      switch element {
      case .move(let point):
        start = point
        return nil
      case .line(let end): return [start.x, start.y, end.x, end.y]
      default: return nil
      }
    }
  }

  @Test(arguments: [
    (384, 320), (393, 320), (394, 344), (418, 344), (419, 368), (435, 368), (443, 392),
  ]) func `rules are 24 points apart from 80 on, and end where those of Xournal++ do`(height: Int, last: Double) {
    for ruling in [Paper.Ruling.ruled, .lined] {
      let rules = segments(paper(ruling, height: Double(height)).lines[0])
      #expect(rules == stride(from: 80, through: last, by: 24).map { [0, $0, 300, $0] })
    }
  }

  @Test func `lined paper has a margin at 72 points`() {
    let lines = paper(.lined).lines
    #expect(segments(lines[1]) == [[72, 0, 72, 400]])
    #expect(lines[1].color == Color(red: 0xFF, green: 0, blue: 0x80))
    #expect(paper(.lined, width: 72).lines[1].path.isEmpty)
  }

  @Test(arguments: [(384, 5), (434, 5), (435, 6)]) func `staves have five lines and closed ends`(
    height: Int, count: Int
  ) {
    let lines = segments(paper(.staves, height: Double(height)).lines[0])
    #expect(lines.count == 7 * count)
    let level: [[Double]] = lines.filter { $0[1] == $0[3] }
    let heights: [Double] = level.prefix(5).map { $0[1] }
    #expect(heights == [80, 85, 90, 95, 100])
    let (start, end): ([Double], [Double]) = (lines[7], lines[5])
    #expect(start == [50, 142.5, 250, 142.5])
    #expect(end == [50, 79.75, 50, 100.25])
  }

  @Test func `squares have a side of 14.17 points and no line on the edge`() {
    let lines = segments(paper(.graph).lines[0])
    // 297.57 is the last below 300, and 396.76 below 400.
    #expect(lines.count == 21 + 28)
    let (lastX, lastColumn): (Double, [Double]) = (21 * 14.17, lines[20])
    #expect(lastColumn == [lastX, 0, lastX, 400])
    #expect(segments(paper(.dotted).lines[0]).count == 21 * 28)
    let narrow: [[Double]] = segments(paper(.graph, width: 14.17 * 20 + 0.2).lines[0])
    #expect(narrow.count { $0[0] == $0[2] } == 19)
  }

  @Test(arguments: [
    (300.0, 400.0, 15.012, 15.789, 22, 52, 609), (311, 400, 14.375, 15.789, 23, 52, 636),
    (300, 407, 15.012, 15.746, 22, 53, 609), (311, 407, 14.375, 15.746, 23, 53, 636),
  ])
  func `triangles fill the middle of the page`(
    width: Double, height: Double, left: Double, top: Double, columns: Int, rows: Int, dots: Int
  ) {
    let lines = segments(paper(.isograph, width: width, height: height).lines[0])
    #expect(lines.allSatisfy { $0[0] > left - 0.002 && $0[1] > top - 0.002 })
    #expect(lines.contains { abs($0[0] - left) < 0.002 && abs($0[1] - top) < 0.002 })
    #expect(lines.count { $0[0] == $0[2] } == columns + 1)
    #expect(lines.count { $0[1] == $0[3] } == 2)
    let slanted = lines.filter { $0[0] != $0[2] && $0[1] != $0[3] }
    // One for each odd sum, and each odd difference, of column and row.
    let rises: [Double] = slanted.map { line in (line[0] - line[2]) * (line[1] - line[3]) }
    #expect(rises.count { $0 < 0 } == (columns + rows) / 2)
    #expect(rises.count { $0 > 0 } == 37)
    for line in slanted {
      let (width, height): (Double, Double) = (line[2] - line[0], line[3] - line[1])
      let tangent: Double = 1 / (3.0).squareRoot()
      #expect(abs(abs(height / width) - tangent) < 1e-9)
    }
    #expect(segments(paper(.isodotted, width: width, height: height).lines[0]).count == dots)
  }

  @Test func `lines have the distance and the color of the paper, if it gives them`() {
    let red = Color(red: 255, green: 0, blue: 0)
    func lines(_ ruling: Paper.Ruling) -> RuledPaper.Lines {
      RuledPaper(
        paper: Paper(ruling, spacing: 50, lineColor: red), page: Rect(minX: 10, minY: 20, maxX: 130, maxY: 140)
      ).lines[0]
    }
    #expect(segments(lines(.ruled)) == [[10, 70, 130, 70], [10, 120, 130, 120]])
    #expect(segments(lines(.graph)).count == 4 && lines(.graph).color == red)
    let dots: [[Double]] = segments(lines(.dotted)).map { Array($0[0...1]) }
    #expect(dots == [[60, 70], [60, 120], [110, 70], [110, 120]])
  }

  @Test func `dark paper has lines for dark paper`() {
    let dark = Color(red: 0x20, green: 0x20, blue: 0x20)
    #expect(paper(.staves, color: dark).lines[0].color == .white)
    #expect(paper(.ruled, color: dark).lines[0].color == Color(red: 0x43, green: 0x43, blue: 0x43))
  }

  @Test(arguments: Paper.Ruling.allCases) func `tiny and huge pages have a finite number of lines`(ruling: Paper.Ruling)
  {
    for side in [1e-3, 1, 60, 9000] {
      let elements = paper(ruling, width: side, height: side).lines.reduce(0) { $0 + $1.path.elements.count }
      // Each mark is a move and a line.
      #expect(elements <= 2 * RuledPaper.mostMarks)
    }
    #expect(paper(ruling, width: 1e9, height: 1e9).lines.isEmpty)
    let header = LogHeader(
      size: Size(width: 9e6, height: 9e6), scale: 1e-4, background: .paper(Paper(ruling, spacing: 1)))
    let error = #expect(throws: LayoutError.self) {
      try CanvasSetup(LayoutRequest(), header: header).layout(ink: .empty)
    }
    if case .tooManyMarks = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test(arguments: [1.0, 2.5]) func `a picture has the area of the lines in their color`(scale: Double) throws {
    var request = LayoutRequest()
    request.scale = scale
    let header = LogHeader(size: Size(width: 300, height: 400), background: .paper(Paper(.lined)))
    let setup = CanvasSetup(request, header: header)
    let layout = try setup.layout(ink: .empty)
    let image = try #require(setup.backdrop(for: layout))
    var areas: [UInt32: Double] = [:]
    for pixel in image.pixels where pixel >> 24 > 0 {
      areas[pixel & 0xFF_FFFF, default: 0] += Double(pixel >> 24) / 255
    }
    let expected = 12 * 300 * 0.5 * scale * scale
    // The margin covers small parts of the rules.
    #expect(abs(try #require(areas.values.max()) - expected) < 0.01 * expected)
  }
}
