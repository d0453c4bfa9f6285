import Foundation
import Testing

/// The limit of memory holds for all that a run keeps.
@Suite struct MemoryLimitTests {
  /// A shell command that writes a log of strokes of one point.
  private static func dots(_ count: Int) -> String {
    let began = #"{\"phase\":\"began\",\"touch\":%d,\"point\":[%d,%d]}\n"#
    let ended = began.replacing("began", with: "ended")
    return """
      awk 'BEGIN { print "{\\"doodle\\":1,\\"size\\":[100,100]}"; for (i = 0; i < \(count); i++) \
      { printf "\(began)\(ended)", i, i % 100, i % 90, i, i % 100, i % 90 } }'
      """
  }

  @Test(arguments: [
    "render - -o a.png", "render - -o a.svg", "inspect -", "save - -o a.json", "hash -",
    "convert --to inkml - -o a.inkml", "replay - -o a.svg",
  ])
  func `strokes count`(command: String) throws {
    let scratch = try Scratch()
    let result = try scratch.shell("\(Self.dots(3000)) | doodle \(command) --memory-limit 1M")
    #expect(result.status == 4)
    #expect(result.errors.contains("more than the memory limit of 1048576 bytes"), "\(result.errors)")
    #expect(scratch.names.isEmpty)
    #expect(try scratch.shell("\(Self.dots(300)) | doodle \(command) --memory-limit 1M").status == 0)
  }

  @Test func `letters count`() throws {
    let text = #"{"command":"text","text":"\#(String(repeating: "letters ", count: 200))","at":[5,5]}"#
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], text])])
    let result = try scratch.shell("doodle render a.jsonl -o a.png --memory-limit 1M")
    #expect(result.status == 4)
    #expect(scratch.names == ["a.jsonl"])
  }

  @Test func `the usual limit is less if the system gives less`() throws {
    let scratch = try Scratch()
    #expect(try scratch.shell("\(Self.dots(150_000)) > a.jsonl").status == 0)
    let limited = try scratch.shell("ulimit -v 200000; doodle hash a.jsonl --threads 1")
    #expect(limited.status == 4)
    #expect(limited.errors.contains("memory"), "\(limited.errors)")
    #expect(try scratch.shell("doodle hash a.jsonl --threads 1").status == 0)
  }
}
