import DoodleKit
import TestSupport
import Testing

/// Every recording in Examples gives the picture beside it, to the last pixel.
@Suite struct ExampleTests {
  @Test func `there are examples`() {
    #expect(!Example.all.isEmpty, "no recordings in \(Example.folder.path)")
  }

  @Test(arguments: Example.all)
  func `an example equals its golden`(example: Example) throws {
    try expect(try example.picture(), toEqualGoldenOf: example)
  }

  @Test(arguments: Example.all, [1, 16, 256])
  func `an example equals its golden when it is followed in batches`(example: Example, batch: Int) throws {
    try expect(try example.picture { batch }, toEqualGoldenOf: example)
  }

  @Test(arguments: Example.all, rounds(3))
  func `an example equals its golden when it is followed in uneven batches`(example: Example, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try expect(try example.picture { Int.random(in: 1...90, using: &random) }, toEqualGoldenOf: example)
  }

  @Test func `every golden belongs to a recording`() {
    let goldens = Example.fileNames(in: Example.folder, withExtension: "png")
    #expect(!goldens.isEmpty)
    for name in goldens {
      #expect(
        Example.all.contains { $0.name == name },
        "Examples/\(name).png has no \(name).jsonl beside it; remove it, or add the recording")
    }
  }

  private func expect(_ picture: Bitmap, toEqualGoldenOf example: Example) throws {
    try Golden(url: example.golden).expect(picture, ifMissing: "\"make goldens\" draws it")
  }
}
