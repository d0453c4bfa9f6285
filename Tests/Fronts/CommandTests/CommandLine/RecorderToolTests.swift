import Foundation
import Ink
import Testing
import TouchLog

@testable import doodle

/// The tables of the recorder's tools: the page's buttons and settings, the option of the command, and the engine's tools.
@Suite struct RecorderToolTests {
  private static func script() throws -> String {
    try String(contentsOfFile: ProjectFiles.root + "/Sources/Fronts/Recorder/Page/tools.js", encoding: .utf8)
  }

  /// The lines of a declaration of the script, up to the bracket that closes it.
  private static func lines(of declaration: String) throws -> [Substring] {
    let lines = try script().split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.contains("const \(declaration) = ") })
    return Array(lines[(start + 1)...].prefix { $0.hasPrefix("  ") })
  }

  /// The name, the label and the key of each button.
  private static func buttons() throws -> [[String]] {
    try lines(of: "TOOLS").map { line in
      line.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }.prefix(3).map { String($0.element) }
    }
  }

  @Test func `the page has a button for each tool that the command can begin with, in the same order`() throws {
    #expect(try Self.buttons().map(\.first) == FirstTool.names)
  }

  @Test func `the page has settings for each tool`() throws {
    let names = try Self.lines(of: "DEFAULTS").map { $0.split(separator: ":")[0].trimmingCharacters(in: .whitespaces) }
    #expect(names == FirstTool.names)
  }

  @Test func `the engine has each tool`() {
    for name in FirstTool.names { #expect(Tool(named: name) != nil, "\(name)") }
  }

  @Test func `each button has a name, a label and a key of its own`() throws {
    let buttons = try Self.buttons()
    for column in 0..<3 { #expect(Set(buttons.map { $0[column] }).count == FirstTool.names.count) }
  }
}
