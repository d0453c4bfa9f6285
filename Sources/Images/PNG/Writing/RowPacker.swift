/// Turns pixels into a PNG's rows.
struct RowPacker {
  let format: PixelFormat
  let width: Int
  private let table: ColorTable

  init(format: PixelFormat, width: Int) {
    self.format = format
    self.width = width
    if case .palette(let colors, _) = format { table = ColorTable(colors) } else { table = ColorTable() }
  }

  /// Puts the rows of `pixels`, a whole number of them, at the beginning of `bytes`, which grows to hold them.
  func pack(_ pixels: [UInt32], into bytes: inout [UInt8]) {
    let needed = pixels.count * max(1, format.bitsPerPixel / 8)
    if bytes.count < needed { bytes = [UInt8](repeating: 0, count: needed) }
    var output = bytes.mutableSpan
    let pixels = pixels.span
    switch format {
    case .grey(let bits): Self.packGreys(pixels, shift: UInt32(8 - bits), into: &output)
    case .palette: packIndexes(pixels, into: &output)
    case .greyAlpha: Self.packGreysAndAlpha(pixels, into: &output)
    case .rgb: Self.packRGB(pixels, into: &output)
    case .rgba: Self.packRGBA(pixels, into: &output)
    }
    if format.bitDepth < 8 { packBits(count: pixels.count, &output) }
  }

  /// A grey that is on the grid of fewer bits has its value in the top ones.
  private static func packGreys(_ pixels: Span<UInt32>, shift: UInt32, into output: inout MutableSpan<UInt8>) {
    precondition(output.count >= pixels.count)
    for index in 0..<pixels.count {
      output[index] = UInt8(truncatingIfNeeded: (pixels[index] & 0xFF) &>> shift)
    }
  }

  private func packIndexes(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>) {
    precondition(output.count >= pixels.count)
    var last = pixels[0]
    var place = table.index(of: last)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      if pixel != last {
        last = pixel
        place = table.index(of: pixel)
      }
      output[index] = place
    }
  }

  private static func packGreysAndAlpha(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>) {
    precondition(output.count >= 2 * pixels.count)
    for index in 0..<pixels.count {
      output[2 &* index] = UInt8(truncatingIfNeeded: pixels[index])
      output[2 &* index &+ 1] = UInt8(truncatingIfNeeded: pixels[index] >> 24)
    }
  }

  private static func packRGB(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>) {
    precondition(output.count >= 3 * pixels.count)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      output[3 &* index] = UInt8(truncatingIfNeeded: pixel)
      output[3 &* index &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      output[3 &* index &+ 2] = UInt8(truncatingIfNeeded: pixel >> 16)
    }
  }

  private static func packRGBA(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>) {
    precondition(output.count >= 4 * pixels.count)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      output[4 &* index] = UInt8(truncatingIfNeeded: pixel)
      output[4 &* index &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      output[4 &* index &+ 2] = UInt8(truncatingIfNeeded: pixel >> 16)
      output[4 &* index &+ 3] = UInt8(truncatingIfNeeded: pixel >> 24)
    }
  }

  /// From a byte a sample to 8, 4 or 2 samples a byte, the leftmost in the highest bits; in place.
  private func packBits(count: Int, _ bytes: inout MutableSpan<UInt8>) {
    let bits = format.bitDepth
    let perByte = 8 / bits
    var length = 0
    for row in stride(from: 0, to: count, by: width) {
      for first in stride(from: row, to: row + width, by: perByte) {
        var byte: UInt8 = 0
        for sample in first..<first + perByte {
          byte = byte << UInt8(bits) | (sample < row + width ? bytes[sample] : 0)
        }
        bytes[length] = byte
        length += 1
      }
    }
  }
}
