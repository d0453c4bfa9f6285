import Compare
import Files
import Foundation
import Geometry
import PNG
import Raster
import Session
import TestSupport
import Testing
import TouchLog
import HostEngine

struct HostDrawingTests {
  private static let log = """
    {"doodle":1,"size":[80,60],"scale":2}
    {"tool":"pen","color":"#204080","width":6}
    {"phase":"began","touch":1,"point":[10,10],"time":0}
    {"phase":"moved","touch":1,"point":[40,20],"time":0.02}
    {"phase":"moved","touch":1,"point":[60,50],"time":0.04}
    {"phase":"ended","touch":1,"point":[70,52],"time":0.06}
    {"command":"undo"}
    {"command":"redo"}

    """

  /// The hash that the library's session has for a log.
  private func hash(_ log: String) throws -> String {
    let session = try DrawingSession(MemorySource(Array(log.utf8)), path: "-")
    let picture = try PictureSession(session)
    while try picture.advance() {}
    return PixelHash.of(try picture.finish().picture)
  }

  @Test func `the finished picture is that of a session, however the log is divided`() throws {
    let whole = HostDrawing()
    try whole.apply(Array(Self.log.utf8))
    let expected = try hash(Self.log)
    #expect(try whole.hash() == expected)
    let pieces = HostDrawing()
    for line in Self.log.split(separator: "\n") {
      try pieces.apply(Array("\(line)\n".utf8))
      _ = try pieces.update()
    }
    #expect(try pieces.hash() == expected)
    // Nothing is live after the last line, so that the screen shows the finished picture.
    #expect(
      PixelHash.of(Bitmap(width: pieces.width, height: pieces.height, pixels: pieces.pixels)) == expected)
  }

  @Test func `the log that it keeps draws the same picture`() throws {
    let drawing = HostDrawing(try HostDrawing.choice(size: Size(width: 50, height: 40), scale: 1.5))
    try drawing.apply(Array("{\"doodle\":1,\"size\":[50,40],\"scale\":1.5}\n".utf8))
    try drawing.apply(TouchEvent(phase: .began, touch: .number(3), point: Point(5, 6), pressure: 0.3, time: 1))
    try drawing.apply(TouchEvent(phase: .moved, touch: .number(3), point: Point(30, 20), pressure: 0.9, time: 1.1))
    try drawing.apply(TouchEvent(phase: .ended, touch: .number(3), point: Point(44, 33), pressure: 0.1, time: 1.2))
    #expect(try drawing.hash() == hash(String(decoding: drawing.log.bytes(), as: UTF8.self)))
    #expect(drawing.eventCount == 4)
  }

  @Test(
    arguments: [
      (Size(width: 50.5, height: 40), 1.5), (Size(width: 50.5, height: 40), nil), (nil, 2), (nil, nil),
    ] as [(Size?, Double?)])
  func `a log of touches alone begins with the page's size and scale, and the model`(size: Size?, scale: Double?) throws
  {
    let drawing = HostDrawing(try HostDrawing.choice(size: size, scale: scale))
    let width = size == nil ? 1 : (50.5 * (scale ?? 1)).rounded(.up)
    #expect(Double(drawing.width) == width)
    try drawing.apply(TouchEvent(phase: .began, touch: .name("a"), point: Point(5, 6), time: 1))
    try drawing.apply(TouchEvent(phase: .ended, touch: .name("a"), point: Point(44, 33), time: 1.2))
    let log = String(decoding: drawing.log.bytes(), as: UTF8.self)
    let keys = (size == nil ? "" : #","size":[50.5,40]"#) + (scale.map { ",\"scale\":\(plain($0))" } ?? "")
    #expect(log.hasPrefix("{\"doodle\":1\(keys),\"model\":\"ink-4\"}\n"))
    #expect(try drawing.hash() == hash(log))
  }

  @Test func `the page's size and scale replace those of a header, and nothing else of it`() throws {
    let drawing = HostDrawing(try HostDrawing.choice(size: Size(width: 30, height: 20), scale: 3))
    try drawing.apply(Array(#"{"scale":2,"app":{"size":[1,2]},"doodle":1,"size":[80,60],"model":"ink-1"}"#.utf8))
    #expect(
      String(decoding: drawing.log.bytes(), as: UTF8.self)
        == #"{"doodle":1,"size":[30,20],"scale":3,"app":{"size":[1,2]},"model":"ink-1"}"# + "\n")
    #expect(drawing.width == 90 && drawing.height == 60)
  }

  @Test(
    arguments: [
      (Size(width: 0, height: 5), nil), (Size(width: 5, height: -.infinity), nil), (Size(width: .nan, height: 5), nil),
      (Size(width: 1e8, height: 5), nil), (nil, 0), (nil, -1), (nil, .nan), (nil, 1e9),
    ] as [(Size?, Double?)])
  func `a size or a scale that a log cannot have is refused`(size: Size?, scale: Double?) {
    #expect(throws: HostError.self) { try HostDrawing.choice(size: size, scale: scale) }
  }

  @Test func `an update gives the smallest box of the changed pixels`() throws {
    let drawing = HostDrawing(try HostDrawing.choice(size: Size(width: 200, height: 100), scale: 1))
    #expect(try drawing.update() == PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 100))
    #expect(try drawing.update().isEmpty)
    let before = drawing.pixels
    try drawing.apply(TouchEvent(phase: .began, touch: .number(0), point: Point(50, 50)))
    try drawing.apply(TouchEvent(phase: .ended, touch: .number(0), point: Point(50, 50)))
    let box = try drawing.update()
    let changed = before.indices.filter { before[$0] != drawing.pixels[$0] }
    #expect(!changed.isEmpty)
    #expect(box.minX == changed.map { $0 % 200 }.min() && box.maxX == (changed.map { $0 % 200 }.max() ?? 0) + 1)
    #expect(box.minY == changed.map { $0 / 200 }.min() && box.maxY == (changed.map { $0 / 200 }.max() ?? 0) + 1)
  }

  @Test(arguments: [
    (["{\"phase\":\"began\",\"touch\":1,\"point\":[1,2]}\n{\"phase\":\"gone\"}\n"], 2, 10),
    (["{\"doodle\":1}\n", "\n", "{\"tool\":\"pen\"\n"], 3, 14),
    (["{\"tool\":\"pen\"}\n", "{\"doodle\":1}\n"], 2, 11),
    (["{\"doodle\":1,\"background\":\"a.png\"}\n"], 1, 11),
    (["{\"doodle\":1}\n{\"command\":\"image\",\"path\":\"a.png\",\"at\":[0,0]}\n"], 2, 12),
    (["{\"command\":\"open\",\"path\":\"a.json\"}\n"], 1, 12),
  ])
  func `an error has the line in the whole log, and the drawing continues`(pieces: [String], line: Int, column: Int)
    throws
  {
    let drawing = HostDrawing(try HostDrawing.choice(size: Size(width: 9, height: 9)))
    var found: HostError?
    for piece in pieces {
      do throws(HostError) { try drawing.apply(Array(piece.utf8)) } catch { found = error }
    }
    #expect(found?.line == line)
    #expect(found?.column == column)
    #expect(found?.message.isEmpty == false)
    try drawing.apply(TouchEvent(phase: .began, touch: .number(7), point: Point(4, 4)))
    #expect(try !drawing.hash().isEmpty)
  }

  @Test func `the PNG has the pixels of the finished picture`() throws {
    let drawing = HostDrawing()
    try drawing.apply(Array(Self.log.utf8))
    let file = try drawing.png()
    #expect(PixelHash.of(try readPNG(from: MemorySource(file))) == (try drawing.hash()))
    #expect(try PNGTexts.read(from: MemorySource(file)).isEmpty)
  }

  @Test func `the PNG states the metadata that it is given`() throws {
    let drawing = HostDrawing()
    try drawing.apply(Array(Self.log.utf8))
    let file = try drawing.png(hasMetadata: true, dpi: 254)
    let texts = try PNGTexts.read(from: MemorySource(file))
    var hash = SHA256()
    hash.update(drawing.log.bytes().span)
    #expect(texts["Touch log SHA-256"] == hash.finalized())
    #expect(texts["Stroke model"] == "ink-4")
    #expect(texts["Software"]?.hasPrefix("doodle ") == true)
    // 254 dots per inch are 10,000 per meter.
    #expect(
      file.split(separator: Array("pHYs".utf8)).last?.starts(with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 1]) == true)
    #expect(throws: HostError.self) { try drawing.png(dpi: 0.001) }
  }

  @Test func `the document is that of a recording`() throws {
    let session = try DrawingSession(MemorySource(Array(Self.log.utf8)), path: "-")
    var reader = try RecordingReader(session)
    while try reader.advance() {}
    guard case .document(let expected) = try RecordedMoment(try reader.finish()).output(of: .svg) else {
      Issue.record("no document")
      return
    }
    let drawing = HostDrawing()
    try drawing.apply(Array(Self.log.utf8))
    #expect(try drawing.svg() == expected.bytes)
  }

  @Test(arguments: [(0.0001, 1.0, 0), (2e6, 1, 0), (.nan, 1, 0), (1, -1, 0), (1, .infinity, 0), (1, 1, -1)])
  func `a film has a speed, pauses and repetitions that a film can have`(speed: Double, limit: Double, plays: Int)
    throws
  {
    let drawing = HostDrawing()
    try drawing.apply(Array(Self.log.utf8))
    #expect(throws: HostError.self) { try drawing.svgFilm(speed: speed, idleLimit: limit, plays: plays) }
    #expect(try drawing.svgFilm().starts(with: "<svg".utf8))
  }

  @Test func `a film that is too long is refused with its number of frames`() throws {
    let drawing = HostDrawing()
    let day = """
      {"phase":"began","point":[1,1],"time":0}
      {"phase":"ended","point":[9,9],"time":1e6}

      """
    try drawing.apply(Array(day.utf8))
    let error = #expect(throws: HostError.self) { try drawing.svgFilm() }
    #expect(error?.message == "the film would have 60000060 frames, and the limit is 10000000")
    #expect(try drawing.svgFilm(idleLimit: 1).starts(with: "<svg".utf8))
  }

  @Test(arguments: ["", ",\"scale\":2", ",\"size\":[50,60]", ",\"size\":[50,60],\"scale\":1.5"])
  func `pictures are drawn as a session draws the files`(header: String) throws {
    // Colors of all alphas; those of clear pixels are dropped.
    let picture = Bitmap(
      width: 70, height: 45, pixels: (0..<70 * 45).map { UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B1) })
    let folder = FileManager.default.temporaryDirectory.appending(path: "doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var file = MemorySink()
    try writePNG(picture, to: &file)
    try Data(file.bytes).write(to: folder.appending(path: "a.png"))
    let data = Data(file.bytes).base64EncodedString()
    let log = """
      {"doodle":1,"background":"a.png"\(header)}
      {"command":"image","path":"a.png","at":[10,5],"size":[30,20],"opacity":0.6,"id":"a"}
      {"command":"image","data":"\(data)","at":[3,30]}
      {"command":"transform","id":"a","rotate":30}
      {"phase":"began","touch":1,"point":[10,10],"time":0}
      {"phase":"ended","touch":1,"point":[40,40],"time":0.1}

      """
    let session = try DrawingSession(
      MemorySource(Array(log.utf8)), path: folder.appending(path: "a.jsonl").path(percentEncoded: false))
    let expected = try PictureSession(session)
    while try expected.advance() {}
    let drawing = HostDrawing()
    try drawing.addPicture("a.png", picture)
    try drawing.addPicture(data, picture)
    for line in log.split(separator: "\n") {
      try drawing.apply(Array("\(line)\n".utf8))
      _ = try drawing.update()
    }
    #expect(try drawing.hash() == PixelHash.of(try expected.finish().picture))
    #expect(
      try PixelHash.of(Bitmap(width: drawing.width, height: drawing.height, pixels: drawing.pixels)) == drawing.hash())
  }

  @Test func `without ink and size there is no picture, and that is said`() {
    #expect(throws: HostError.self) { try HostDrawing().hash() }
  }
}
