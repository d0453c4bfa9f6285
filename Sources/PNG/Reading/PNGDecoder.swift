import CPNG
import Files

/// libpng's reader: rows of RGBA with straight alpha.
@safe final class PNGDecoder {
  let width: Int
  let height: Int
  /// All rows must then be read at once.
  let isInterlaced: Bool
  /// Whether a channel has 16 bits: 8 bytes a pixel in place of 4.
  let has16Bits: Bool

  private let reader: OpaquePointer
  private let input: PNGChunkStream

  /// Reads up to the pixels.
  ///
  /// - Parameters:
  ///   - holdsWhole: Whether the caller wants all of the picture in memory, as it must where that is interlaced.
  ///   - keeping16Bits: Whether a file of 16 bits a channel is read as such; otherwise it is rounded to 8.
  /// - Throws: `ImageError`, before anything is allocated for pixels.
  init(
    _ source: any ByteSource, limits: ImageLimits, holdsWhole: Bool, keeping16Bits: Bool = false
  ) throws(ImageError) {
    input = PNGChunkStream(source)
    try input.checkSignature()
    let fetch: cpng_read_callback = { context, bytes, count in
      guard let context = unsafe context else { return 0 }
      let input = unsafe Unmanaged<PNGChunkStream>.fromOpaque(context).takeUnretainedValue()
      return unsafe input.copy(to: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
    guard let reader = unsafe cpng_reader_create(fetch, Unmanaged.passUnretained(input).toOpaque()) else {
      throw .outOfMemory
    }
    var header = cpng_header()
    do throws(ImageError) {
      try unsafe input.check(cpng_reader_open(reader, &header))
      try limits.checkSides(width: Int(header.width), height: Int(header.height))
      let rows = holdsWhole || header.is_interlaced != 0 ? Int(header.height) : 1
      let bytesPerPixel = keeping16Bits && header.bit_depth == 16 ? 8 : 4
      try limits.checkMemory(width: Int(header.width), rows: rows, bytesPerPixel: bytesPerPixel)
      try unsafe input.check(cpng_reader_start(reader, keeping16Bits ? 1 : 0))
    } catch {
      unsafe cpng_reader_destroy(reader)
      throw error
    }
    unsafe self.reader = reader
    width = Int(header.width)
    height = Int(header.height)
    isInterlaced = header.is_interlaced != 0
    has16Bits = keeping16Bits && header.bit_depth == 16
  }

  deinit {
    unsafe cpng_reader_destroy(reader)
  }

  /// Reads the next `count` rows of 8 bits a channel over `pixels`, from its word `start`. Words are those of
  /// `Raster.Pixel`, but that clear pixels have whatever colour the file gives them.
  func readRows(_ count: Int, into pixels: inout [UInt32], at start: Int = 0) throws(ImageError) {
    precondition(!has16Bits && count <= height && pixels.count - start >= count * width, "the rows have room")
    let words = unsafe pixels.withUnsafeMutableBytes { bytes in
      unsafe read(count, UnsafeMutableRawBufferPointer(rebasing: bytes[(4 * start)...]), stride: 4 * width)
    }
    try unsafe input.check(words)
    #if _endian(big)
      for index in start..<start + count * width { pixels[index] = UInt32(littleEndian: pixels[index]) }
    #endif
  }

  /// Takes the colours of clear pixels away.
  static func clear(_ pixels: inout [UInt32], from start: Int, count: Int) {
    var pixels = pixels.mutableSpan
    for index in start..<start + count {
      let word = pixels[index]
      pixels[index] = word >> 24 == 0 ? 0 : word
    }
  }

  /// Reads the next `count` rows of 16 bits a channel over `pixels`: words with red in the lowest 16 bits, then green,
  /// blue, alpha.
  func readRows(_ count: Int, into pixels: inout [UInt64]) throws(ImageError) {
    precondition(has16Bits && count <= height && pixels.count >= count * width, "the rows have room")
    let words = unsafe pixels.withUnsafeMutableBytes { unsafe read(count, $0, stride: 8 * width) }
    try unsafe input.check(words)
    for index in 0..<count * width {
      let word = UInt64(littleEndian: pixels[index])
      pixels[index] = word >> 48 == 0 ? 0 : word
    }
  }

  private func read(_ count: Int, _ bytes: UnsafeMutableRawBufferPointer, stride: Int) -> UnsafePointer<CChar>? {
    guard let start = bytes.baseAddress else { return nil }
    return unsafe cpng_reader_read_rows(reader, start.assumingMemoryBound(to: UInt8.self), stride, UInt32(count))
  }

  /// Reads what follows the last row, so that a damaged end is an error too.
  func finish() throws(ImageError) {
    try unsafe input.check(cpng_reader_finish(reader))
  }
}
