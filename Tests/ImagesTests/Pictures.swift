import Files
import Images
import Raster
import TestSupport

/// Words from red, green, blue and alpha.
func word(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> UInt32 {
  UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
}

func grey(_ level: Int, _ alpha: Int = 255) -> UInt32 { word(level, level, level, alpha) }

extension Bitmap {
  /// Runs of colours taken from `colors`, of random lengths, all of them present where there is room.
  static func random(width: Int, height: Int, colors: [UInt32], seed: UInt64) -> Bitmap {
    var random = SeededRandom(seed: seed)
    var pixels = Array(colors.prefix(width * height))
    while pixels.count < width * height {
      let color = colors.randomElement(using: &random) ?? 0
      let run = min(Int.random(in: 1...9, using: &random), width * height - pixels.count)
      pixels += [UInt32](repeating: color, count: run)
    }
    return Bitmap(width: width, height: height, pixels: pixels.shuffledInRuns(using: &random))
  }

  func png(_ options: PNGOptions = PNGOptions()) throws(ImageError) -> [UInt8] {
    var sink = MemorySink()
    try writePNG(self, options: options, to: &sink)
    return sink.bytes
  }
}

extension [UInt32] {
  /// The second half before the first, cut at a random place.
  fileprivate func shuffledInRuns(using random: inout SeededRandom) -> [UInt32] {
    let cut = Int.random(in: 0...count, using: &random)
    return Array(self[cut...] + self[..<cut])
  }
}

/// A picture whose blank bands are known without looking.
struct Banded: PixelSource {
  var bitmap: Bitmap
  var bandHeight: Int
  var width: Int { bitmap.width }
  var height: Int { bitmap.height }

  func uniformPixel(ofBand index: Int) -> Pixel? {
    var pixels: [UInt32] = []
    copyBand(index, into: &pixels)
    return pixels.allSatisfy { $0 == pixels[0] } ? Pixel(word: pixels[0]) : nil
  }

  func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32]) {
    pixels = Array(bitmap.pixels[rows.lowerBound * width..<rows.upperBound * width])
  }
}
