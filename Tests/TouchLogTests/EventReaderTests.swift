import Files
import Testing
import TouchLog

@Suite struct EventReaderTests {
  private struct Failing: ByteSource {
    var good: [UInt8]
    mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
      if good.isEmpty { throw FileError(operation: .read, path: "-", code: 5) }
      buffer.append(contentsOf: good)
      defer { good = [] }
      return good.count
    }
  }

  @Test(arguments: [
    ("", LogFormat.doodle), ("\n\n{\"command\":\"undo\"}", .doodle), ("x", .doodle), ("[]", .uitouch),
    ("\u{FEFF} \r\n\t[]", .uitouch), ("\u{FEFF}{\"command\":\"undo\"}", .doodle),
  ]) func `the first byte that is not white space tells the format and is not lost`(text: String, format: LogFormat)
    throws
  {
    for chunk in [1, 2, 100] {
      let reader = try openEventReader(MemorySource(Array(text.utf8), chunk: chunk), name: "a")
      switch format {
      case .doodle:
        let reader = try #require(reader as? LogReader)
        #expect(
          try outcomes(reader)
            == read(text).map { outcome in
              guard var error = outcome.error else { return outcome }
              error.location.file = "a"
              return .error(error)
            })
      case .uitouch: #expect(try outcomes(try #require(reader as? UITouchReader)) == [])
      }
    }
  }

  @Test func `a given format is not guessed`() throws {
    #expect(try openEventReader(MemorySource(Array("[]".utf8)), name: "a", format: .doodle) is LogReader)
    #expect(try openEventReader(MemorySource([]), name: "a", format: .uitouch) is UITouchReader)
  }

  @Test func `a read error is reported after the lines before it`() throws {
    let failure = FileError(operation: .read, path: "-", code: 5)
    var reader = LogReader(Failing(good: Array("{\"command\":\"undo\"}\n{".utf8)), name: "-")
    #expect(try reader.next() != nil)
    #expect(throws: LogReadError.file(failure)) { try reader.next() }
    #expect(throws: failure) { _ = try openEventReader(Failing(good: [0x20]), name: "-") }
  }
}
