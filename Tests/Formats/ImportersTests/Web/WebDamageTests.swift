import BoardImporters
import ImportCore
import PointImporters
import Testing
import TouchLog

struct WebDamageTests {
  static let drawings: [(LogFormat, String)] = [
    (.signaturePad, SignaturePadTests.version4), (.signaturePad, SignaturePadTests.version2),
    (.iink, IInkTests.drawing), (.jspsych, JSPsychTests.trial), (.excalidraw, ExcalidrawTests.scene),
    (.excalidraw, ExcalidrawTests.note), (.excalidraw, ExcalidrawTests.compressedNote),
    (.excalidraw, ExcalidrawShapeTests.every),
    (.tldraw, TldrawTests.file), (.tldraw, TldrawTests.note),
    (.reactSketchCanvas, WebCanvasTests.paths),
    (.reactCanvasDraw, WebCanvasTests.lines), (.fabric, FabricTests.drawing),
    (.points, PointListTests.damaged),
  ]

  @Test(arguments: drawings) func `damaged drawings end with events or an error with a location`(
    format: LogFormat, text: String
  ) throws {
    try survivesDamage(Array(text.utf8), format, truncatedEvery: 1)
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
    try survivesDamage(text, format, truncatedEvery: 100)
  }

  private func survivesDamage(_ text: [UInt8], _ format: LogFormat, truncatedEvery step: Int) throws {
    for file in damagedFiles(of: text, truncatedEvery: step) {
      let ink = try WebInk(file, from: format)
      #expect(ink.errors.count <= 1)
      for error in ink.errors { #expect(error.location.line > 0 && error.location.column > 0) }
      for touch in ink.strokes.flatMap(\.touches) {
        #expect(touch.point.x.magnitude <= 1e7 && touch.point.y.magnitude <= 1e7)
      }
    }
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
