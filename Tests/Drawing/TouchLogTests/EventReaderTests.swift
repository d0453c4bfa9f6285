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

  @Test func `a read error is reported after the lines before it`() throws {
    let failure = FileError(operation: .read, path: "-", code: 5)
    var reader = LogReader(Failing(good: Array("{\"command\":\"undo\"}\n{".utf8)), name: "-")
    #expect(try reader.next() != nil)
    #expect(throws: LogReadError.file(failure)) { try reader.next() }
  }
}
