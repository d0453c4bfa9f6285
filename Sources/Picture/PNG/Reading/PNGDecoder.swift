import CPNG
import Files

/// Reads a PNG with libpng, as rows of RGBA with straight alpha.
@safe final class PNGDecoder {
  let width: Int
  let height: Int
  /// Whether the picture is interlaced; all rows must then be read at once.
  let isInterlaced: Bool
  /// Whether rows are read with 16 bits per channel, that is, 8 bytes per pixel instead of 4.
  let has16Bits: Bool

  private let reader: LibraryReader

  /// Reads everything before the pixels.
  ///
  /// - Parameters:
  ///   - holdsWhole: Whether the caller will hold the whole picture in memory, which counts against the limits. An
  ///     interlaced picture is always held.
  ///   - keeping16Bits: Whether a file with 16 bits per channel is read as such; otherwise it is rounded to 8.
  /// - Throws: `ImageError`, before memory is allocated for pixels.
  init(
    _ source: any ByteSource, limits: ImageLimits, holdsWhole: Bool, keeping16Bits: Bool = false
  ) throws(ImageError) {
    reader = try LibraryReader(source)
    let header = reader.header
    width = Int(header.width)
    height = Int(header.height)
    isInterlaced = header.is_interlaced != 0
    has16Bits = keeping16Bits && header.bit_depth == 16
    try limits.checkSides(width: width, height: height)
    let rows = holdsWhole || isInterlaced ? height : 1
    try limits.checkMemory(width: width, rows: rows, bytesPerPixel: has16Bits ? 8 : 4)
    try unsafe reader.check(cpng_reader_start(reader.pointer, keeping16Bits ? 1 : 0))
  }

  /// Reads the next `count` rows with 8 bits per channel into `pixels`, starting at index `start`. The words are those
  /// of `Pixel.word`, but clear pixels keep the color that they have in the file.
  func readRows(_ count: Int, into pixels: inout [UInt32], at start: Int = 0) throws(ImageError) {
    precondition(!has16Bits && count <= height && pixels.count - start >= count * width, "there is room for the rows")
    let message = unsafe pixels.withUnsafeMutableBytes { bytes in
      unsafe read(count, UnsafeMutableRawBufferPointer(rebasing: bytes[(4 * start)...]), stride: 4 * width)
    }
    try unsafe reader.check(message)
    #if _endian(big)
      for index in start..<start + count * width { pixels[index] = UInt32(littleEndian: pixels[index]) }
    #endif
  }

  /// Replaces clear pixels of any color by 0.
  static func clear(_ pixels: inout [UInt32], from start: Int, count: Int) {
    var pixels = pixels.mutableSpan
    for index in start..<start + count {
      let word = pixels[index]
      pixels[index] = word >> 24 == 0 ? 0 : word
    }
  }

  /// Reads the next `count` rows with 16 bits per channel into `pixels`: words with red in the low 16 bits, then green,
  /// blue and alpha. Clear pixels are 0.
  func readRows(_ count: Int, into pixels: inout [UInt64]) throws(ImageError) {
    precondition(has16Bits && count <= height && pixels.count >= count * width, "there is room for the rows")
    let message = unsafe pixels.withUnsafeMutableBytes { unsafe read(count, $0, stride: 8 * width) }
    try unsafe reader.check(message)
    for index in 0..<count * width {
      let word = UInt64(littleEndian: pixels[index])
      pixels[index] = word >> 48 == 0 ? 0 : word
    }
  }

  /// Returns libpng's message if it fails.
  private func read(_ count: Int, _ bytes: UnsafeMutableRawBufferPointer, stride: Int) -> UnsafePointer<CChar>? {
    guard let start = bytes.baseAddress else { return nil }
    return unsafe cpng_reader_read_rows(
      reader.pointer, start.assumingMemoryBound(to: UInt8.self), stride, UInt32(count))
  }

  /// Reads everything after the last row, so that damage there is found too.
  func finish() throws(ImageError) {
    try unsafe reader.check(cpng_reader_finish(reader.pointer))
  }
}
