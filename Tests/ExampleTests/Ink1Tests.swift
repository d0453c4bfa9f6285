import DoodleKit
import TestSupport
import Testing

/// The model `ink-1` keeps its pixels, independent of newer models.
@Suite struct Ink1Tests {
  private static let folder = Example.root.appending(path: "Tests/ExampleTests/Ink1")

  static let examples = Example.fileNames(in: folder, withExtension: "png").map(Example.init)

  @Test func `there are goldens of ink-1`() {
    #expect(!Self.examples.isEmpty, "no pictures in \(Self.folder.path)")
  }

  @Test(arguments: examples)
  func `an example drawn with ink-1 equals its golden`(example: Example) throws {
    try expect(try example.picture(model: .ink1), toEqualGoldenOf: example)
  }

  @Test(arguments: examples)
  func `an example whose header names ink-1 equals its golden`(example: Example) throws {
    try expect(try example.picture(headerModel: .ink1), toEqualGoldenOf: example)
  }

  @Test(arguments: examples, rounds(2))
  func `an example drawn with ink-1 equals its golden when it is followed`(example: Example, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let picture = try example.picture(model: .ink1) { Int.random(in: 1...90, using: &random) }
    try expect(picture, toEqualGoldenOf: example)
  }

  private func expect(_ picture: Bitmap, toEqualGoldenOf example: Example) throws {
    let url = Self.folder.appending(path: "\(example.name).png")
    try Golden(url: url).expect(picture, ifMissing: "\"doodle render --model ink-1\" draws it")
  }
}
