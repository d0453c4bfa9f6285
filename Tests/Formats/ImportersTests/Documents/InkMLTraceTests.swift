import Geometry
import Testing
import TouchLog

/// The text of traces, section 3.2 of InkML.
struct InkMLTraceTests {
  private func points(_ trace: String, channels: Int = 2) throws -> [Point] {
    let names = ["X", "Y", "F"].prefix(channels).map { "<channel name=\"\($0)\"/>" }.joined()
    return try DocumentInk(inkML(trace, channels: names)).strokes.first?.points ?? []
  }

  @Test(arguments: ["NaN 1", "1 -inf", "null 2", "1e999 2", "5"]) func `a point without coordinates is left out`(
    point: String
  ) throws {
    let ink = try DocumentInk(inkML("1 2,\(point),3 4"))
    #expect(ink.strokes[0].points == [Point(1, 2), Point(3, 4)])
    #expect(ink.omitted("points without valid coordinates") == 1)
  }

  @Test func `commas between coordinates and blanks between points are noticed`() throws {
    for trace in ["84,120 79,120 75,121", "84, 120 79, 120 75, 121", "84,120\n79,120\n75,121\n"] {
      let ink = try DocumentInk(inkML(trace))
      #expect(ink.strokes[0].points == [Point(84, 120), Point(79, 120), Point(75, 121)], "\(trace)")
      #expect(ink.report.assumptions.contains("commas divide the coordinates, and blanks the points"))
    }
  }
}
