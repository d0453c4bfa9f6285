import Files
import Geometry
import Importers
import TestSupport
import Testing
import TouchLog

/// TouchEvents of web pages, which list their touches.
struct TouchEventListTests {
  /// Two fingers: the second touches and lifts while the first moves.
  private static let changed = [
    #"{"type":"touchstart","timeStamp":100,"touches":[],"changedTouches":[{"identifier":7,"clientX":1,"clientY":2,"pageX":9,"pageY":9,"force":0.25,"radiusX":3,"radiusY":4}]}"#,
    #"{"type":"touchmove","timeStamp":110,"changedTouches":[{"identifier":7,"clientX":2,"clientY":2,"force":0.5}]}"#,
    #"{"type":"touchstart","timeStamp":120,"changedTouches":[{"identifier":8,"clientX":50,"clientY":60,"force":0.5}]}"#,
    #"{"type":"touchmove","timeStamp":130,"changedTouches":[{"identifier":7,"clientX":3,"clientY":2,"force":0.75},{"identifier":8,"clientX":51,"clientY":60,"force":0.5}]}"#,
    #"{"type":"touchend","timeStamp":140,"changedTouches":[{"identifier":8,"clientX":52,"clientY":60,"force":0}]}"#,
    #"{"type":"touchcancel","timeStamp":150,"changedTouches":[{"identifier":7,"clientX":3,"clientY":2,"force":0}]}"#,
  ]
  private static let expected = [
    "began 7 1 2 at 0", "moved 7 2 2 at 10", "began 8 50 60 at 20", "moved 7 3 2 at 30", "moved 8 51 60 at 30",
    "ended 8 52 60 at 40", "cancelled 7 3 2 at 50",
  ]

  private func read(_ text: String, chunk: Int = .max) throws -> (touches: [TouchEvent], report: ImportReport) {
    var reader = try openEventReader(ChunkedSource(Array(text.utf8), chunk: chunk), name: "a")
    var touches: [TouchEvent] = []
    while let event = try reader.next() { if case .touch(let touch) = event { touches.append(touch) } }
    return (touches, reader.report)
  }

  private func path(_ touch: TouchEvent) -> String {
    "\(touch.phase) \(touch.touch) \(Int(touch.point.x)) \(Int(touch.point.y)) at \(Int(((touch.time ?? -1) * 1000).rounded()))"
  }

  private static let list = changed.joined(separator: ",\n")
  private static let containers: [(String, String)] = [
    ("lines", changed.joined(separator: "\n")), ("an array", "[\(list)]"),
    ("held by an object", "{\"events\":[\(list)]}"),
  ]

  @Test(arguments: containers) func `the touches that have changed are read`(name: String, text: String) throws {
    for chunk in [1, 100, Int.max] {
      let (touches, report) = try read(text, chunk: chunk)
      #expect(touches.map(path) == Self.expected)
      #expect(touches.allSatisfy { $0.pointer == .finger })
      #expect(touches.map(\.pressure) == [0.25, 0.5, 0.5, 0.75, 0.5, 0.5, 0.75])
      #expect(touches.first?.details.contact == Size(width: 6, height: 8))
      #expect(report.format == "PointerEvents")
      #expect(report.loss == nil)
    }
  }

  @Test func `touches that are listed as down begin, move and end`() throws {
    let text = """
      [{"type":"touchstart","timeStamp":100,"touches":[{"identifier":7,"clientX":1,"clientY":2}]},
      {"type":"touchmove","timeStamp":110,"touches":[{"identifier":7,"clientX":2,"clientY":2}]},
      {"type":"touchstart","timeStamp":120,"touches":[{"identifier":7,"clientX":2,"clientY":2},{"identifier":8,"clientX":50,"clientY":60}]},
      {"type":"touchend","timeStamp":140,"touches":[{"identifier":7,"clientX":3,"clientY":2}]},
      {"type":"touchcancel","timeStamp":150,"touches":[]}]
      """
    #expect(
      try read(text).touches.map(path) == [
        "began 7 1 2 at 0", "moved 7 2 2 at 10", "moved 7 2 2 at 20", "began 8 50 60 at 20", "moved 7 3 2 at 40",
        "ended 8 50 60 at 40", "cancelled 7 3 2 at 50",
      ])
  }

  @Test func `a stylus is a pen, with its angles`() throws {
    let touch = #"{"identifier":1,"pageX":1,"pageY":2,"touchType":"stylus","altitudeAngle":ANGLE,"azimuthAngle":0.5}"#
    let text = ["touchstart", "touchmove", "touchend"].enumerated().map { index, type in
      #"{"type":"\#(type)","changedTouches":[\#(touch.replacing("ANGLE", with: "1.\(index)"))]}"#
    }
    let touches = try read(text.joined(separator: "\n")).touches
    #expect(touches.map(\.pointer) == [.pencil, .pencil, .pencil])
    #expect(touches.map(\.altitude) == [1.0, 1.1, 1.2])
    #expect(touches.map(\.azimuth) == [0.5, 0.5, 0.5])
  }

  @Test func `an event with a position of its own is a touch`() throws {
    let text = #"{"type":"touchstart","x":5,"y":6,"changedTouches":[{"identifier":7,"clientX":1,"clientY":2}]}"#
    #expect(try read(text).touches.first?.point == Point(5, 6))
  }

  @Test func `damage never traps`() { survivesDamage(Array(Self.changed.joined(separator: "\n").utf8)) }
}
