import BoardImporters
import Files
import Geometry
import Importers
import Testing
import TouchLog

@Suite struct WebDriverTests {
  /// The touches of the actions of sources.
  private func read(_ sources: [String]) throws -> [TouchEvent] {
    try readTouches("{\"actions\":[\(sources.joined(separator: ","))]}").touches
  }

  private func pointer(_ actions: String, type: String = "pen") -> String {
    #"{"type":"pointer","id":"a","parameters":{"pointerType":"\#(type)"},"actions":[\#(actions)]}"#
  }

  private func move(_ x: Double, _ y: Double, _ duration: Int = 0, _ more: String = "") -> String {
    #"{"type":"pointerMove","x":\#(x),"y":\#(y),"duration":\#(duration)\#(more)}"#
  }

  private let down = #"{"type":"pointerDown","button":0}"#
  private let up = #"{"type":"pointerUp","button":0}"#

  @Test func `an origin may be the pointer itself or an element`() throws {
    let relative = [
      move(10, 10), down, move(5, -5, 1, #","origin":"pointer""#), move(5, -5, 1, #","origin":"pointer""#),
      move(1, 1, 1, #","origin":"viewport""#), up,
    ]
    #expect(
      try read([pointer(relative.joined(separator: ","))]).map(\.point)
        == [Point(10, 10), Point(15, 5), Point(20, 0), Point(1, 1), Point(1, 1)])
    let element = pointer([move(1, 2, 0, #","origin":{"element-6066":"e"}"#), down, up].joined(separator: ","))
    #expect(
      try readTouches("{\"actions\":[\(element)]}").report.assumptions == [
        "the positions in an element are those in the page"
      ])
  }

  @Test func `actions without durations have no times`() throws {
    let touches = try read([pointer([move(0, 0), down, move(1, 1), up, down, up].joined(separator: ","))])
    #expect(touches.map { $0.time == nil } == [false, true, true, false, true])
    #expect(touches[0].time == 0)
  }

  @Test func `BiDi commands hold actions, too`() throws {
    let command =
      #"{"method":"input.performActions","params":{"actions":[\#(pointer([down, up].joined(separator: ",")))]}}"#
    #expect(try imported(command).count == 2)
  }

  @Test(arguments: [
    ("[]", 1, 1, "an object"), ("{}", 1, 1, "\"actions\""), ("{\"actions\":1}", 1, 12, "an array"),
    ("{\"actions\":[\n1]}", 2, 1, "an object"), ("{\"actions\":[\n {}]}", 2, 2, "\"type\""),
    ("{\"actions\":[{\"type\":\"pointer\",\n\"actions\":[{\"type\":\"jump\"}]}]}", 2, 20, "unknown type \"jump\""),
    ("{\"actions\":[{\"type\":\"pointer\",\n\"actions\":[{\"type\":\"pointerMove\",\"x\":1}]}]}", 2, 12, "\"y\""),
    (
      "{\"actions\":[{\"type\":\"pointer\",\n\"actions\":[{\"type\":\"pointerMove\",\"x\":1,\"y\":1e9}]}]}", 2, 44,
      "10000000"
    ),
    ("{\"actions\":[{\"type\":\"pointer\",\n\"actions\":[{\"type\":\"pause\",\"duration\":-1}]}]}", 2, 39, "0 or more"),
    (
      "{\"actions\":[{\"type\":\"pointer\",\n\"actions\":[{\"type\":\"pointerDown\",\"width\":-1}]}]}", 2, 42,
      "0 or more"
    ),
    ("{\"actions\":[", 1, 13, "the end of the file"),
  ]) func `an error has a line and column`(text: String, line: Int, column: Int, says: String) throws {
    let error = #expect(throws: LogReadError.self) { _ = try imported(text, from: .webdriver) }
    guard case .malformed(let error) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.location.line == line && error.location.column == column, "\(error)")
    #expect(error.description.contains(says), "\(error)")
  }

  @Test func `sources of many actions take turns`() throws {
    let sources = (0..<3).map { source in
      pointer(([down] + (1..<5000).map { move(Double($0), Double(source), 1) }).joined(separator: ","))
    }
    let touches = try read(sources)
    #expect(touches.count == 15_000)
    for (index, touch) in touches.enumerated() {
      let (step, source) = (index / 3, index % 3)
      #expect(touch.touch == .number(source) && touch.phase == (step == 0 ? .began : .moved))
      #expect(touch.point == Point(Double(step), step == 0 ? 0 : Double(source)))
      let time = try #require(touch.time)
      #expect(abs(time - Double(step) / 1000) < 1e-9)
    }
  }

  @Test func `many sources that end early take no more time`() throws {
    let long = pointer([String](repeating: move(1, 1, 1), count: 3000).joined(separator: ","))
    let short = [String](repeating: pointer(down), count: 3000)
    #expect(try read(short + [long]).filter { $0.phase == .began }.count == 3000)
  }
}
