/// Converts pixels to the rows of a PNG.
struct RowPacker {
  let format: PixelFormat
  let width: Int
  private let table: ColorTable

  init(format: PixelFormat, width: Int) {
    self.format = format
    self.width = width
    if case .palette(let colors, _) = format { table = ColorTable(colors) } else { table = ColorTable() }
  }

  /// Stores the rows of `pixels` at the start of `bytes`, which grows if necessary.
  func pack(_ pixels: [UInt32], into bytes: inout [UInt8]) {
    let needed = pixels.count * max(1, format.bitsPerPixel / 8)
    if bytes.count < needed { bytes = [UInt8](repeating: 0, count: needed) }
    var output = bytes.mutableSpan
    pack(pixels.span, into: &output, at: 0)
    if format.bitDepth < 8 {
      let rowBytes = format.rowBytes(width: width)
      for row in 0..<pixels.count / width { packBits(from: row * width, to: row * rowBytes, in: &bytes) }
    }
  }

  /// Stores the bytes of pixels into `output` from `start` on: one byte per pixel, its gray level or the index of its
  /// color, even if a row has several of them in a byte.
  func pack(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    switch format {
    case .gray(let bits): Self.packGrays(pixels, shift: UInt32(8 - bits), into: &output, at: start)
    case .palette: packIndices(pixels, into: &output, at: start)
    case .grayAlpha: Self.packGrayAlpha(pixels, into: &output, at: start)
    case .rgb: Self.packRGB(pixels, into: &output, at: start)
    case .rgba: Self.packRGBA(pixels, into: &output, at: start)
    }
  }

  /// Stores the bytes of pixels into `bytes` from `start` on.
  func pack(_ pixels: Span<UInt32>, into bytes: inout [UInt8], at start: Int) {
    var output = bytes.mutableSpan
    pack(pixels, into: &output, at: start)
  }

  /// A gray level that fewer bits represent exactly has that representation in its top bits.
  private static func packGrays(
    _ pixels: Span<UInt32>, shift: UInt32, into output: inout MutableSpan<UInt8>, at start: Int
  ) {
    precondition(output.count - start >= pixels.count)
    for index in 0..<pixels.count {
      output[start &+ index] = UInt8(truncatingIfNeeded: (pixels[index] & 0xFF) &>> shift)
    }
  }

  private func packIndices(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    precondition(output.count - start >= pixels.count)
    var last = pixels[0]
    var color = table.index(of: last)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      if pixel != last {
        last = pixel
        color = table.index(of: pixel)
      }
      output[start &+ index] = color
    }
  }

  private static func packGrayAlpha(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    precondition(output.count - start >= 2 * pixels.count)
    for index in 0..<pixels.count {
      output[start &+ 2 &* index] = UInt8(truncatingIfNeeded: pixels[index])
      output[start &+ 2 &* index &+ 1] = UInt8(truncatingIfNeeded: pixels[index] >> 24)
    }
  }

  private static func packRGB(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    precondition(output.count - start >= 3 * pixels.count)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      output[start &+ 3 &* index] = UInt8(truncatingIfNeeded: pixel)
      output[start &+ 3 &* index &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      output[start &+ 3 &* index &+ 2] = UInt8(truncatingIfNeeded: pixel >> 16)
    }
  }

  private static func packRGBA(_ pixels: Span<UInt32>, into output: inout MutableSpan<UInt8>, at start: Int) {
    precondition(output.count - start >= 4 * pixels.count)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      output[start &+ 4 &* index] = UInt8(truncatingIfNeeded: pixel)
      output[start &+ 4 &* index &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      output[start &+ 4 &* index &+ 2] = UInt8(truncatingIfNeeded: pixel >> 16)
      output[start &+ 4 &* index &+ 3] = UInt8(truncatingIfNeeded: pixel >> 24)
    }
  }

  /// Packs a row of one byte per sample at `row` into 8, 4 or 2 samples per byte at `target`, the leftmost sample in
  /// the highest bits. The target may overlap the samples if it does not start after them.
  func packBits(from row: Int, to target: Int, in array: inout [UInt8]) {
    // One specialized loop per depth.
    switch format.bitDepth {
    case 1: pack(bits: 1, from: row, to: target, in: &array)
    case 2: pack(bits: 2, from: row, to: target, in: &array)
    default: pack(bits: 4, from: row, to: target, in: &array)
    }
  }

  @inline(__always)
  private func pack(bits: Int, from row: Int, to target: Int, in array: inout [UInt8]) {
    var bytes = array.mutableSpan
    let count = 8 / bits
    precondition(row >= 0 && target >= 0 && row + width <= bytes.count && target + width / count <= bytes.count)
    for index in 0..<width / count {
      var byte: UInt8 = 0
      for sample in 0..<count {
        byte = byte &<< UInt8(bits) | (unsafe bytes[unchecked: row &+ index &* count &+ sample])
      }
      unsafe bytes[unchecked: target &+ index] = byte
    }
    guard width % count > 0 else { return }
    var byte: UInt8 = 0
    for sample in width / count * count..<width { byte = byte << UInt8(bits) | bytes[row + sample] }
    bytes[target + width / count] = byte << UInt8(bits * (count - width % count))
  }
}
