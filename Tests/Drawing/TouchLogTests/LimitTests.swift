import Testing
import TouchLog

@Suite struct LimitTests {
  @Test func `64 levels of nesting are read and 65 refused`() throws {
    func line(_ arrays: Int) -> String {
      "{\"command\":\"undo\",\"own\":" + String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
        + "}"
    }
    #expect(try onlyEvent(line(63)) == .command(LogCommand.undo(count: 1)))
    let error = try onlyError(line(64))
    #expect(error?.reason == .syntax(.nestedTooDeep(limit: 64)))
    #expect(error?.location.column == 25 + 63)
    #expect(try onlyError(line(200_000))?.reason == .syntax(.nestedTooDeep(limit: 64)))
  }

  /// An undo in a line of `count` bytes.
  private func line(_ count: Int) -> String {
    let undo = "{\"command\":\"undo\",\"own\":\"\"}"
    return undo.dropLast(2) + String(repeating: "a", count: count - undo.utf8.count) + "\"}"
  }

  @Test(arguments: [(65_536, ""), (.max, "\u{FEFF}")])
  func `a line of 32 MiB is read and a longer one skipped, in bounded memory`(chunk: Int, mark: String) throws {
    let undo = LogEvent.command(.undo(count: 1))
    let limit = LogLimits.lineBytes
    let text = mark + [line(limit), line(limit + 1), line(2 * limit), line(100)].joined(separator: "\n")
    let all = try read(text, chunk: chunk)
    #expect(all.map(\.event) == [undo, nil, nil, undo])
    #expect(all[1].error?.reason == .lineTooLong(limit: limit))
    #expect(all.compactMap { $0.error?.location.line } == [2, 3])
    #expect(all[1].error?.location.excerpt == all[2].error?.location.excerpt)
    #expect(all[1].error?.location.column == 1)
  }

  @Test(arguments: ["", "\n", "\n\n", "\n{\"command\":\"undo\"}"])
  func `a line of white space can be too long`(rest: String) throws {
    let all = try read(String(repeating: " ", count: LogLimits.lineBytes + 1) + rest, chunk: 1 << 24)
    #expect(all.first?.error?.reason == .lineTooLong(limit: LogLimits.lineBytes))
    #expect(all.count == (rest.count > 2 ? 2 : 1))
  }

  @Test func `an object with many keys takes linear time`() throws {
    let keys = (0..<40_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(try onlyEvent("{\"command\":\"undo\",\(keys)}") != nil)
    #expect(try onlyError("{\"command\":\"undo\",\(keys),\"k77\":0}")?.reason == .syntax(.duplicateKey("k77")))
  }
}
