import Files
import Geometry
import Importers
import TestSupport
import Testing
import TouchLog

/// TouchEvents of web pages, which list their touches.
struct TouchEventListTests {
  /// Two fingers: the second touches and lifts while the first moves.
  @Test func `an array and an object give the touches that lines give`() throws {
    let lines = try ImportCase(folder: "pointer-events", file: "touches-that-changed.txt").text()
    let list = lines.dropLast().replacing("\n", with: ",\n")
    let expected = try readTouches(lines).touches
    for text in ["[\(list)]", "{\"events\":[\(list)]}"] {
      for chunk in [1, 100, Int.max] { #expect(try readTouches(text, chunk: chunk).touches == expected) }
    }
  }

  @Test func `an event with a position of its own is a touch`() throws {
    let text = #"{"type":"touchstart","x":5,"y":6,"changedTouches":[{"identifier":7,"clientX":1,"clientY":2}]}"#
    #expect(try readTouches(text).touches.first?.point == Point(5, 6))
  }
}
