import DoodleKit
import Foundation
import Testing

/// A picture that a test must reproduce, pixel by pixel.
struct Golden {
  let url: URL

  /// Expects a picture to equal the golden. If it does not, it is saved where it outlives the test.
  /// - Parameter remedy: What to do if the golden is missing.
  func expect(_ actual: Bitmap, ifMissing remedy: String, _ location: SourceLocation = #_sourceLocation) throws {
    try #require(
      FileManager.default.fileExists(atPath: url.path), "\(url.path) is missing; \(remedy)", sourceLocation: location)
    let golden = try readPNG(from: try InputFile(path: url.path))
    let difference = PictureDifference(golden: golden, actual: actual)
    let saved = difference == nil ? "" : try save(actual)
    #expect(difference == nil, "the picture is now \(saved)", sourceLocation: location)
  }

  private func save(_ picture: Bitmap) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doodle-tests")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: url.lastPathComponent).path
    var file = try OutputFile(path: path)
    try writePNG(picture, to: &file)
    try file.commit()
    return path
  }
}

/// Where a picture differs from its golden.
struct PictureDifference: CustomStringConvertible {
  let description: String

  /// Nil if the pictures are equal.
  init?(golden: Bitmap, actual: Bitmap) {
    guard golden.width == actual.width, golden.height == actual.height else {
      description = "\(golden.width)x\(golden.height) pixels became \(actual.width)x\(actual.height)"
      return
    }
    let differing = golden.pixels.indices.filter { golden.pixels[$0] != actual.pixels[$0] }
    guard let first = differing.first else { return nil }
    let (y, x) = first.quotientAndRemainder(dividingBy: golden.width)
    description =
      "\(differing.count) of \(golden.pixels.count) pixels differ; the first, at (\(x), \(y)), was "
      + "\(Self.text(golden[x, y])) and is now \(Self.text(actual[x, y]))"
  }

  private static func text(_ pixel: Pixel) -> String {
    "rgba(\(pixel.red), \(pixel.green), \(pixel.blue), \(pixel.alpha))"
  }
}
