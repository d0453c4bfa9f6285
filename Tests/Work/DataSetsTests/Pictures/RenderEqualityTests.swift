import DataSets
import Files
import Geometry
import Ink
import Raster
import Rendering
import Session
import TestSupport
import Testing
import TouchLog

/// `batch` draws the pixels of `render`.
struct RenderEqualityTests {
  /// The picture of `render`, as samples of RGB.
  private func rendered(_ log: String, _ options: PictureOptions) throws -> [UInt8] {
    let session = try DrawingSession(MemorySource(Array(log.utf8)), path: "-")
    let pictures = try PictureSession(session, options: options)
    while try pictures.advance() {}
    let picture = try pictures.finish().picture
    var words: [UInt32] = []
    picture.copyRows(0..<picture.height, into: &words)
    return words.flatMap { word in (0..<3).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
  }

  private func form(_ width: Int, _ height: Int, _ source: ModelOptions.WidthSource) -> PictureForm {
    var form = PictureForm()
    (form.width, form.height, form.fit, form.lineWidth, form.mode) = (width, height, .none, .recorded, .rgb)
    form.pressure = source
    return form
  }

  @Test(arguments: 0..<40) func `a random recording has the pixels of render`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var header = ""
    if seed % 3 == 0 { header = ##"{"tool":"pen","color":"#c02040","width":\##(2 + seed % 9)}"## }
    if seed % 5 == 1 { header = ##"{"doodle":1,"background":"#eef0ff"}"## }
    let log = log(randomStrokes(&random, side: 120), header: header, pressures: seed % 2 == 0)
    let source = ModelOptions.WidthSource.allCases[seed % 4]
    let (width, height) = (40 + seed * 3, 130 - seed)
    var options = PictureOptions()
    options.size = Size(width: Double(width), height: Double(height))
    options.pressure = source
    let form = form(width, height, source)
    #expect(try samples(of: Record(file: log), form) == rendered(log, options))
  }

  @Test(arguments: 0..<12) func `pens of another width have the pixels of a log with that width`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let strokes = randomStrokes(&random, side: 100)
    let width = random.double(in: 1...12)
    var options = PictureOptions()
    options.size = Size(width: 100, height: 100)
    var form = form(100, 100, .auto)
    form.lineWidth = .uniform(.pixels(width))
    let wide = log(strokes, header: #"{"tool":"pen","width":\#(width)}"#, pressures: true)
    #expect(try samples(of: Record(file: log(strokes, pressures: true)), form) == rendered(wide, options))
  }

  /// Whole factors keep the numbers exact.
  @Test(arguments: [2.0, 4, 8]) func `a drawing that is scaled has the pixels of render with that scale`(scale: Double)
    throws
  {
    var random = SeededRandom(seed: 7)
    let strokes = randomStrokes(&random, side: 60)
    var options = PictureOptions()
    options.size = Size(width: 64, height: 64)
    options.resolution = .scale(scale)
    var form = form(64 * Int(scale), 64 * Int(scale), .auto)
    (form.fit, form.sourceSize, form.align, form.padding) = (.source, 64, .topLeft, .pixels(0))
    #expect(try samples(of: Record(file: log(strokes)), form) == rendered(log(strokes), options))
  }

  @Test(arguments: 0..<10) func `a line of Quick, Draw! with curves has the pixels of render`(seed: Int) throws {
    let line = drawingLines(1, seed: UInt64(seed))[0]
    var options = PictureOptions()
    options.size = Size(width: 256, height: 256)
    var form = form(256, 256, .auto)
    form.join = .curve
    #expect(try samples(of: Record(line: line), form) == rendered(line, options))
  }

  @Test func `erasers, undo, shapes, texts and moves are drawn`() throws {
    let log = #"""
      {"phase":"began","x":10,"y":10,"t":0}
      {"phase":"ended","x":90,"y":60,"t":0.3}
      {"tool":"eraser","width":10}
      {"phase":"began","x":50,"y":0,"t":1}
      {"phase":"ended","x":50,"y":90,"t":1.5}
      {"tool":"pen","color":"blue"}
      {"phase":"began","x":10,"y":80,"t":2}
      {"phase":"ended","x":90,"y":85,"t":2.2}
      {"command":"undo"}
      {"tool":"rect","fill":"#ffcc00"}
      {"phase":"began","x":60,"y":10,"t":3}
      {"phase":"ended","x":80,"y":30,"t":3.2}
      {"command":"text","text":"hi","at":[10,70]}
      {"command":"move","by":[3,-2]}
      """#
    var options = PictureOptions()
    options.size = Size(width: 100, height: 100)
    #expect(try samples(of: Record(file: log), form(100, 100, .auto)) == rendered(log, options))
  }

  @Test(arguments: 0..<8) func `a log in a line, a file, and its saved drawing are the same`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let text = log(randomStrokes(&random, side: 100), pressures: true)
    let events = text.split(separator: "\n").joined(separator: ", ")
    let form = form(100, 100, .auto)
    let whole = try samples(of: Record(file: text), form)
    #expect(try samples(of: Record(line: #"{"key":"a","label":"b","log":[\#(events)]}"#), form) == whole)
    let session = try DrawingSession(MemorySource(Array(text.utf8)), path: "-")
    while try session.advance() {}
    session.finish()
    let saved = String(decoding: SavedDrawing(session.drawing).text, as: UTF8.self)
    #expect(try samples(of: Record(file: saved), form) == whole)
    #expect(try samples(of: Record(line: saved.filter { $0 != "\n" }), form) == whole)
  }
}
