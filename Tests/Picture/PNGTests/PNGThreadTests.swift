import Files
import Foundation
import PNG
import Raster
import TestSupport
import Testing

/// A mostly blank picture of several parts, which threads can share.
private func picture(width: Int, height: Int, colors: [UInt32], seed: UInt64) -> Bitmap {
  var random = SeededRandom(seed: seed)
  var bitmap = Bitmap(width: width, height: height, pixels: [UInt32](repeating: colors[0], count: width * height))
  for _ in 0..<400 {
    let color = colors.randomElement(using: &random) ?? 0
    let x = Int.random(in: 0..<width, using: &random)
    for y in Int.random(in: 0..<height, using: &random)..<height where Int.random(in: 0...200, using: &random) > 0 {
      for column in x..<min(width, x + Int.random(in: 1...9, using: &random)) { bitmap[column, y].word = color }
    }
  }
  return bitmap
}

struct PNGThreadTests {
  static let colors: [[UInt32]] = [
    [gray(255), gray(0)], (0..<256).map { gray(255 - $0) }, [0] + (0..<300).map { gray($0 % 256, 255 - $0 / 2) },
    (0..<1000).map { word($0 % 256, $0 / 256, 7) }, [0] + (0..<1000).map { word($0 % 256, $0 / 256, 7, 200) },
  ]

  @Test(arguments: colors)
  func `the file does not depend on the number of threads or on bands`(colors: [UInt32]) throws {
    let bitmap = picture(width: 1500, height: 2100, colors: colors, seed: 1)
    let file = try bitmap.png()
    #expect(try readPNG(from: MemorySource(file)) == bitmap)
    for source in [Banded(bitmap: bitmap, bandHeight: 64), Banded(bitmap: bitmap, bandHeight: 50)] {
      for threads in [1, 2, 3, 7] {
        var sink = MemorySink()
        try writePNG(source, options: PNGOptions(threads: threads), to: &sink)
        #expect(sink.bytes == file, "bands of \(source.bandHeight), \(threads) threads")
      }
    }
  }

  @Test(arguments: [(1500, 2100), (70_000, 50), (600_000, 6)])
  func `a picture of any shape is read back the same`(width: Int, height: Int) throws {
    for colors in [[gray(255), gray(0), gray(100)], (0..<600).map { word(255 - $0 % 256, $0 / 256, 9) }] {
      let bitmap = picture(width: width, height: height, colors: colors, seed: 2)
      #expect(try readPNG(from: MemorySource(try bitmap.png(PNGOptions(threads: 3)))) == bitmap)
    }
  }

  @Test(arguments: [0, 1, 70_000, 500_000], [1, 2, 7])
  func `the error of a sink ends writing at any time`(room: Int, threads: Int) {
    struct Filling: ByteSink {
      var room: Int
      mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
        room -= bytes.count
        if room < 0 { throw FileError(operation: .write, path: "x", code: ENOSPC) }
      }
    }
    let noise = Bitmap.random(width: 1500, height: 2100, colors: (0..<256).map { gray($0) }, seed: 3)
    for _ in 0..<5 {
      var sink = Filling(room: room)
      #expect(throws: ImageError.file(FileError(operation: .write, path: "x", code: ENOSPC))) {
        try writePNG(noise, options: PNGOptions(threads: threads), to: &sink)
      }
    }
  }

  @Test func `a large blank picture gives a small file`() throws {
    struct Blank: PixelSource {
      let width = 1_000_000
      let height = 20_000
      let bandHeight = 64
      func uniformPixel(ofBand index: Int) -> Pixel? { .white }
      func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32]) {
        pixels = [UInt32](repeating: Pixel.white.word, count: rows.count * width)
      }
    }
    struct Counting: ByteSink {
      var count = 0
      mutating func write(_ bytes: Span<UInt8>) { count += bytes.count }
    }
    var sink = Counting()
    try writePNG(Blank(), to: &sink)
    // Two bits per 258 bytes of eight pixels, and half as much for the ends of rows and for headers.
    #expect(sink.count < 1_000_000 / 8 / 258 * 20_000 * 2 / 8 * 3 / 2)
  }
}
