import Files
import Geometry
import Ink
import PNG
import Raster
import Rendering
import Session
import TouchLog
import Foundation
import TestSupport
import Testing

/// Sessions that read logs from memory.
enum MemoryLog {
  static func session(
    _ text: String, onError: ErrorAction = .stop, path: String = "log.jsonl"
  ) throws -> DrawingSession {
    var options = SessionOptions()
    options.onError = onError
    return try DrawingSession(MemorySource(Array(text.utf8)), path: path, options: options)
  }

  static func text(of events: [LogEvent]) -> String {
    var bytes: [UInt8] = []
    for event in events { LogWriter.append(event, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The picture of a drawing, drawn from scratch.
  static func pixels(of drawing: Drawing, predicted: Bool = false) -> Bitmap {
    let layout = CanvasLayout(width: 100, height: 100, transform: Transform(scale: 1), background: .white)
    return Bitmap(copying: ScratchRenderer(layout: layout, showsPredictions: predicted).picture(of: drawing))
  }
}

@Suite struct DrawingSessionTests {
  @Test(arguments: [
    ("<ink></ink>", "the InkML file has no ink and no canvas size; expected <trace> elements with coordinates"),
    (".VERSION 1.0\n.PEN_UP 1 1", "the UNIPEN file has no ink and no canvas size; expected points after .PEN_DOWN"),
    (
      "{\"actions\":[{\"type\":\"none\"}]}",
      "the WebDriver file has no ink and no canvas size; expected pointerDown actions"
    ),
    ("", "the log has no ink and no canvas size; expected a header with \"size\""),
  ])
  func `the error of a file without ink names what would be ink`(text: String, message: String) throws {
    let session = try PictureSession(MemoryLog.session(text))
    while try session.advance() {}
    let error = #expect(throws: SessionError.self) { _ = try session.finish() }
    #expect(error?.description == message + ", or choose a size")
  }

  @Test func `a saved drawing may take an eighth of the memory`() throws {
    let text = "{\"drawing\":1,\"elements\":[]}"
    var options = SessionOptions()
    options.imports.memoryLimit = 8 * text.utf8.count - 1
    let source = MemorySource(Array(text.utf8))
    let error = #expect(throws: SessionError.self) { try DrawingSession(source, path: "a", options: options) }
    #expect(error?.isLimit == true)
    options.imports.memoryLimit += 1
    #expect(throws: Never.self) { try DrawingSession(source, path: "a", options: options) }
  }

  @Test(arguments: [1, 4]) func `copies count as what they copy`(copies: Int) throws {
    let moves = (1..<4000).map { "{\"phase\":\"moved\",\"point\":[\($0),\($0 % 7)]}\n" }.joined()
    let stroke = "{\"phase\":\"began\",\"point\":[0,0]}\n" + moves + "{\"phase\":\"ended\",\"point\":[0,9]}\n"
    let word = "{\"command\":\"text\",\"id\":\"t\",\"text\":\"\(String(repeating: "a", count: 400))\",\"at\":[0,0]}\n"
    // Each takes 400,000 bytes; the limit is checked before each event.
    for (text, id) in [(stroke, "\"e1\""), (word, "\"t\"")] {
      let copy = "{\"command\":\"duplicate\",\"id\":\(id)}\n"
      var options = SessionOptions()
      options.memoryLimit = 1_000_000
      let log = text + String(repeating: copy, count: copies) + "{\"command\":\"mark\",\"name\":\"end\"}\n"
      let session = try DrawingSession(MemorySource(Array(log.utf8)), path: "a", options: options)
      var isRefused = false
      do throws(SessionError) { while try session.advance() {} } catch { isRefused = error.isLimit }
      #expect(isRefused == (copies > 1))
    }
  }

  @Test func `the memory of a text is that of its letters now, and the limit holds for those of an edit`() throws {
    let first = "{\"command\":\"text\",\"id\":\"t\",\"text\":\"a\",\"at\":[0,0]}\n"
    func edit(_ count: Int) -> String {
      "{\"command\":\"edit\",\"id\":\"t\",\"text\":\"" + String(repeating: "a", count: count) + "\"}\n"
    }
    func read(_ text: String) throws {
      var options = SessionOptions()
      options.memoryLimit = 2_000_000
      let session = try DrawingSession(MemorySource(Array(text.utf8)), path: "a", options: options)
      while try session.advance() {}
    }
    // A letter counts as 1,000 bytes.
    try read(first + (1...400).map(edit).joined())
    let error = #expect(throws: SessionError.self) { try read(first + edit(2000)) }
    #expect(error?.isLimit == true)
    // Another text may be selected, so that both count.
    func written(_ id: String) -> String {
      "{\"command\":\"text\",\"id\":\"\(id)\",\"text\":\"a\",\"at\":[0,0]}\n{\"command\":\"select\",\"id\":\"\(id)\"}\n"
        + edit(1200).replacingOccurrences(of: "\"id\":\"t\",", with: "")
    }
    try read(written("a"))
    #expect(throws: SessionError.self) { try read(written("a") + written("b")) }
  }

  @Test(arguments: rounds(20))
  func `batches, single steps and the events themselves make the same drawing`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 30).events
    let text = MemoryLog.text(of: events)
    let batches = try MemoryLog.session(text, onError: .skip)
    while try batches.advance() {}
    batches.finish()
    let steps = try MemoryLog.session(text, onError: .skip)
    while try steps.step() != nil {}
    steps.finish()
    var drawing = Drawing()
    for event in events { _ = try? drawing.apply(event) }
    _ = drawing.finish()

    let expected = MemoryLog.pixels(of: drawing)
    #expect(MemoryLog.pixels(of: batches.drawing) == expected)
    #expect(MemoryLog.pixels(of: steps.drawing) == expected)
    #expect(batches.summary == steps.summary)
    #expect(batches.summary.events + batches.summary.skipped == events.count)
    #expect(batches.takeDiagnostics() == steps.takeDiagnostics())
  }

  @Test(arguments: rounds(10))
  func `each event has the number of its line`(seed: UInt64) throws {
    // Blank lines between the events, and batches of touches among them.
    var random = SeededRandom(seed: seed)
    var text = ""
    var expected: [Int] = []
    var line = 1
    for event in RandomSession(seed: seed, steps: 20).events {
      while Int.random(in: 0..<8, using: &random) == 0 {
        text += "\n"
        line += 1
      }
      text += MemoryLog.text(of: [event])
      expected.append(line)
      line += 1
    }
    let session = try MemoryLog.session(text, onError: .skip)
    if seed % 2 == 0 { _ = try session.header() }
    var found: [Int] = []
    while try session.step() != nil {
      found.append(session.lineNumber)
      #expect(session.location.line == session.lineNumber)
    }
    #expect(found == expected)
  }

  @Test func `a wrong line ends the session with its location, and the drawing keeps the events before it`() throws {
    let session = try MemoryLog.session(
      """
      {"phase":"began","x":10,"y":10}
      {"phase":"moved","x":90,"y":90}
      {"phase":"moved","x":"90","y":90}
      """)
    let error = #expect(throws: SessionError.self) { while try session.advance() {} }
    guard case .log(let diagnostic, isLimit: false) = error else {
      Issue.record("expected an error of the log, found \(String(describing: error))")
      return
    }
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.description.hasPrefix("log.jsonl:3:22: error:"))
    #expect(session.drawing.strokes.first?.samples.count == 2)
  }

  @Test func `with onError skip, wrong lines are left out, each with a diagnostic`() throws {
    let session = try MemoryLog.session(
      """
      {"phase":"began","x":10,"y":10}
      nonsense
      {"phase":"ended","x":90,"y":90}
      {"phase":"moved","x":90,"y":90}
      {"command":"delete","id":"nobody"}
      """, onError: .skip)
    while try session.advance() {}
    session.finish()
    let diagnostics = session.takeDiagnostics()
    #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
    #expect(session.summary.skipped == 2)
    #expect(session.summary.warnings == 1)
    #expect(session.takeDiagnostics().isEmpty, "each diagnostic comes once")
    #expect(session.drawing.strokes.count == 1)
  }

  @Test func `each skipped line is reported before the log continues`() throws {
    let session = try MemoryLog.session(
      "{\"phase\":\"began\",\"x\":1,\"y\":1}\nnonsense\nmore\n{\"phase\":\"ended\",\"x\":9,\"y\":9}\n", onError: .skip)
    var counts: [Int] = []
    while try session.advance() { counts.append(session.takeDiagnostics().count) }
    #expect(counts == [0, 1, 1, 0])
  }

  @Test(arguments: rounds(6))
  func `a recording has the events that the session counts`(seed: UInt64) throws {
    // Events that the drawing refuses, and lines that cannot be read.
    let lines = MemoryLog.text(of: RandomSession(seed: seed, steps: 15).events).split(separator: "\n")
    let text = lines.map { "\($0)\n" }.joined(
      separator: "{\"phase\":\"moved\",\"touch\":\"up\",\"x\":1,\"y\":1}\nnonsense\n")
    var reader = try RecordingReader(MemoryLog.session(text, onError: .skip))
    while try reader.advance() {}
    let recording = try reader.finish()
    #expect(recording.summary.skipped >= 2 * (lines.count - 1))
    #expect(recording.summary.events == recording.events.count)
    #expect(recording.lines.count == recording.events.count)
  }

  @Test func `a line beyond a limit is distinguished from a wrong one`() throws {
    let long = String(repeating: " ", count: LogLimits.lineBytes + 1)
    let error = #expect(throws: SessionError.self) { try MemoryLog.session("{\(long)}").advance() }
    #expect(error?.isLimit == true)
    let wrong = #expect(throws: SessionError.self) { try MemoryLog.session("{}").advance() }
    #expect(wrong?.isLimit == false)
  }

  @Test func `the header is known before any event is read`() throws {
    let session = try MemoryLog.session("{\"doodle\":1,\"size\":[30,20]}\n{\"phase\":\"began\",\"x\":1,\"y\":2}\n")
    #expect(try session.header()?.size == Size(width: 30, height: 20))
    #expect(session.summary.events == 0)
    while try session.advance() {}
    #expect(session.summary.events == 2)
    #expect(try MemoryLog.session("").header() == nil)
  }

  @Test func `the hash is that of the log's bytes`() throws {
    var options = SessionOptions()
    options.hashesBytes = true
    let session = try DrawingSession(MemorySource(Array("\n".utf8)), path: "a", options: options)
    while try session.advance() {}
    // echo | sha256sum
    #expect(session.summary.hash == "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b")
  }
}

/// The files that a log may read.
@Suite struct FileAccessTests {
  /// A folder with a log's folder in it, an image beside and above the log, and a link out of the log's folder.
  private final class Folder {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
      path = url.path
      try FileManager.default.createDirectory(atPath: "\(path)/log/deep", withIntermediateDirectories: true)
      var image = MemorySink()
      try writePNG(Bitmap(width: 1, height: 1, pixels: [0xFF00_00FF]), to: &image)
      for name in ["above.png", "log/beside.png", "log/deep/below.png"] {
        try Data(image.bytes).write(to: url.appendingPathComponent(name))
      }
      let links = [
        ("link.png", "../above.png"), ("inner.png", "deep/below.png"), ("deep/up.png", "../beside.png"),
        ("back.png", "../log/beside.png"), ("absolute.png", "\(path)/log/beside.png"),
        ("far.png", "\(path)/above.png"), ("folder", "deep"), ("out", ".."), ("loop.png", "loop.png"),
      ]
      for (name, destination) in links {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/log/\(name)", withDestinationPath: destination)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test(arguments: [
    ("beside.png", [FileAccess.belowLog, .anywhere]), ("deep/below.png", [.belowLog, .anywhere]),
    ("deep/../beside.png", [.belowLog, .anywhere]), ("../log/beside.png", [.belowLog, .anywhere]),
    ("../above.png", [.anywhere]), ("deep/../../above.png", [.anywhere]), ("link.png", [.anywhere]),
    ("/ABSOLUTE/above.png", [.anywhere]), ("/ABSOLUTE/log/beside.png", [.belowLog, .anywhere]),
    ("inner.png", [.belowLog, .anywhere]), ("deep/up.png", [.belowLog, .anywhere]),
    ("back.png", [.belowLog, .anywhere]), ("absolute.png", [.belowLog, .anywhere]), ("far.png", [.anywhere]),
    ("folder/below.png", [.belowLog, .anywhere]), ("folder/../beside.png", [.belowLog, .anywhere]),
    ("out/above.png", [.anywhere]), ("out/log/beside.png", [.belowLog, .anywhere]),
    (".//deep//./below.png", [.belowLog, .anywhere]),
  ])
  func `a log reads only the files that its options allow`(name: String, allowed: [FileAccess]) throws {
    let folder = try Folder()
    let image = name.replacing("/ABSOLUTE", with: folder.path)
    let line = "{\"command\":\"image\",\"path\":\"\(image)\",\"at\":[0,0]}\n"
    for access in FileAccess.allCases {
      var options = SessionOptions()
      options.fileAccess = access
      let session = try DrawingSession(
        MemorySource(Array(line.utf8)), path: "\(folder.path)/log/a.jsonl", options: options)
      if allowed.contains(access) {
        while try session.advance() {}
        #expect(session.drawing.elements.count == 1, "\(access)")
      } else {
        let error = #expect(throws: SessionError.self, "\(access)") { while try session.advance() {} }
        #expect(error?.description.contains("the log may not read this file") == true, "\(access)")
      }
    }
  }

  @Test func `an image in the log itself needs no file`() throws {
    var image = MemorySink()
    try writePNG(Bitmap(width: 1, height: 1, pixels: [0xFF00_00FF]), to: &image)
    let line = "{\"command\":\"image\",\"data\":\"\(Data(image.bytes).base64EncodedString())\",\"at\":[0,0]}\n"
    var options = SessionOptions()
    options.fileAccess = .noFiles
    let session = try DrawingSession(MemorySource(Array(line.utf8)), path: "a.jsonl", options: options)
    while try session.advance() {}
    #expect(session.drawing.elements.count == 1)
  }
}
