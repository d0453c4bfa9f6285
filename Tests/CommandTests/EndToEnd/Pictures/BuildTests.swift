import Foundation
import Testing

/// Another build of the command, whose path is in DOODLE_OTHER_BINARY: with other optimisation, of another machine.
@Suite struct BuildTests {
  static let other = ProcessInfo.processInfo.environment["DOODLE_OTHER_BINARY"]

  @Test(.enabled(if: other != nil, "DOODLE_OTHER_BINARY names no other build"))
  func `two builds draw the same pixels of all examples`() throws {
    let other = try #require(BuildTests.other)
    #expect(Places.examples.count >= 9)
    let arguments = ["hash"] + Places.examples
    let mine = try Program.run(Program.doodle, arguments)
    #expect(mine.status == 0)
    #expect(mine.output == (try Program.run(other, arguments).output))
  }
}
