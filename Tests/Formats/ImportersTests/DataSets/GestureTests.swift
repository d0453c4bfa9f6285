import Geometry
import PointImporters
import TestSupport
import Testing
import TouchLog

struct GestureTests {
  private let gesture = """
    <?xml version="1.0" encoding="utf-8" standalone="yes"?>
    <Gesture Name="D" Subject="9" InputType="stylus" Speed="SLOW" NumPts="5">
      <Stroke index="1">
        <Point X="40" Y="10" T="1000" Pressure="51" />
        <Point X="40" Y="90" T="1010" Pressure="102" />
        <Point X="40" Y="95" T="1020" Pressure="51" />
      </Stroke>
      <Stroke index="2"><Point X="40" Y="10" T="2000" Pressure="255" /><Point X="" Y="2" T="2010" /></Stroke>
      <Stroke index="3"/>
    </Gesture>
    """

  @Test func `points have milliseconds and pressures, and y grows downward`() throws {
    let ink = try DocumentInk(gesture)
    #expect(ink.report.format == "gesture")
    #expect(ink.header?.label == "D")
    #expect(
      ink.strokes.map(\.points) == [[Point(40, 10), Point(40, 90), Point(40, 95)], [Point(40, 10), Point(40, 10)]])
    #expect(ink.strokes[0].touches.map(\.time) == [0, 0.01, 0.02])
    #expect(ink.strokes[1].touches[0].time == 1)
    #expect(ink.strokes[0].touches.map(\.pressure) == [0.2, 0.4, 0.2])
    #expect(ink.omitted("points without valid coordinates") == 1)
    #expect(ink.omitted("strokes without points") == 1)
  }

  @Test func `a gesture without strokes is one stroke`() throws {
    let ink = try DocumentInk(
      #"<Gesture Name="arrow07" Number="7"><Point X="10" Y="10" T="0"/><Point X="90" Y="10" T="9"/></Gesture>"#)
    #expect(ink.strokes.map(\.points) == [[Point(10, 10), Point(90, 10)]])
  }

  @Test(arguments: [("arrow07", "7", "arrow"), ("arrow07", "8", "arrow07"), ("arrow", "7", "arrow"), ("5", "5", nil)])
  func `the label is the name without the number of the sample`(name: String, number: String, label: String?) throws {
    let ink = try DocumentInk(#"<Gesture Name="\#(name)" Number="\#(number)"><Point X="1" Y="1"/></Gesture>"#)
    #expect(ink.header?.label == label)
  }

  @Test func `damage never traps`() {
    survivesDamage(Array(gesture.utf8))
    survivesDamage(Array(gesture.utf8), from: .gesture)
  }
}
