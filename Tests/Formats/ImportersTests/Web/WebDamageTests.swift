import BoardImporters
import ImportCore
import PointImporters
import Testing
import TouchLog

struct WebDamageTests {
  /// Boards with everything that the cases show one by one.
  @Test(arguments: [
    (LogFormat.excalidraw, ExcalidrawShapeTests.every), (.tldraw, TldrawTests.file), (.points, PointListTests.damaged),
  ]) func `damaged boards end with events or an error with a location`(format: LogFormat, text: String) {
    survivesDamage(Array(text.utf8), from: format)
  }

  @Test(arguments: [
    (LogFormat.signaturePad, "signature_pad/face-v2-shape.json"), (.iink, "web-strokes/iink-shape-and-stroke.json"),
    (.excalidraw, "excalidraw/handdrawn-signs.excalidrawlib"),
    (.tldraw, "documents/tldraw/2024-04-test-sketch-three-pages.tldr"),
    (.tldraw, "documents/tldraw/2024-06-test-sketch-basic.tldr"),
  ]) func `damaged files of the corpus end with events or an error with a location`(
    format: LogFormat, path: String
  ) throws {
    guard let text = try corpus(path) else { return }
    survivesDamage(text, from: format, budget: 1 << 20)
  }

  @Test func `many strokes are read in linear time`() throws {
    let stroke = #"{"type":"freedraw","x":0,"y":0,"strokeWidth":1,"points":[[0,0]]}"#
    let text =
      #"{"type":"excalidraw","elements":["# + [String](repeating: stroke, count: 20_000).joined(separator: "\n,")
    #expect(try WebInk(text + "]}").strokes.count == 20_000)
  }

  @Test func `memory has a limit`() throws {
    var options = ImportOptions()
    let points = [String](repeating: #"{"x":1,"y":2,"time":3}"#, count: 40).joined(separator: ",")
    let text = "[[\(points)]]"
    options.memoryLimit = 8 * text.utf8.count
    #expect(try WebInk(text, from: .signaturePad, options: options).errors.isEmpty)
    options.memoryLimit -= 1
    let ink = try WebInk(text, from: .signaturePad, options: options)
    #expect(ink.errors.first?.reason == .tooMuchMemory("the file", limit: options.memoryLimit))
  }
}
