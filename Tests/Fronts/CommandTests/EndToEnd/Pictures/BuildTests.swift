import Foundation
import Testing

/// Another build of the command, with other optimizations or for another machine. DOODLE_OTHER_BINARY holds its path.
@Suite struct BuildTests {
  static let other = ProcessInfo.processInfo.environment["DOODLE_OTHER_BINARY"]

  @Test(.enabled(if: other != nil, "DOODLE_OTHER_BINARY is not set"))
  func `two builds draw all examples with the same pixels`() throws {
    let other = try #require(BuildTests.other)
    #expect(ProjectFiles.examples.count >= 9)
    let arguments = ["hash"] + ProjectFiles.examples
    let mine = try Program.run(Program.doodle, arguments)
    #expect(mine.status == 0)
    #expect(mine.output == (try Program.run(other, arguments).output))
  }
}
