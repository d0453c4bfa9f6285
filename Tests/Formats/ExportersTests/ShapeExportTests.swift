import Session
import Exporters
import Files
import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// Shapes and texts are strokes in other formats.
struct ShapeExportTests {
  /// Formats that keep the looks of ink, with their importers.
  private static let formats = [
    (ExportFormat.inkml, "inkml"), (.xopp, "xournal"), (.excalidraw, "excalidraw"),
  ]

  /// A shape that is drawn from 20, 15 to 170, 90.
  private static func log(_ tool: String) -> String {
    """
    {"doodle":1,"size":[200,110]}
    {\(tool.contains("width") ? "" : #""width":3,"#)\(tool)}
    {"phase":"began","point":[20,15],"time":0.5}
    {"phase":"moved","point":[100,70],"time":0.75}
    {"phase":"ended","point":[170,90],"time":1}
    """
  }

  private static let text = """
    {"doodle":1,"size":[200,110]}
    {"command":"text","text":"WAVE 8 é","at":[10,20],"size":32,"width":3}
    """

  private func session(_ bytes: [UInt8], format: InputFormat? = nil) throws -> DrawingSession {
    var options = SessionOptions()
    options.format = format
    options.model.tolerance = ModelOptions.tolerance(pixelsPerPoint: 2)
    return try DrawingSession(MemorySource(bytes), path: "a", options: options)
  }

  private func exported(_ log: String) throws -> ExportedDrawing {
    var export = DrawingExport(try session(Array(log.utf8)))
    while try export.advance() {}
    return try export.finish()
  }

  /// The gray pixels of a recording at a scale of 2, on white.
  private func pixels(_ bytes: [UInt8], format: InputFormat? = nil) throws -> [Int] {
    let session = try session(bytes, format: format)
    while try session.advance() {}
    session.finish()
    let layout = CanvasLayout(width: 400, height: 220, transform: Transform(scale: 2), background: .white)
    let picture = Bitmap(copying: ScratchRenderer(layout: layout, showsPredictions: false).picture(of: session.drawing))
    return picture.pixels.map { Int($0 & 255) }
  }

  /// The gray pixels of a log as it is, and after it was written in another format.
  private func pictures(_ log: String, _ format: (ExportFormat, String)) throws -> (before: [Int], after: [Int]) {
    let file = format.0.file(of: try exported(log)).bytes
    return (try pixels(Array(log.utf8)), try pixels(file, format: InputFormat(rawValue: format.1)))
  }

  /// The readers' stroke models draw smooth curves through the points, which round corners a little. In `ink-1`, which
  /// draws Xournal's ink, a pixel where the sides of an acute corner meet has the larger of two coverages, not their
  /// union, which is up to 63 more. The ink of small discs is up to 1 % more than their area.
  @Test(
    arguments: [
      #""tool":"line""#, #""tool":"rect""#, #""tool":"rect","radius":20"#, #""tool":"ellipse""#, #""tool":"polygon""#,
      #""tool":"star""#, #""tool":"line","dash":[12,8]"#, #""tool":"ellipse","dash":[12,8]"#,
      #""tool":"line","dash":[12,8,0,8]"#, #""tool":"rect","radius":20,"dash":[0,9]"#,
    ], formats.indices)
  func `a shape has the same ink, to within a twelfth of a pixel`(tool: String, format: Int) throws {
    let (before, after) = try pictures(Self.log(tool), Self.formats[format])
    let largest = zip(before, after).reduce(0) { max($0, abs($1.0 - $1.1)) }
    #expect(largest <= (tool.contains("star") && Self.formats[format].0 == .xopp ? 63 : 20))
    #expect(before.contains { $0 < 200 })
    #expect(abs(Self.ink(after) / Self.ink(before) - 1) < (tool.contains("[0,") ? 0.01 : 0.005))
  }

  /// The ink of gray pixels, in pixels of full coverage.
  private static func ink(_ picture: [Int]) -> Double { Double(picture.reduce(0) { $0 + 255 - $1 }) / 255 }

  /// Their strokes overlap, which doubles the coverage of pixels at their edges.
  @Test(arguments: [log(#""tool":"arrow""#), log(#""tool":"arrow","width":9"#), text], formats.indices)
  func `arrows and texts have as much ink as before, in the same places`(log: String, format: Int) throws {
    let (before, after) = try pictures(log, Self.formats[format])
    #expect(abs(Self.ink(after) / Self.ink(before) - 1) < 0.03)
    let wrong = zip(before, after).count { abs($0.0 - $0.1) > 100 }
    #expect(Double(wrong) < 0.01 * Self.ink(before))
  }

  @Test func `a rectangle is a closed stroke in drawing order that lasts as long as its drag`() throws {
    let strokes = try exported(Self.log(#""tool":"rect""#)).strokes
    #expect(strokes.count == 1)
    let corners = [Point(20, 15), Point(170, 15), Point(170, 90), Point(20, 90), Point(20, 15)]
    let points: [Point] = strokes[0].points.map(\.point)
    #expect(points.filter { corners.contains($0) } == corners)
    #expect(strokes[0].points.allSatisfy { $0.radius == 1.5 })
    #expect(strokes[0].points.first?.time == 0)
    let end: Double = strokes[0].points.last?.time ?? 0
    #expect(abs(end - 0.5) < 0.001)
    #expect(zip(strokes[0].points, strokes[0].points.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `each dash is a stroke, and flat ends are not lengthened`() throws {
    // Dashes of 10 and gaps of 10 on a line of 190 that begins and ends with a dash: 10 of them.
    let line = """
      {"doodle":1,"size":[200,110],"model":"ink-2"}
      {"tool":"line","width":4,"dash":[10,10],"cap":"butt"}
      {"phase":"began","point":[5,50],"time":0}
      {"phase":"ended","point":[195,50],"time":1}
      """
    let drawing = try exported(line)
    #expect(drawing.strokes.count == 10)
    for (index, stroke) in drawing.strokes.enumerated() {
      let start = 5 + 20 * Double(index)
      #expect(abs(stroke.points[0].point.x - (start + 2)) < 0.001)
      #expect(abs((stroke.points.last?.point.x ?? 0) - (start + 8)) < 0.001)
    }
    #expect(drawing.losses.description == "flat ends and sharp corners of shapes: 1")
  }

  @Test(arguments: [
    (#""tool":"rect","fill":"red""#, "fills: 1"), (#""tool":"line","fill":"red""#, ""),
    (#""tool":"rect","join":"miter""#, "flat ends and sharp corners of shapes: 1"),
    (#""tool":"ellipse","join":"miter","cap":"square""#, ""),
    (#""tool":"arrow","opacity":0.5"#, "even opacities of shapes and texts: 1"),
    (#""tool":"rect","opacity":0.5"#, ""), (#""tool":"ellipse","color":"rainbow""#, ""),
  ])
  func `properties of a shape that strokes do not show are counted`(tool: String, losses: String) throws {
    #expect(try exported(Self.log(tool)).losses.description == losses)
  }

  @Test func `a moved shape is where it is now, as large as it is`() throws {
    let log = Self.log(#""tool":"rect","id":"a""#) + #"\#n{"command":"transform","id":"a","scale":2,"translate":[5,5]}"#
    let stroke = try #require(try exported(log).strokes.first)
    // The center is 95, 52.5: the corner is 150, 75 from it.
    let corner = Point(-50, -17.5)
    #expect(stroke.points[0].point.distance(to: corner) < 1e-6)
    #expect(stroke.width == 6)
  }

  @Test func `shapes and texts of any size give few points, and never a trap`() throws {
    for width in ["1e-300", "0.001", "3", "1e7"] {
      for tool in ["line", "arrow", "rect", "ellipse", "polygon", "star", "angle"] {
        for end in ["[20,15]", "[1e-300,1e7]", "[-1e7,1e7]", "[20.000001,15]"] {
          let log = """
            {"tool":"\(tool)","width":\(width),"dash":[0.001,1e-7]}
            {"phase":"began","point":[20,15]}
            {"phase":"ended","point":\(end)}
            {"phase":"began","point":\(end)}
            {"phase":"ended","point":[3,90]}
            """
          let drawing = try exported(log)
          #expect(drawing.strokes.allSatisfy { !$0.points.isEmpty && $0.points.allSatisfy { $0.time.isFinite } })
          #expect(!ExportFormat.xopp.file(of: drawing).bytes.isEmpty)
        }
      }
    }
  }

  @Test func `strokes that take more than the memory limit are an error`() throws {
    var options = SessionOptions()
    options.memoryLimit = 1 << 20
    let log = Self.log(#""tool":"ellipse","width":1e-3,"dash":[0.01,0.01]"#)
    var export = DrawingExport(try DrawingSession(MemorySource(Array(log.utf8)), path: "a", options: options))
    #expect(throws: SessionError.self) {
      while try export.advance() {}
      _ = try export.finish()
    }
  }
}
