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
    switch format {
    case .grey, .palette: packSamples(pixels.span, into: &output, at: 0)
    case .greyAlpha: Self.packGreysAndAlpha(pixels.span, into: &output)
    case .rgb: Self.packRGB(pixels.span, into: &output)
    case .rgba: Self.packRGBA(pixels.span, into: &output)
    }
    if format.bitDepth < 8 {
      let rowBytes = format.rowBytes(width: width)
      for row in 0..<pixels.count / width { packBits(from: row * width, to: row * rowBytes, in: &bytes) }
    }
  }

  /// Puts a byte for each pixel, its grey or its colour's index, into `output` from place `start` on.
  func packSamples(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    switch format {
    case .grey(let bits): Self.packGreys(pixels, shift: UInt32(8 - bits), into: &output, at: start)
    default: packIndexes(pixels, into: &output, at: start)
    }
  }

  /// Puts a byte for each pixel into `bytes` from place `start` on.
  func packRow(_ pixels: [UInt32], into bytes: inout [UInt8], at start: Int) {
    var output = bytes.mutableSpan
    packSamples(pixels.span, into: &output, at: start)
  }

  /// A grey that is on the grid of fewer bits has its value in the top ones.
  private static func packGreys(
    _ pixels: Span<UInt32>, shift: UInt32, into output: inout MutableSpan<UInt8>, at start: Int
  ) {
    precondition(output.count - start >= pixels.count)
    for index in 0..<pixels.count {
      output[start &+ index] = UInt8(truncatingIfNeeded: (pixels[index] & 0xFF) &>> shift)
    }
  }

  private func packIndexes(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    precondition(output.count - start >= pixels.count)
    var last = pixels[0]
    var place = table.index(of: last)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      if pixel != last {
        last = pixel
        place = table.index(of: pixel)
      }
      output[start &+ index] = place
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

  /// Turns a row of samples, a byte each, into one of 8, 4 or 2 samples a byte, the leftmost in the highest bits. It
  /// may be put where the samples were.
  func packBits(from row: Int, to target: Int, in array: inout [UInt8]) {
    var bytes = array.mutableSpan
    let bits = format.bitDepth
    var target = target
    for first in stride(from: row, to: row + width, by: 8 / bits) {
      var byte: UInt8 = 0
      for sample in first..<first + 8 / bits {
        byte = byte << UInt8(bits) | (sample < row + width ? bytes[sample] : 0)
      }
      bytes[target] = byte
      target += 1
    }
  }
}
