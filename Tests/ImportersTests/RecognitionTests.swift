import Archive
import Files
import Importers
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

  @Test func `a file that is compressed many times is refused`() throws {
    var bytes = Array("{\"command\":\"undo\"}".utf8)
    for _ in 0..<10 { bytes = gzip(bytes) }
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
