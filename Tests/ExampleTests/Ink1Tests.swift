import DoodleKit
import Foundation
import TestSupport
import Testing

/// What `ink-1` drew it draws, whatever the newest model is.
@Suite struct Ink1Tests {
  private static let folder = Example.root.appending(path: "Tests/ExampleTests/Ink1")

  static let examples: [Example] =
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
    .filter { $0.pathExtension == "png" }
    .map { Example(name: $0.deletingPathExtension().lastPathComponent) }
    .sorted { $0.name < $1.name }

  @Test func `there are pictures that were drawn by ink-1`() {
    #expect(!Self.examples.isEmpty, "no pictures in \(Self.folder.path)")
  }

  private func expect(_ actual: Bitmap, toBeTheGoldenOf example: Example) throws {
    let path = Self.folder.appending(path: "\(example.name).png").path
    let golden = try readPNG(from: try InputFile(path: path))
    if let difference = PictureDifference(golden: golden, actual: actual) {
      Issue.record("\(example.name) by ink-1: \(difference)")
    }
  }

  @Test(arguments: examples)
  func `an example looks as ink-1 drew it`(example: Example) throws {
    try expect(try example.picture(model: .ink1), toBeTheGoldenOf: example)
  }

  @Test(arguments: examples)
  func `an example whose header names ink-1 looks as ink-1 drew it`(example: Example) throws {
    try expect(try example.picture(naming: .ink1), toBeTheGoldenOf: example)
  }

  @Test(arguments: examples, 0..<2 as Range<UInt64>)
  func `an example that is followed looks as ink-1 drew it`(example: Example, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let picture = try example.picture(model: .ink1) { Int.random(in: 1...90, using: &random) }
    try expect(picture, toBeTheGoldenOf: example)
  }
}
