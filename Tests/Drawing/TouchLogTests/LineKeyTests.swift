import Files
import TestSupport
import Testing
import TouchLog

/// The keys of a line, for programs that keep an app's own keys.
@Suite struct LineKeyTests {
  private static let log = """
    {"doodle":1,"app":{"a":[1,"}"]}}
     { "phase" : "began", "mi\\u006ee" : "\\"", "point":[1,2]}
    {"phase":"moved","point":[1,2],"mine":2}
    {"phase":"ended","point":[1,2],"mine": null }
    """

  private static func own(_ name: String) -> Bool { ["app", "mine"].contains(name) }

  @Test(arguments: [1, 7, .max])
  func `the keys of the last line have their location and text`(chunk: Int) throws {
    var reader = LogReader(ChunkedSource(Array(Self.log.utf8), chunk: chunk), name: "a.jsonl")
    var keys: [LineKey] = []
    while try reader.next() != nil { keys += reader.keys(ofTouch: 0, where: Self.own) }
    #expect(keys.map(\.name) == ["app", "mine", "mine", "mine"])
    #expect(keys.map(\.location.line) == [1, 2, 3, 4])
    #expect(keys.map(\.location.column) == [13, 23, 32, 32])
    #expect(
      keys.map { String(decoding: $0.member, as: UTF8.self) } == [
        #""app":{"a":[1,"}"]}"#, #""mi\u006ee" : "\"""#, #""mine":2"#, #""mine": null"#,
      ])
  }

  /// "color" is a key of other lines.
  @Test(arguments: ["mine", "color"]) func `lines that may have keys of an app are known`(key: String) throws {
    let plain = (0..<9).map { #"{"phase":"moved","point":[1,2],"time":\#($0)}"# }
    let own = plain.map { String($0.dropLast()) + ",\"\(key)\":1}" }
    let log = (plain + own + plain).joined(separator: "\n")
    var reader = LogReader(MemorySource(Array(log.utf8)), name: "a.jsonl")
    var mayHaveKeys: [Bool] = []
    while try reader.next() != nil {
      mayHaveKeys.append(reader.mayHaveOwnKeys)
      let keys = reader.keys(ofTouch: 0) { !["phase", "point", "time"].contains($0) }
      #expect(keys.isEmpty != (9..<18).contains(mayHaveKeys.count - 1))
    }
    // The first line is read without a template.
    #expect(mayHaveKeys == [true] + [Bool](repeating: false, count: 8) + [Bool](repeating: true, count: 18))
  }

  @Test func `the keys of a touch in a batch are those of its line`() throws {
    let log = (0..<9).map { #"{"phase":"moved","point":[1,2],"time":\#($0),"mine":\#($0)}"# }.joined(separator: "\n")
    var reader = LogReader(MemorySource(Array(log.utf8)), name: "a.jsonl")
    _ = try reader.next()
    var touches: [TouchEvent] = []
    reader.nextTouches(into: &touches)
    for index in touches.indices {
      let keys = reader.keys(ofTouch: index, where: Self.own)
      #expect(keys.map(\.location.line) == [index + 2])
      #expect(keys.map(\.member) == [Array("\"mine\":\(index + 1)".utf8)])
    }
  }

  @Test func `a line that is written with members reads as the same event`() throws {
    let members = [Array(#""mine":[1]"#.utf8), Array(#""app": {}"#.utf8)]
    var bytes: [UInt8] = []
    LogWriter.append(.command(.clear), members: members, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"command":"clear","mine":[1],"app": {}}"# + "\n")
    #expect(try onlyEvent(String(decoding: bytes, as: UTF8.self)) == .command(.clear))
  }
}
