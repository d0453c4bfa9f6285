import Testing
import TouchLog

@Suite struct DiagnosticTests {
  @Test func `an error shows its location, its reason, the line and a caret`() throws {
    let error = try onlyError("{\"phase\":\"move\",\"x\":0,\"y\":0}")
    #expect(
      error?.description == """
        a.jsonl:1:10: error: unknown phase "move"; did you mean "moved"? use began, moved, stationary, ended or cancelled
        {"phase":"move","x":0,"y":0}
                 ^
        """)
  }

  @Test func `control characters and broken UTF-8 reach no terminal`() throws {
    let line = Array("{\"a\u{1B}é\":\"\t".utf8) + [0xFF] + Array("\",\"phase\":\"\\u001b[2J\"}".utf8)
    let error = try #require(try read(line).first?.error)
    #expect(
      error.description
        == "a.jsonl:1:4: error: the control character U+001B must be written as \\u001B in a string\n{\"a␛é\":\"␉\u{FFFD}\",\"phase\":\"\\u001b[2J\"}\n   ^"
    )
    let location = LogLocation(file: "a\u{1B}b", line: 1, column: 1)
    #expect(location.diagnostic(.warning, message: "x\ny").description == #"a\u{1B}b:1:1: warning: x\ny"#)
  }

  @Test func `a long line is cut to the part around the location, with the caret under its character`() throws {
    let own = String(repeating: "é", count: 200)
    let error = try onlyError("{\"own\":\"\(own)\",\"phase\":\"move\",\"x\":0,\"y\":0,\"more\":\"\(own)\"}")
    let lines = try #require(error).description.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].first == "…" && lines[1].last == "…" && lines[1].count < 140)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let offset = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(lines[1].dropFirst(offset).hasPrefix("\"move\""))
    #expect(!lines[1].contains("\u{FFFD}"))
  }

  @Test func `GitHub's form escapes the characters that its runner interprets`() {
    let location = LogLocation(file: "a,b:c%.jsonl", line: 2, column: 3)
    #expect(
      location.diagnostic(.error, message: "50%: a,\r\nb").github
        == "::error file=a%2Cb%3Ac%25.jsonl,line=2,col=3::50%25: a,%0D%0Ab")
    #expect(location.diagnostic(.warning, message: "m").github.hasPrefix("::warning file="))
  }
}
