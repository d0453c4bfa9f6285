import DataSets
import Geometry
import TestSupport
import Testing

/// Pictures of sketches, against arithmetic and a plain computation of coverage.
struct SketchPictureTests {
  private func form(_ width: Int, _ height: Int, stroke: Double) -> PictureForm {
    var form = PictureForm()
    (form.width, form.height, form.fit, form.lineWidth) = (width, height, .none, .uniform(.pixels(stroke)))
    return form
  }

  /// A line of width 2 from x = 2 to x = 6 at y = 4: the rows 3 and 4 between are covered wholly.
  @Test func `a line along the pixels covers them wholly`() throws {
    let pixels = try samples(of: Record(line: #"{"drawing":[[[2,6],[4,4]]]}"#), form(8, 8, stroke: 2))
    for y in 0..<8 {
      for x in 2..<6 { #expect(pixels[y * 8 + x] == (3...4 ~= y ? 255 : 0), "\(x) \(y)") }
    }
    #expect(pixels[3 * 8] == 0 && pixels[3 * 8 + 7] == 0)
  }

  /// A point is a disc: its area is πr².
  @Test func `a stroke of one point is a disc`() throws {
    let pixels = try samples(of: Record(line: #"{"drawing":[[[8],[8]]]}"#), form(16, 16, stroke: 8))
    let area = pixels.reduce(0) { $0 + Double($1) / 255 }
    #expect(abs(area - .pi * 16) < 0.3)
  }

  /// The coverage by 32 × 32 samples of each pixel.
  @Test(arguments: rounds(12)) func `lines cover the true area of each pixel`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let strokes = (0..<3).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Point(Double(Int.random(in: 2...26, using: &random)), Double(Int.random(in: 2...26, using: &random)))
      }
    }
    let width = random.double(in: 1...5)
    let lines = strokes.map { "[\($0.map { Int($0.x) }),\($0.map { Int($0.y) })]" }.joined(separator: ",")
    let pixels = try samples(of: Record(line: #"{"drawing":[\#(lines)]}"#), form(28, 28, stroke: width))
    var total = 0.0
    for y in 0..<28 {
      for x in 0..<28 {
        let difference = abs(Double(pixels[y * 28 + x]) - 255 * coverage(of: strokes, radius: width / 2, x, y))
        #expect(difference <= 24, "\(x) \(y)")
        total += difference
      }
    }
    #expect(total / 784 < 1)
  }

  private func coverage(of strokes: [[Point]], radius: Double, _ x: Int, _ y: Int) -> Double {
    let count = 32
    return strokes.reduce(0.0) { total, stroke in
      var covered = 0
      for sample in 0..<count * count {
        let point = Point(
          Double(x) + (Double(sample % count) + 0.5) / Double(count),
          Double(y) + (Double(sample / count) + 0.5) / Double(count))
        let lines = stroke.count == 1 ? [(stroke[0], stroke[0])] : Array(zip(stroke, stroke.dropFirst()))
        if lines.contains(where: { distance(point, $0.0, $0.1) <= radius }) { covered += 1 }
      }
      let share = Double(covered) / Double(count * count)
      return total + (1 - total) * share
    }
  }

  private func distance(_ point: Point, _ a: Point, _ b: Point) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let t = square > 0 ? min(1, max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square)) : 0
    return point.distance(to: Point(a.x + t * dx, a.y + t * dy))
  }

  @Test func `modes show black ink on white, or on nothing`() throws {
    let record = Record(line: drawingLines(1)[0])
    var form = form(32, 24, stroke: 2)
    form.fit = .content
    let gray = try samples(of: record, form)
    for inverts in [false, true] {
      form.inverts = inverts
      let flip: UInt8 = inverts ? 255 : 0
      form.mode = .gray
      #expect(try samples(of: record, form) == gray.map { $0 ^ flip })
      form.mode = .rgb
      let rgb: [UInt8] = gray.flatMap { (alpha: UInt8) -> [UInt8] in
        let color: UInt8 = (255 - alpha) ^ flip
        return [color, color, color]
      }
      #expect(try samples(of: record, form) == rgb)
      form.mode = .rgba
      let rgba: [UInt8] = gray.flatMap { (alpha: UInt8) -> [UInt8] in
        let color: UInt8 = alpha > 0 ? flip : 0
        return [color, color, color, alpha]
      }
      #expect(try samples(of: record, form) == rgba)
    }
  }

  // MARK: Places

  @Test(arguments: [
    (PictureForm.Fit.content, PictureForm.Align.center, 100, 100, 0.1, 8.0, Point(10, 10 + 20)),
    (.content, .topLeft, 100, 100, 0.1, 8.0, Point(10, 10)),
    (.content, .center, 200, 100, 0.0, 20.0, Point(0, 0)),
    (.source, .center, 100, 100, 0.0, 1.0, Point(45, 47.5)),
    (.source, .topLeft, 100, 100, 0.1, 0.8, Point(10 + 0.8 * 3, 10 + 0.8 * 4)),
    (.none, .center, 100, 100, 0.1, 1.0, Point(3, 4)),
  ])
  func `a box of 10 by 5 at 3, 4 is placed`(
    fit: PictureForm.Fit, align: PictureForm.Align, width: Int, height: Int, padding: Double, scale: Double,
    corner: Point
  ) {
    var form = PictureForm()
    (form.width, form.height, form.fit, form.align) = (width, height, fit, align)
    (form.padding, form.sourceSize) = (.fraction(padding), 100)
    let transform = form.placement(of: Rect(minX: 3, minY: 4, maxX: 13, maxY: 9))
    #expect(abs(transform.scale - scale) < 1e-12)
    #expect(transform.apply(Point(3, 4)).distance(to: corner) < 1e-9)
  }

  @Test func `a dot is drawn in the middle`() throws {
    let record = Record(line: #"{"drawing":[[[100],[30]]]}"#)
    var form = form(9, 9, stroke: 3)
    form.fit = .content
    let pixels = try samples(of: record, form)
    let middle: UInt8 = pixels[4 * 9 + 4]
    #expect(middle == 255)
    #expect(pixels == Array(pixels.reversed()))
  }

  @Test(arguments: ["[]", "[[[],[]]]", "[[]]"])
  func `a drawing without ink is a bad record`(drawing: String) {
    #expect(throws: RecordFault.self) { try samples(of: Record(line: #"{"drawing":\#(drawing)}"#), PictureForm()) }
  }
}
