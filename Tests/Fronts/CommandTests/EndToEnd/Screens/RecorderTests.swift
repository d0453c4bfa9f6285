import Recorder
import TestSupport
import Testing

/// `doodle recorder`. Tests in a browser draw with its page.
@Suite struct RecorderTests {
  @Test(.enabled(if: RecorderPage.hasEngine, "the engine for browsers is not built"))
  func `the page goes to a file or to standard output`() throws {
    let scratch = try Scratch([:])
    let doodle = "doodle recorder --tool marker"
    let result = try scratch.shell(
      "\(doodle) -o r.html && \(doodle) > s.html && cmp r.html s.html && \(doodle) -n -o r.html")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("r.html"))
    #expect(try scratch.shell("grep -c '\"tool\":{\"tool\":\"marker\"}' r.html").output == "1\n")
  }
}
