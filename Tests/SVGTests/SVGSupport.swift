import DoodleKit
import Foundation
import TestSupport
import Testing

/// Another program that draws SVG.
enum SVGProgram {
  static let path: String? = {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return directories.map { "\($0)/rsvg-convert" }.first(where: FileManager.default.isExecutableFile)
  }()

  static let absence: Comment = "rsvg-convert is not here (Debian: librsvg2-bin)"

  /// The document's picture as that program draws it.
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

/// How far apart two pictures of one size are, in 255ths of a channel, colours weighted with their alpha.
struct PictureDistance {
  private(set) var mean = 0.0
  private(set) var largest = 0.0
  /// The pixels that are more than 40 apart, row by row.
  private(set) var far: [Int] = []

  init(_ first: Bitmap, _ second: Bitmap) throws {
    try #require(first.width == second.width && first.height == second.height)
    for (index, (a, b)) in zip(first.pixels, second.pixels).enumerated() {
      let (a, b) = (PictureDistance.channels(Pixel(word: a)), PictureDistance.channels(Pixel(word: b)))
      let distance = zip(a, b).map { abs($0 - $1) }.max() ?? 0
      mean += distance
      largest = Swift.max(largest, distance)
      if distance > 40 { far.append(index) }
    }
    mean /= Double(first.pixels.count)
  }

  private static func channels(_ pixel: Pixel) -> [Double] {
    let alpha = Double(pixel.alpha) / 255
    return [Double(pixel.red) * alpha, Double(pixel.green) * alpha, Double(pixel.blue) * alpha, Double(pixel.alpha)]
  }
}

extension LogEvent {
  static func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, pressure: Double? = nil) -> LogEvent {
    .touch(TouchEvent(phase: phase, touch: .number(1), point: Point(x, y), pressure: pressure))
  }

  /// A touch that goes through some places.
  static func drag(_ places: [(Double, Double)]) -> [LogEvent] {
    places.enumerated().map { index, place in
      .touch(index == 0 ? .began : index == places.count - 1 ? .ended : .moved, place.0, place.1)
    }
  }
}
