import DoodleKit
import Foundation
import TestSupport
import Testing

/// Every recording in Examples looks as the picture beside it, to the last pixel.
@Suite struct ExampleTests {
  @Test func `there are examples`() {
    #expect(!Example.all.isEmpty, "no recordings in \(Example.folder.path)")
  }

  @Test(arguments: Example.all)
  func `an example looks as it did`(example: Example) throws {
    try expect(try example.picture(), toBeTheGoldenOf: example)
  }

  @Test(arguments: Example.all, [1, 16, 256])
  func `an example followed while it is recorded looks the same`(example: Example, batch: Int) throws {
    try expect(try example.picture { batch }, toBeTheGoldenOf: example)
  }

  @Test(arguments: Example.all, 0..<3 as Range<UInt64>)
  func `an example followed in uneven batches looks the same`(example: Example, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try expect(try example.picture { Int.random(in: 1...90, using: &random) }, toBeTheGoldenOf: example)
  }

  @Test func `each picture belongs to a recording`() {
    for name in Example.names(withExtension: "png") {
      #expect(
        Example.all.contains { $0.name == name },
        "Examples/\(name).png has no \(name).jsonl beside it; remove it, or add the recording")
    }
  }

  private func expect(_ actual: Bitmap, toBeTheGoldenOf example: Example) throws {
    try #require(
      FileManager.default.fileExists(atPath: example.golden.path),
      "Examples/\(example.name).png is missing; \"make goldens\" draws it")
    let golden = try readPNG(from: try InputFile(path: example.golden.path))
    guard let difference = PictureDifference(golden: golden, actual: actual) else { return }
    let file = try save(actual, as: "\(example.name).png")
    Issue.record("\(example.name): \(difference); the picture as it is now: \(file)")
  }

  /// Writes what a test drew where it outlives the test.
  private func save(_ picture: Bitmap, as name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doodle-tests")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name).path
    var file = try OutputFile(path: path)
    try writePNG(picture, to: &file)
    try file.commit()
    return path
  }
}
