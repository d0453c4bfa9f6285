import Testing

@testable import doodle

@Suite struct GoldenTableTests {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)
  private static let line = "a\t\(hash)\tink-2\t320x200\t\(hash)\tabc01234,23456789"

  @Test(arguments: ["", "\n", "\r\n"]) func `a table that is written is read again`(end: String) throws {
    let table = try GoldenTable("# a comment\n\(Self.line)\(end)", path: "a")
    #expect(table["a"]?.chain.links == ["abc01234", "23456789"])
    #expect(try GoldenTable(table.text, path: "b") == table)
  }

  @Test(arguments: [
    line + "\r", line + "# x", line + "\t", "\u{7}" + line, line.replacing("ink-2", with: "i\u{0}"),
    line.replacing("320x200", with: "320"), line.replacing("\t0123", with: "\t012G"), "a\t" + hash,
  ])
  func `a line with anything else is an error`(line: String) {
    #expect(throws: CommandError.self) { try GoldenTable(line, path: "a") }
  }
}
