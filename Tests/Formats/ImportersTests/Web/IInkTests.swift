import TestSupport
import Testing
import TouchLog

struct IInkTests {
  @Test(arguments: [
    ("iink-hello-my-friend", 10, 422, 0), ("iink-shape-and-stroke", 1, 127, 1), ("iink-no-time", 5, 116, 0),
  ]) func `files of the corpus`(name: String, strokes: Int, points: Int, shapes: Int) throws {
    guard let text = try corpus("web-strokes/\(name).json") else { return }
    let ink = try WebInk(text)
    #expect(ink.report.format == "iink")
    #expect(ink.strokes.count == strokes)
    #expect(ink.pointCount == points)
    #expect(ink.omitted("symbols that are not strokes") ?? 0 == shapes)
    #expect(ink.errors == [])
  }

  @Test func `strokes without times are 0.2 seconds apart`() throws {
    guard let text = try corpus("web-strokes/iink-no-time.json") else { return }
    let ink = try WebInk(text)
    #expect(ink.report.timeBase == "none; strokes 0.2 s apart")
    #expect(ink.strokes[0].times.first == 0)
    // 34 steps of 1/120 s and the pause.
    #expect(abs((ink.strokes[1].times[0] ?? 0) - (34.0 / 120 + 0.2)) < 1e-9)
    #expect(ink.strokes[0].times.dropFirst().allSatisfy { $0 == nil })
  }
}
