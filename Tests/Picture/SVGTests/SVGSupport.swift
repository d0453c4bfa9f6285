import Files
import PNG
import Raster
import Foundation
import TestSupport
import Testing

/// rsvg-convert, which draws SVG independently of this package.
enum SVGProgram {
  static let path: String? = {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return directories.map { "\($0)/rsvg-convert" }.first(where: FileManager.default.isExecutableFile)
  }()

  static let absence: Comment = "rsvg-convert is not installed (Debian: librsvg2-bin)"

  /// The picture that the program draws of a document.
  static func picture(of document: [UInt8]) throws -> Bitmap {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (svg, png) = (folder.appending(path: "a.svg"), folder.appending(path: "a.png"))
    try Data(document).write(to: svg)
    let process = Process()
    process.executableURL = URL(filePath: try #require(path))
    process.arguments = ["--unlimited", svg.path, "-o", png.path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try readPNG(from: try InputFile(path: png.path))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if rsvg-convert is not installed.
  static var needsSVGProgram: Self { .enabled(if: SVGProgram.path != nil, SVGProgram.absence) }
}

/// The distance between two pictures of the same size. The distance of two pixels is the largest difference of a
/// channel, premultiplied with alpha, in 0...255.
struct PictureDistance {
  private(set) var mean = 0.0
  private(set) var largest = 0.0
  /// The indices of the pixels that are more than 40 apart, in row order.
  private(set) var farPixels: [Int] = []

  init(_ first: Bitmap, _ second: Bitmap) throws {
    try #require(first.width == second.width && first.height == second.height)
    for (index, (a, b)) in zip(first.pixels, second.pixels).enumerated() {
      let (a, b) = (PictureDistance.channels(Pixel(word: a)), PictureDistance.channels(Pixel(word: b)))
      let distance = zip(a, b).map { abs($0 - $1) }.max() ?? 0
      mean += distance
      largest = Swift.max(largest, distance)
      if distance > 40 { farPixels.append(index) }
    }
    mean /= Double(first.pixels.count)
  }

  private static func channels(_ pixel: Pixel) -> [Double] {
    let alpha = Double(pixel.alpha) / 255
    return [Double(pixel.red) * alpha, Double(pixel.green) * alpha, Double(pixel.blue) * alpha, Double(pixel.alpha)]
  }
}
