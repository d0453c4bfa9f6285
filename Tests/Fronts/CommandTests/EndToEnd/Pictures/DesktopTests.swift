import Foundation
import Testing

/// The files for file managers: the thumbnailer and the types of files.
@Suite struct DesktopTests {
  private static let folder = "\(ProjectFiles.root)/Sources/Fronts/doodle/Desktop"

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `the thumbnailer's command draws a picture of the size that it is asked for`() throws {
    let command = try #require(try Self.lines("doodle.thumbnailer").first { $0.hasPrefix("Exec=") }).dropFirst(5)
      .replacing("%s", with: "64").replacing("%i", with: "-a.jsonl").replacing("%o", with: "thumb.tmp")
    let scratch = try Scratch(["-a.jsonl": SmallLog.text])
    let result = try scratch.shell("\(command) && mv thumb.tmp thumb.png && doodle hash --json thumb.png")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains(#""width":64"#))
  }

  @Test func `the thumbnailer's types equal the described ones`() throws {
    let types = try #require(try Self.lines("doodle.thumbnailer").first { $0.hasPrefix("MimeType=") }).dropFirst(9)
    let described = try String(contentsOfFile: "\(Self.folder)/doodle.xml", encoding: .utf8)
      .matches(of: /mime-type type="([^"]*)"/).map { String($0.output.1) }
    #expect(types.split(separator: ";").map(String.init) == described && described.count == 2)
  }

  @Test func `logs and saved drawings begin as their types say`() throws {
    let magic = try String(contentsOfFile: "\(Self.folder)/doodle.xml", encoding: .utf8)
      .matches(of: /match type="string" value="([^"]*)" offset="0"/)
      .map { $0.output.1.replacing("&quot;", with: "\"") }
    try #require(magic.count == 2)
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    #expect(try scratch.shell("doodle convert a.jsonl -o -").output.hasPrefix(magic[0]))
    #expect(try scratch.shell("doodle save a.jsonl -o -").output.hasPrefix(magic[1]))
  }
}
