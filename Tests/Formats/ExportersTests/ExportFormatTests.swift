import Exporters
import Geometry
import Testing
import TouchLog

struct ExportFormatTests {
  @Test func `every format has a name of its own`() {
    #expect(Set(ExportFormat.allCases).count == ExportFormat.allCases.count)
    for format in ExportFormat.allCases { #expect(ExportFormat(rawValue: format.rawValue) == format) }
    #expect(ExportFormat(rawValue: "png") == nil)
  }

  @Test(arguments: ExportFormat.allCases) func `an empty drawing and numbers of any size give a file`(
    format: ExportFormat
  ) {
    #expect(
      !format.file(of: ExportedDrawing(size: Size(width: 1, height: 1), strokes: [])).bytes.isEmpty
        || format == .pointerEvents)
    for number in [1e7, -1e7, 1e-300, 1e300, -0.0, .infinity, .nan] {
      var point = ExportedPoint(Point(number, 0), time: number, pressure: 1, radius: 1)
      (point.altitude, point.twist, point.details.tangentialPressure) = (number, number, number)
      point.details.contact = Size(width: number, height: number)
      let stroke = ExportedStroke(id: "\"", points: [point, ExportedPoint(Point(0, 0), time: 1, radius: 0)])
      let drawing = ExportedDrawing(size: Size(width: 1, height: 1), strokes: [stroke])
      #expect(!format.file(of: drawing).bytes.isEmpty)
    }
  }

  @Test func `numbers have no exponent and no zeros at the end`() {
    let numbers = [0, -0.0, 1e-7, 0.0000005, -0.0000004, 1.5, 1e6, 123456.789, -0.25, 9_999_999.999999]
    let drawing = ExportedDrawing(
      size: Size(width: 1, height: 1),
      strokes: [
        ExportedStroke(id: "a", points: numbers.map { ExportedPoint(Point($0, 0), time: 0, radius: 1) })
      ])
    let expected = "0,0,0,0.000001,0,1.5,1000000,123456.789,-0.25,9999999.999999"
    #expect(text(.quickdraw, drawing).contains("[[[\(expected)],"))
  }
}
