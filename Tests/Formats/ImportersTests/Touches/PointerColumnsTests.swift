import BoardImporters
import Files
import Geometry
import Importers
import Testing
import TouchLog

@Suite struct PointerColumnsTests {
  @Test func `the eraser is a tool of its own`() throws {
    let all = try imported(#"{"x":[1,2,3],"y":[1,2,3],"buttons":[1,32,1]}"#)
    let words = all.map { outcome -> String in
      if case .tool(let tool) = outcome.event { tool.name } else { "touch" }
    }
    #expect(words == ["pen", "touch", "touch", "eraser", "touch", "touch", "pen", "touch", "touch"])
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
    let (touches, report) = try readTouches(String(decoding: bytes, as: UTF8.self))
    #expect(touches.count == 148 && touches.filter { $0.phase == .began }.count == 1)
    #expect(report.omissions.map(\.count) == [233 - 148])
    #expect(touches.allSatisfy { $0.altitude != nil && $0.pressure != nil })
  }
}
