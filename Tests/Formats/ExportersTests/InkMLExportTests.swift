import Exporters
import TestSupport
import Testing
import TouchLog

struct InkMLExportTests {
  @Test func `a trace has its values in the order of its channels`() {
    let text = text(.inkml, mixedDrawing())
    #expect(text.contains(">10.5 20 0.25 1000, 12 21.25 0.5 1008, 15 24 1 1016.7</trace>"))
    #expect(text.contains(">30 40 1010, 60 40 1200, 60 80 1400</trace>"))
  }

  @Test func `pressure that is missing at some points is marked`() {
    var drawing = mixedDrawing()
    drawing.strokes[0].points[1].pressure = nil
    #expect(text(.inkml, drawing).contains("12 21.25 ? 1008"))
  }

  @Test func `the importer reads the scale and the grid back`() throws {
    var drawing = mixedDrawing()
    (drawing.scale, drawing.grid) = (1.5, 0.0625)
    let file = ExportFormat.inkml.file(of: drawing)
    #expect(!file.losses.description.contains("scales"))
    let again = try readAgain(file.bytes, "inkml")
    #expect(again.scale == 1.5)
    #expect(again.grid == 0.0625)
    let broken = text(.inkml, drawing).replacing("1.5<", with: "-1e99<").replacing("0.0625<", with: "x<")
    #expect(try readAgain(Array(broken.utf8), "inkml").scale == nil)
  }

  @Test func `ink that goes through its points is not fit to a curve`() throws {
    var drawing = mixedDrawing()
    #expect(!text(.inkml, drawing).contains("fitToCurve"))
    drawing.strokes[1].isSmoothed = false
    let strokes = try #require(try imported(ExportFormat.inkml.file(of: drawing).bytes, from: "inkml"))
    // Tools keep what they were given last: the others are smoothed as usual again.
    #expect(strokes.map(\.tool?.style.smoothing) == [nil, 0, 1, 1])
  }

  @Test func `the label is the truth`() {
    var drawing = mixedDrawing()
    #expect(!text(.inkml, drawing).contains("annotation"))
    drawing.notes = [LogHeader.Note("word", "a<b & \u{1}")]
    #expect(text(.inkml, drawing).contains("<annotation type=\"truth\">a&lt;b &amp; \u{FFFD}</annotation>\n"))
  }

  @Test func `erasers and tilts are lost`() {
    #expect(losses(.inkml, mixedDrawing()) == "tilts: 3, eraser strokes: 1")
  }

  @Test func `ink too fine for the decimals of a width is read back as fine ink`() throws {
    var drawing = mixedDrawing()
    for index in drawing.strokes.indices { drawing.strokes[index].width = 1e-300 }
    guard let strokes = try imported(ExportFormat.inkml.file(of: drawing).bytes, from: "inkml") else { return }
    for stroke in strokes { #expect((stroke.tool?.style.width ?? 4) < 1e-6) }
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `expat finds traces, contexts and brushes that refer to each other`() throws {
    let script = """
      import sys, xml.etree.ElementTree as E
      r = E.parse(sys.argv[1]).getroot(); n = '{http://www.w3.org/2003/InkML}'; i = '{http://www.w3.org/XML/1998/namespace}id'
      ids = {e.get(i) for e in r.iter() if e.get(i)}
      t = r.findall(n + 'trace')
      print(len(t), all(e.get('contextRef')[1:] in ids and e.get('brushRef')[1:] in ids for e in t))
      for c in r.iter(n + 'context'): print(c.get(i), [e.get('name') for e in c.iter(n + 'channel')])
      for b in r.iter(n + 'brush'): print(*(p.get('value') for p in b))
      """
    #expect(
      try python(script, about: ExportFormat.inkml.file(of: mixedDrawing()).bytes) == """
        4 True
        xyft ['X', 'Y', 'F', 'T']
        xyt ['X', 'Y', 'T']
        0.105833333 0.105833333 #ff0010 127 ellipse copyPen
        0.079375 0.079375 #000000 0 ellipse copyPen
        0.3175 0.3175 #ffff00 135 ellipse maskPen
        0.105833333 0.105833333 #000000 0 ellipse copyPen
        """)
  }

  @Test func `the importer reads the strokes back`() throws {
    let drawing = mixedDrawing()
    let file = ExportFormat.inkml.file(of: drawing).bytes
    guard let strokes = try imported(file, from: "inkml") else { return }
    expectPoints(strokes, of: drawing.strokes.filter { $0.kind != .eraser })
    #expect(strokes.map(\.tool?.name) == ["pen", "pen", "marker", "pen"])
    #expect(strokes.map { ($0.tool?.style.width ?? 0).rounded() } == [4, 3, 12, 4])
  }
}
