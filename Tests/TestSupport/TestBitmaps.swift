import PNG
import Raster
import Files

/// A pixel in the layout of `Pixel.word`.
package func word(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> UInt32 {
  UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
}

/// A gray pixel in the layout of `Pixel.word`.
package func gray(_ level: Int, _ alpha: Int = 255) -> UInt32 { word(level, level, level, alpha) }

extension Bitmap {
  /// A bitmap of runs with random lengths and random colors from `colors`. All colors occur if there is room.
  package static func random(width: Int, height: Int, colors: [UInt32], seed: UInt64) -> Bitmap {
    var random = SeededRandom(seed: seed)
    var pixels = Array(colors.prefix(width * height))
    while pixels.count < width * height {
      let color = colors.randomElement(using: &random) ?? 0
      let run = min(Int.random(in: 1...9, using: &random), width * height - pixels.count)
      pixels += [UInt32](repeating: color, count: run)
    }
    return Bitmap(width: width, height: height, pixels: pixels.rotatedRandomly(using: &random))
  }

  /// The contents of the PNG file of this bitmap.
  package func png(_ options: PNGOptions = PNGOptions()) throws(ImageError) -> [UInt8] {
    var sink = MemorySink()
    try writePNG(self, options: options, to: &sink)
    return sink.bytes
  }
}

extension [UInt32] {
  /// The array rotated by a random amount.
  fileprivate func rotatedRandomly(using random: inout SeededRandom) -> [UInt32] {
    let cut = Int.random(in: 0...count, using: &random)
    return Array(self[cut...] + self[..<cut])
  }
}

/// A bitmap with bands of any height, which knows whether a band is uniform.
package struct Banded: PixelSource {
  package var bitmap: Bitmap
  package var bandHeight: Int

  package init(bitmap: Bitmap, bandHeight: Int) {
    (self.bitmap, self.bandHeight) = (bitmap, bandHeight)
  }

  package var width: Int { bitmap.width }
  package var height: Int { bitmap.height }

  package func uniformPixel(ofBand index: Int) -> Pixel? {
    var pixels: [UInt32] = []
    copyBand(index, into: &pixels)
    return pixels.allSatisfy { $0 == pixels[0] } ? Pixel(word: pixels[0]) : nil
  }

  package func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32]) {
    pixels = Array(bitmap.pixels[rows.lowerBound * width..<rows.upperBound * width])
  }
}

/// Bytes that resemble the pixel data of pictures: noise, few values, runs, and repetitions at the distances of pixels
/// and rows.
package func pictureBytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < count {
    switch Int.random(in: 0...5, using: &random) {
    case 0:
      for _ in 0..<Int.random(in: 1...300, using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    case 1:
      let value = UInt8.random(in: 0...250, using: &random)
      for _ in 0..<Int.random(in: 1...300, using: &random) {
        bytes.append(value + UInt8.random(in: 0...5, using: &random))
      }
    case 2:
      bytes += repeatElement(
        UInt8.random(in: 0...255, using: &random), count: Int.random(in: 1...3000, using: &random))
    default:
      guard !bytes.isEmpty else { continue }
      let farthest = min(bytes.count, Bool.random(using: &random) ? 9 : 33_000)
      let distance = Int.random(in: 1...farthest, using: &random)
      for _ in 0..<Int.random(in: 3...900, using: &random) { bytes.append(bytes[bytes.count - distance]) }
    }
  }
  return Array(bytes.prefix(count))
}
