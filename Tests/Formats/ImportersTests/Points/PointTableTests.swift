import Geometry
import ImportCore
import PointImporters
import TestSupport
import Testing
import TouchLog

/// Tables of points; the arrays of JSON have other tests.
struct PointTableTests {
  @Test(arguments: [
    ("commas", "x,y\n1,2\n3,4\n"), ("tabs", "x\ty\n1\t2\n3\t4\n"), ("semicolons", "x;y\n1;2\n3;4"),
    ("spaces", "x y\n1  2\n 3 4 \n"), ("quotes", "\"X\",\"Y\"\n\"1\",\"2\"\n\"3\",\"4\"\n"),
    ("CRLF after a byte-order mark", "\u{FEFF}x,y\r\n1,2\r\n3,4\r\n"), ("comments", "# x y\n1 2\n# no point\n3 4\n"),
    ("other columns", "name,y,z,x\n\"a, b\",2,9,1\n\"c \",4,9,3\n"), ("units", "Pos_X [mm]; pos.y (mm)\n1;2\n3;4\n"),
    ("decimal commas", "x;y\n1,0;2,0\n3,0;4e0\n"), ("an empty column", "a\tx\ty\n\t1\t2\n\t3\t4\n"),
  ]) func `a table is recognized by its columns`(name: String, text: String) throws {
    let ink = try DocumentInk(text)
    #expect(ink.report.format == "points")
    // Enlarged to 512 points.
    #expect(ink.strokes.map(\.points) == [[Point(0, 0), Point(512, 512)]])
  }

  private func strokes(_ text: String) throws -> [[Double]] {
    try DocumentInk(text).strokes.map { $0.points.map(\.x) }
  }

  @Test(arguments: [
    ("a column", "Stroke_ID,x,y\na,0,0\na,100,0\nb,200,0\nb,300,0\nc,400,0\nc,500,0"),
    ("a column of rows that take turns", "Stroke_ID,x,y\na,0,0\nb,200,0\nb,300,0\na,100,0\nc,400,0\nc,500,0"),
    ("a pen", "x,y,pen_down\n0,0,1\n100,0,1\n150,0,0\n200,0,1\n300,0,1\n350,0,0\n400,0,1\n500,0,1"),
    (
      "a pen by words",
      "x,y,pen\n0,0,down\n100,0,down\n101,0,up\n200,0,down\n300,0,down\n301,0,up\n400,0,down\n500,0,down"
    ),
    (
      "a state", "x,y,state\n0,0,down\n100,0,up\n200,0,down\n300,0,up\n301,0,move\n400,0,down\n450,0,move\n500,0,up"
    ),
    ("blank lines", "x,y\n0,0\n100,0\n\n200,0\n300,0\n\n\n400,0\n500,0\n"),
  ]) func `strokes are divided`(name: String, text: String) throws {
    let xs = try strokes(text).map { [$0.first, $0.last] }
    #expect(xs == [[0, 100], [200, 300], [400, 500]])
  }

  @Test func `what divides nothing is one stroke`() throws {
    let ink = try DocumentInk("x,y\n0,0\n100,0\n300,0\n")
    #expect(ink.strokes.count == 1)
    #expect(
      ink.report.assumptions.contains("all points are one stroke: neither a column nor blank lines divide them"))
    #expect(try !DocumentInk("x,y,stroke\n0,0,1\n9,9,1\n").report.assumptions.contains { $0.hasPrefix("all points") })
  }

  @Test(arguments: [
    ("milliseconds", ["1700000000000", "1700000000008", "1700000000024"]), ("milliseconds", ["0.5", "8.5", "24.5"]),
    ("seconds", ["3", "3.008", "3.024"]), ("microseconds", ["0", "8000", "24000"]),
    ("nanoseconds", ["7000000000", "7008000000", "7024000000"]),
  ]) func `the unit of times is the one in which points are as far apart as devices report them`(
    unit: String, times: [String]
  ) throws {
    let ink = try DocumentInk("x,y,t\n" + times.enumerated().map { "\($0 * 100),0,\($1)\n" }.joined())
    #expect(ink.report.timeBase == "\(unit), per point")
    let microseconds: [Double] = ink.strokes[0].touches.map { (($0.time ?? .nan) * 1e6).rounded() }
    #expect(microseconds == [0, 8000, 24_000])
  }

  @Test func `times of strokes of one point are milliseconds`() throws {
    let ink = try DocumentInk("x,y,t,stroke\n0,0,1000,1\n100,0,2000,2\n")
    #expect(ink.strokes.map { $0.touches[0].time } == [0, 1])
  }

  @Test(arguments: [("0.25", "0.5", 1.0), ("256", "512", 1023), ("1", "4095", 4095), ("200", "201", 255)])
  func `pressure is a share of the largest of a usual sensor`(low: String, high: String, maximum: Double) throws {
    let ink = try DocumentInk("x,y,Force\n0,0,\(low)\n50,0,\(high)\n100,0,\(low)\n")
    let expected = [low, high, low].map { (Double($0) ?? .nan) / maximum }
    for (touch, pressure) in zip(ink.strokes[0].touches, expected) {
      #expect(abs((touch.pressure ?? .nan) - pressure) < 1e-12)
    }
    #expect(ink.report.assumptions.contains("the largest pressure of the sensor is \(Int(maximum))") == (maximum > 1))
  }

  @Test func `y grows downward, or upward on request`() throws {
    let text = "x,y\n0,0\n0,100\n"
    #expect(try DocumentInk(text).strokes[0].points == [Point(0, 0), Point(0, 100)])
    var options = ImportOptions()
    options.yAxis = .up
    #expect(try DocumentInk(text, options: options).strokes[0].points == [Point(0, 0), Point(0, -100)])
  }

  @Test func `a table without columns x and y is refused`() throws {
    for (text, found) in [
      ("a,b\n1,2\n", "columns a, b"), ("1,2\n3,4\n", "columns 1, 2"), ("", "a line without them"),
    ] {
      let error = #expect(throws: LogReadError.self) { try DocumentInk(Array(text.utf8), from: .points) }
      guard case .malformed(let error) = error else { throw try #require(error) }
      #expect(error.reason == .unexpected(found, expected: "names of columns x and y"))
    }
  }
}
