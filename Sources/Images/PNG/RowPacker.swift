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

  /// Replaces the contents of `bytes` by the rows of `pixels`, a whole number of them.
  func pack(_ pixels: [UInt32], into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    let capacity = pixels.count * max(1, format.bitsPerPixel / 8)
    bytes.append(addingCapacity: capacity) { output in
      let pixels = pixels.span
      switch format {
      case .grey(let bits): Self.packGreys(pixels, shift: UInt32(8 - bits), into: &output)
      case .palette: packIndexes(pixels, into: &output)
      case .greyAlpha:
        for index in pixels.indices {
          output.append(UInt8(truncatingIfNeeded: pixels[index]))
          output.append(UInt8(truncatingIfNeeded: pixels[index] >> 24))
        }
      case .rgb: Self.packBytes(pixels, 3, into: &output)
      case .rgba: Self.packBytes(pixels, 4, into: &output)
      }
    }
    if format.bitDepth < 8 { packBits(&bytes) }
  }

  /// A grey that is on the grid of fewer bits has its value in the top ones.
  private static func packGreys(_ pixels: Span<UInt32>, shift: UInt32, into output: inout OutputSpan<UInt8>) {
    for index in pixels.indices {
      output.append(UInt8(truncatingIfNeeded: (pixels[index] & 0xFF) >> shift))
    }
  }

  private func packIndexes(_ pixels: Span<UInt32>, into output: inout OutputSpan<UInt8>) {
    var last = pixels[0]
    var place = table.index(of: last)
    for index in pixels.indices {
      let pixel = pixels[index]
      if pixel != last {
        last = pixel
        place = table.index(of: pixel)
      }
      output.append(place)
    }
  }

  private static func packBytes(_ pixels: Span<UInt32>, _ count: Int, into output: inout OutputSpan<UInt8>) {
    for index in pixels.indices {
      let pixel = pixels[index]
      output.append(UInt8(truncatingIfNeeded: pixel))
      output.append(UInt8(truncatingIfNeeded: pixel >> 8))
      output.append(UInt8(truncatingIfNeeded: pixel >> 16))
      if count == 4 { output.append(UInt8(truncatingIfNeeded: pixel >> 24)) }
    }
  }

  /// From a byte a sample to 8, 4 or 2 samples a byte, the leftmost in the highest bits; in place.
  private func packBits(_ bytes: inout [UInt8]) {
    let bits = format.bitDepth
    let perByte = 8 / bits
    var length = 0
    for row in stride(from: 0, to: bytes.count, by: width) {
      for first in stride(from: row, to: row + width, by: perByte) {
        var byte: UInt8 = 0
        for sample in first..<first + perByte {
          byte = byte << UInt8(bits) | (sample < row + width ? bytes[sample] : 0)
        }
        bytes[length] = byte
        length += 1
      }
    }
    bytes.removeLast(bytes.count - length)
  }
}
