import Archive
import Exporters
import Files
import Geometry
import TestSupport
import Testing
import TouchLog

struct XournalExportTests {
  private func text(_ drawing: ExportedDrawing) throws -> String {
    let source = GunzipSource(MemorySource(ExportFormat.xopp.file(of: drawing).bytes))
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, atMost: 1 << 16) > 0 {}
    #expect(source.damage == nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a stroke has the widest width and the widths of its segments, as wide as their narrower ends`() throws {
    let text = try text(mixedDrawing())
    #expect(
      text.contains(
        """
        <stroke tool="pen" color="#ff001080" width="4 2 4" capStyle="round">10.5 20 12 21.25 15 24</stroke>
        """))
  }

  @Test func `ink of one width, a marker and an eraser have one width`() throws {
    let text = try text(mixedDrawing())
    #expect(text.contains("<stroke tool=\"highlighter\" color=\"#ffff0078\" width=\"12\" capStyle=\"round\">0 50 "))
    #expect(text.contains("<stroke tool=\"eraser\" color=\"#ffffffff\" width=\"8\" capStyle=\"round\">50 0 "))
  }

  @Test func `an eraser of a colored page is a pen of its color`() throws {
    var drawing = mixedDrawing()
    drawing.background = Color(red: 255, green: 224, blue: 160)
    #expect(try text(drawing).contains("<stroke tool=\"pen\" color=\"#ffe0a0ff\" width=\"8\" capStyle=\"round\">50 0 "))
  }

  @Test func `the opacity of an eraser is lost`() {
    var drawing = mixedDrawing()
    drawing.strokes[3].color.alpha = 128
    #expect(losses(.xopp, drawing) == "tilts: 3, times: 11, opacities: 2")
  }

  @Test func `a dot has two points, because Xournal++ refuses one`() throws {
    #expect(try text(mixedDrawing()).contains("width=\"4\" capStyle=\"round\">90 90 90 90</stroke>"))
  }

  @Test func `widths are more than 0, where Xournal++ would end the stroke`() throws {
    var drawing = mixedDrawing()
    drawing.strokes[0].points[1].radius = 0
    #expect(try text(drawing).contains("width=\"0.01\""))
  }

  @Test func `points count from the page's corner`() throws {
    var drawing = mixedDrawing()
    drawing.origin = Point(-10, 5)
    let text = try text(drawing)
    #expect(text.contains(">20.5 15 22 16.25 25 19</stroke>"))
    #expect(text.contains("<page width=\"200\" height=\"100\">"))
  }

  @Test func `times and tilts are lost`() {
    #expect(losses(.xopp, mixedDrawing()) == "tilts: 3, times: 11, opacities: 1")
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `Python finds as many widths as segments`() throws {
    let script = """
      import sys, gzip, xml.etree.ElementTree as E
      for s in E.fromstring(gzip.open(sys.argv[1]).read()).iter('stroke'):
        w, p = s.get('width').split(), s.text.split()
        print(s.get('tool'), len(w) in (1, len(p) // 2), len(p) % 2)
      """
    #expect(
      try python(script, about: ExportFormat.xopp.file(of: mixedDrawing()).bytes) == """
        pen True 0
        pen True 0
        highlighter True 0
        eraser True 0
        pen True 0
        """)
  }

  @Test func `the importer reads the strokes back`() throws {
    var drawing = mixedDrawing()
    // The importer gives corners of long lines more points.
    drawing.strokes[1].points[2].point = Point(90, 40)
    guard let strokes = try imported(ExportFormat.xopp.file(of: drawing).bytes, from: "xournal") else { return }
    expectPoints(strokes, of: drawing.strokes, hasTimes: false, hasPressure: false)
  }
}
