import Foundation
import Testing

/// The program of Examples/embed.
@Suite struct EmbedTests {
  @Test func `the embedding example draws, undoes a step and writes its picture`() throws {
    let scratch = try Scratch()
    let program = URL(fileURLWithPath: Program.doodle).deletingLastPathComponent()
      .appendingPathComponent("embed-example").path
    let result = try Program.run(program, ["sketch.png"], in: scratch.path)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.hasPrefix("3 elements;"))
    let golden = "\(ProjectFiles.root)/Examples/embed/sketch.png"
    #expect(try scratch.hash("sketch.png") == scratch.hash("'\(golden)'"))
  }
}
