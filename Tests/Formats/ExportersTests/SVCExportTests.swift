import Exporters
import Geometry
import Testing
import TouchLog

struct SVCExportTests {
  private func lines(_ drawing: ExportedDrawing) -> [Substring] { text(.svc, drawing).split(separator: "\n") }

  @Test func `the first line counts the others`() {
    let lines = lines(mixedDrawing())
    #expect(lines[0] == "12")
    #expect(lines.count == 13)
  }

  @Test func `a sample is in millimeters with y up, seconds and tenths of degrees`() {
    var drawing = mixedDrawing()
    drawing.strokes[0].points[0].point = Point(96, 4)
    (drawing.strokes[0].points[0].altitude, drawing.strokes[0].points[0].azimuth) = (.pi / 4, .pi / 2)
    #expect(lines(drawing)[1] == "25.4 25.4 0 1 1800 450 0.25")
  }

  @Test func `ink more than 1000 mm wide is in 1/5080 inch, as readers expect`() {
    var drawing = mixedDrawing()
    drawing.size = Size(width: 5000, height: 3000)
    drawing.strokes[0].points[0].point = Point(96, 4)
    drawing.strokes[0].points[1].point = Point(4500, 4)
    // (3000 − 4) · 5080 / 96 = 158538.3
    #expect(lines(drawing)[1].hasPrefix("5080 158538 0 1 "))
  }

  @Test func `whole seconds are milliseconds, and whole millimeters are moved by half of one`() {
    var drawing = mixedDrawing()
    drawing.size = Size(width: 480, height: 480)
    drawing.strokes = [drawing.strokes[0]]
    for index in drawing.strokes[0].points.indices {
      drawing.strokes[0].points[index].point = Point(0, 480 * Double(index % 2))
      drawing.strokes[0].points[index].time = 3 + Double(index)
      drawing.strokes[0].points[index].azimuth = -.pi
    }
    let samples = lines(drawing).dropFirst().map { $0.split(separator: " ") }
    func column(_ index: Int) -> [Substring] { samples.map { $0[index] } }
    #expect(column(1) == ["127.5", "0.5", "127.5"])
    #expect(column(2) == ["0", "1000", "2000"])
    // Readers refuse negative numbers.
    #expect(column(4) == ["2700", "2700", "2700"])
  }

  @Test func `a sample in the air separates two strokes`() {
    let pens = lines(mixedDrawing()).dropFirst().map { $0.split(separator: " ")[3] }
    #expect(pens.joined() == "111011101101")
  }

  @Test func `a pen that reports nothing is upright, and its pressure medium`() {
    #expect(lines(mixedDrawing())[5] == "7.9375 15.875 0.01 1 0 900 0.5")
  }

  @Test func `ink beyond the canvas does not become negative`() {
    var drawing = mixedDrawing()
    drawing.strokes[0].points[1].point = Point(-96, 196)
    #expect(lines(drawing)[2] == "0 0 0.008 1 1186.48 716.2 0.5")
  }

  @Test func `erasers and looks are lost`() {
    #expect(losses(.svc, mixedDrawing()) == "colors and widths: 4, canvas sizes: 1, eraser strokes: 1")
  }

  @Test func `the importer reads the strokes back`() throws {
    let drawing = mixedDrawing()
    guard let strokes = try imported(ExportFormat.svc.file(of: drawing).bytes, from: "svc") else { return }
    let expected = drawing.strokes.filter { $0.kind != .eraser }
    let first = try #require(strokes.first?.events.first?.point)
    let offset = first - expected[0].points[0].point
    expectPoints(strokes, of: expected, offset: offset, hasPressure: false)
  }
}
