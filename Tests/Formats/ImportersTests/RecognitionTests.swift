import Archive
import BoardImporters
import Files
import ImportCore
import Importers
import PointImporters
import TestSupport
import Testing
import TouchLog

struct RecognitionTests {
  @Test func `every format has a name of its own`() {
    #expect(Set(LogFormat.allCases).count == LogFormat.allCases.count)
  }

  @Test(arguments: [
    ("", LogFormat.doodle), ("\n\n{\"command\":\"undo\"}", .doodle), ("{x", .doodle), ("[]", .uitouch),
    ("\u{FEFF} \r\n\t[]", .uitouch), ("\u{FEFF}{\"command\":\"undo\"}", .doodle),
    ("no log\n{\"command\":\"undo\"}", .doodle),
  ]) func `the content tells the format, and no byte of it is lost`(text: String, format: LogFormat) throws {
    for chunk in [1, 2, 100] {
      let reader = try openEventReader(ChunkedSource(Array(text.utf8), chunk: chunk), name: "a")
      switch format {
      case .doodle:
        let log = LogReader(MemorySource(Array(text.utf8)), name: "a")
        #expect(try outcomes(try #require(reader as? LogReader)) == outcomes(log))
      default: #expect(try outcomes(try #require(reader as? UITouchReader)) == [])
      }
    }
  }

  @Test(arguments: [
    ("SVC", "2\n1 1 0 1 0 900 1\n2 2 1 1 0 900 1\n"),
    ("PointerEvents in columns", "{\"x\":[1,2],\"y\":[1,2]}"),
    (
      "Excalidraw",
      """
      ---
      excalidraw-plugin: parsed
      ---
      # Drawing
      ```json
      {"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"points":[[1,1],[2,2]]}]}
      ```
      """
    ), ("UNIPEN", ".PEN_DOWN\n1 1\n2 2\n"), ("InkML", "<ink><trace>1 1,2 2</trace></ink>"),
  ]) func `blank lines may precede a recording`(format: String, text: String) throws {
    for blank in ["", "\n", "\r\n \t\n", "\u{FEFF}\n\n"] {
      let ink = try DocumentInk(blank + text)
      #expect(ink.report.format == format)
      #expect(ink.pointCount == 2)
    }
  }

  @Test(arguments: [
    "E: 0.000001 0003 0039 1\nE: 0.000001 0003 0035 10\n", "# a comment\n\nE: 0.000001 0001 014a 1\n",
    "N: a device\nE: 0.000001 0003 0039 1\n",
  ]) func `events of evemu are recognized without its first line`(text: String) throws {
    let opened = try openRecording(MemorySource(Array(text.utf8)), name: "a")
    #expect(opened.format == .evemu)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG picture"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"),
      (Array("%PDF-1.7\n".utf8), "a PDF document"), ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "a text in UTF-16"),
      (Array("{\"name\":\"a\",\"document\":{\"version\":15.5,\"pages\":{}}}".utf8), "a document of tldraw 1"),
    ] as [([UInt8], String)]) func `a file of another kind is named for what it is`(file: [UInt8], name: String)
  {
    let error = #expect(throws: LogReadError.self) { _ = try openEventReader(MemorySource(file), name: "a") }
    guard case .malformed(let error) = error, case .refused(name, _) = error.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a file that is compressed twice is refused`() throws {
    let bytes = gzip(gzip(Array("{\"command\":\"undo\"}".utf8)))
    let error = #expect(throws: LogReadError.self) { _ = try openEventReader(MemorySource(bytes), name: "a") }
    guard case .malformed(let error) = error, case .refused = error.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a given format is not guessed`() throws {
    #expect(try openEventReader(MemorySource(Array("[]".utf8)), name: "a", format: .doodle) is LogReader)
    #expect(try openEventReader(MemorySource([]), name: "a", format: .uitouch) is UITouchReader)
  }

  @Test func `text that is no recording is refused with the names of the formats`() {
    let error = #expect(throws: LogReadError.self) {
      _ = try openEventReader(MemorySource(Array("hello".utf8)), name: "text")
    }
    guard case .malformed(let error) = error, case .unrecognized(let formats) = error.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(formats == LogFormat.allCases.map(\.rawValue))
  }
}
