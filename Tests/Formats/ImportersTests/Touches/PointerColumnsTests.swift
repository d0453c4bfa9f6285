import BoardImporters
import Files
import Geometry
import Importers
import Testing
import TouchLog

@Suite struct PointerColumnsTests {
  /// The touches and the report of a text.
  private func read(_ text: String) throws -> (touches: [TouchEvent], report: ImportReport) {
    var reader = try openEventReader(MemorySource(Array(text.utf8)), name: "a")
    var touches: [TouchEvent] = []
    while let event = try reader.next() {
      if case .touch(let touch) = event { touches.append(touch) }
    }
    return (touches, reader.report)
  }

  @Test func `a stroke is a run of events with a button`() throws {
    let (touches, report) = try read(
      #"""
      {"x":[9,1,2,9,3,4,5],"y":[0,1,2,0,3,4,5],"time":[100,110,120,130,140,150,160],"pressure":[0,0.1,0.2,0,0.3,0.4,0],
      "buttons":[0,1,1,0,1,1,1],"tiltX":[0,30,0,0,0,0,0],"tiltY":[0,0,0,0,0,0,0],"pointerType":"pen"}
      """#)
    #expect(touches.map(\.phase) == [.began, .ended, .began, .moved, .ended])
    #expect(touches.map(\.point) == [Point(1, 1), Point(2, 2), Point(3, 3), Point(4, 4), Point(5, 5)])
    let times: [Double?] = touches.map(\.time)
    #expect(times == [0, 0.01, 0.03, 0.04, 0.05])
    let pressures: [Double?] = touches.map(\.pressure)
    #expect(pressures == [0.1, 0.2, 0.3, 0.4, 0.4])
    #expect(touches.allSatisfy { $0.pointer == .pencil })
    let (tilted, upright): (Double, Double) = (.pi / 3, .pi / 2)
    #expect(abs(try #require(touches[0].altitude) - tilted) < 1e-12 && touches[1].altitude == upright)
    #expect(report.omissions.map(\.what) == ["hovering events"] && report.omissions.map(\.count) == [2])
  }

  @Test func `without buttons, pressure tells, and without it all points are one stroke`() throws {
    let pressed = try read(#"{"x":[1,2,3],"y":[1,2,3],"pressure":[0.5,0,0.25]}"#)
    #expect(pressed.touches.filter { $0.phase == .began }.count == 2)
    #expect(pressed.report.assumptions.first == "the pen is down where the pressure is above 0")
    let plain = try read(#"{"clientX":[1,2,3],"clientY":[1,2,3]}"#)
    #expect(plain.touches.map(\.phase) == [.began, .moved, .ended])
    #expect(plain.report.assumptions == ["all points are one stroke"])
  }

  @Test func `the eraser is a tool of its own`() throws {
    let all = try imported(#"{"x":[1,2,3],"y":[1,2,3],"buttons":[1,32,1]}"#)
    let words = all.map { outcome -> String in
      if case .tool(let tool) = outcome.event { tool.name } else { "touch" }
    }
    #expect(words == ["pen", "touch", "touch", "eraser", "touch", "touch", "pen", "touch", "touch"])
  }

  @Test func `null drops a point, and longer columns are reported`() throws {
    let (touches, report) = try read(#"{"x":[1,null,3],"y":[1,2,3,4],"buttons":[1,1,1],"tiltX":[0,0,0]}"#)
    #expect(touches.map(\.point.x) == [1, 3] && touches.allSatisfy { $0.altitude == nil })
    #expect(
      report.omissions.map(\.what) == [
        "values in columns that are longer than others", "points without valid coordinates",
      ])
    #expect(report.omissions.allSatisfy { $0.kind == .damage })
  }

  @Test(arguments: [
    ("[]", 1, 1, "a JSON object"), ("{\"x\":[1],\n\"y\":[\"1\"]}", 2, 6, "a number"),
    ("{\"x\":[1]}", 1, 1, "\"x\" must come with"), ("{\"x\":[1],\"y\":[1],\n\"pressure\":1}", 2, 12, "an array"),
    ("{\"x\":[1],\"y\":[1]}\n{", 2, 1, "the end of the file"), ("{\"x\":[1],\"y\":[1", 1, 16, "the end of the file"),
  ]) func `an error has a line and column`(text: String, line: Int, column: Int, says: String) throws {
    let error = #expect(throws: LogReadError.self) { _ = try imported(text, from: .pointerColumns) }
    guard case .malformed(let error) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.location.line == line && error.location.column == column, "\(error)")
    #expect(error.description.contains(says), "\(error)")
  }

  @Test(.enabled(if: environment("DOODLE_CORPUS") != nil, "needs the recordings in DOODLE_CORPUS"))
  func `a recording has its stroke`() throws {
    let bytes = try #require(try corpus("pointer-events/bdalab-columns.json"))
    let (touches, report) = try read(String(decoding: bytes, as: UTF8.self))
    #expect(touches.count == 148 && touches.filter { $0.phase == .began }.count == 1)
    #expect(report.omissions.map(\.count) == [233 - 148])
    #expect(touches.allSatisfy { $0.altitude != nil && $0.pressure != nil })
  }

  @Test func `damage ends with events or located errors`() throws {
    let text =
      #"{"x":[9,1,2.5],"y":[0,1,2],"time":[100,110,120],"buttons":[0,1,1],"tiltX":[0,30,null],"pointerType":"pen"}"#
    survivesDamage(Array(text.utf8), from: .pointerColumns)
  }

  @Test func `a twist of 0 is not measured`() throws {
    let (touches, _) = try read(#"{"x":[1,2,3],"y":[1,2,3],"buttons":[1,1,1],"twist":[0,90,359]}"#)
    #expect(touches.map(\.twist) == [nil, 90, 359])
  }

  @Test func `details are those that are measured`() throws {
    let start = #"{"x":[1,2,3],"y":[1,2,3],"buttons":[1,1,1]"#
    let (touches, _) = try read(
      start + #","tangentialPressure":[0,-0.5,1],"width":[1,1,20.5],"height":[1,3,null]}"#)
    #expect(touches.map(\.details.tangentialPressure) == [nil, -0.5, 1])
    #expect(touches.map(\.details.contact) == [nil, Size(width: 1, height: 3), nil])
    // The size of a canvas.
    let (others, _) = try read(start + #","width":800,"height":[600],"tangentialPressure":"none"}"#)
    #expect(others.count == 3 && others.allSatisfy { !$0.details.isKnown })
  }
}
