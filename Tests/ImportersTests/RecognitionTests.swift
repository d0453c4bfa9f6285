import Files
import Importers
import Testing
import TouchLog

struct RecognitionTests {
  @Test func `every format has a name of its own`() {
    #expect(Set(LogFormat.allCases).count == LogFormat.allCases.count)
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
