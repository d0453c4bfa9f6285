import Exporters
import Geometry
import Testing
import TouchLog

struct PointerEventsExportTests {
  private func lines(_ drawing: ExportedDrawing) -> [Substring] {
    text(.pointerEvents, drawing).split(separator: "\n")
  }

  @Test func `an event has the properties that a browser reports`() {
    #expect(
      lines(mixedDrawing())[0] == """
        {"type":"pointerdown","pointerId":1,"pointerType":"pen","isPrimary":true,"timeStamp":1000,"x":10.5,"y":20,\
        "button":0,"buttons":1,"pressure":0.25,"altitudeAngle":1.25,"azimuthAngle":0.5}
        """)
  }

  @Test func `the events of strokes at the same time are in the order of time`() {
    let lines = lines(mixedDrawing())
    #expect(lines.prefix(4).map { $0.contains("\"pointerId\":2") } == [false, false, true, false])
    #expect(lines.count == 12)
  }

  @Test func `a dot goes down and up`() {
    let lines = lines(mixedDrawing()).suffix(2)
    #expect(
      lines.map { $0.prefix(21) } == [#"{"type":"pointerdown""#, #"{"type":"pointerup","p"#].map { $0.prefix(21) })
  }

  @Test func `an eraser presses the eraser's button`() {
    let lines = lines(mixedDrawing()).filter { $0.contains("\"pointerId\":4") }
    #expect(lines.map { $0.contains(#""button":5,"buttons":32"#) } == [true, false])
    #expect(lines[1].contains(#""button":5,"buttons":0"#))
  }

  @Test func `a time that steps back does not change the order of a stroke`() {
    var drawing = mixedDrawing()
    drawing.strokes = [drawing.strokes[0]]
    drawing.strokes[0].points[1].time = 0.5
    #expect(lines(drawing).map { $0.contains("\"x\":12,") } == [false, true, false])
  }

  @Test func `the look of strokes and the size of the canvas are lost`() {
    #expect(losses(.pointerEvents, mixedDrawing()) == "colors and widths: 4, canvas sizes: 1")
  }

  @Test func `the importer reads the strokes back`() throws {
    let drawing = mixedDrawing()
    let file = ExportFormat.pointerEvents.file(of: drawing).bytes
    guard let strokes = try imported(file, from: "pointer-events") else { return }
    expectPoints(strokes, of: drawing.strokes)
    #expect(strokes.map { $0.events[0].pointer } == [.pencil, .mouse, .finger, .eraser, .pencil])
    #expect(strokes[3].tool?.name == "eraser")
  }
}
