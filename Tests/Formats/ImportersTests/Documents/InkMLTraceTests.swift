import Geometry
import Testing
import TouchLog

/// The text of traces, section 3.2 of InkML.
struct InkMLTraceTests {
  private func points(_ trace: String, channels: Int = 2) throws -> [Point] {
    let names = ["X", "Y", "F"].prefix(channels).map { "<channel name=\"\($0)\"/>" }.joined()
    return try DocumentInk(inkML(trace, channels: names)).strokes.first?.points ?? []
  }

  @Test func `values are explicit, differences, or differences of differences`() throws {
    // The example of the recommendation, section 3.2.1 of InkML.
    let trace = "1125 18432,'23'43,\"7\"-8,3-5,7 -3,6 2,6 8,3 6"
    let expected: [(Double, Double)] = [
      (1125, 18432), (1148, 18475), (1178, 18510), (1211, 18540), (1251, 18567), (1297, 18596), (1349, 18633),
      (1404, 18676),
    ]
    #expect(same(try points(trace), expected))
  }

  @Test func `an exclamation mark makes values explicit again`() throws {
    #expect(same(try points("10 10,'1'1,2 2,!50!60,70 80"), [(10, 10), (11, 11), (13, 13), (50, 60), (70, 80)]))
  }

  @Test func `each channel has a mode of its own`() throws {
    #expect(same(try points("10 10,'1 20,2 30"), [(10, 10), (11, 20), (13, 30)]))
  }

  @Test func `the velocity of differences is the last one, not their sum`() throws {
    #expect(same(try points("0 0,'5'0,'3'0,\"1\"0"), [(0, 0), (5, 0), (8, 0), (12, 0)]))
  }

  @Test func `numbers need no blanks where a sign or a mark divides them`() throws {
    #expect(same(try points("1-2,'3'-4,-5-6,+7+8"), [(1, -2), (4, -6), (-1, -12), (6, -4)]))
    let ink = try DocumentInk(
      inkML(
        "7-19-272 0 0,1 2 3 4 5", channels: ["X", "Y", "A", "B", "C"].map { "<channel name=\"\($0)\"/>" }.joined()))
    #expect(ink.strokes[0].points == [Point(7, -19), Point(1, 2)])
  }

  @Test func `blanks may be anywhere, and the last comma ends nothing`() throws {
    #expect(same(try points("\n 1\t2 ,\r\n ' 3 ' 4 ,\n"), [(1, 2), (4, 6)]))
  }

  @Test func `decimals, exponents and hexadecimal digits are numbers`() throws {
    #expect(same(try points("1.5 -.5,2. 1e1,#FF #10"), [(1.5, -0.5), (2, 10), (255, 16)]))
  }

  @Test func `an asterisk repeats a value, a question mark is none`() throws {
    let ink = try DocumentInk(inkML("10 20,* 30,? 5,'1'1", channels: "<channel name=\"X\"/><channel name=\"Y\"/>"))
    #expect(ink.strokes[0].points == [Point(10, 20), Point(10, 30), Point(11, 6)])
    #expect(ink.omitted("points without valid coordinates") == 1)
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

  @Test func `values without a channel are counted`() throws {
    let ink = try DocumentInk(inkML("1 2 3,4 5 6"))
    #expect(ink.strokes[0].points == [Point(1, 2), Point(4, 5)])
    #expect(ink.omitted("values of traces without a channel") == 2)
  }

  @Test func `other characters in a trace are an error at their location`() throws {
    let error = try #require(try DocumentInk.error(of: Array("<ink>\n<trace>1 2,x 3</trace></ink>".utf8)))
    #expect((error.location.line, error.location.column) == (2, 12))
    #expect(error.reason == .unexpected("\"x\"", expected: "a value of a trace, or \",\" after a point"))
  }

  @Test func `a trace in pieces is one trace`() throws {
    #expect(same(try points("1 2,<!-- , -->3 <![CDATA[4]]>,&#53; 6"), [(1, 2), (3, 4), (5, 6)]))
  }

  @Test func `one point is a dot, and a trace without points is none`() throws {
    let ink = try DocumentInk("<ink><trace>1 2</trace><trace> </trace><trace/></ink>")
    #expect(ink.strokes.map(\.points) == [[Point(1, 2), Point(1, 2)]])
    #expect(ink.omitted("strokes without points") == 2)
  }
}
