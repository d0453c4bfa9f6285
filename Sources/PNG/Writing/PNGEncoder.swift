import CPNG
import Files

/// libpng's writer. The bytes of the file gather until they are taken.
@safe final class PNGEncoder {
  private let writer: OpaquePointer
  private let gathered = Gathered()

  private final class Gathered {
    var bytes: [UInt8] = []
  }

  init(format: PixelFormat, width: Int, height: Int, deflation: Deflation) throws(ImageError) {
    let gather: cpng_write_callback = { context, bytes, count in
      guard let context = unsafe context else { return 1 }
      let gathered = unsafe Unmanaged<Gathered>.fromOpaque(context).takeUnretainedValue()
      unsafe gathered.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
    guard let writer = unsafe cpng_writer_create(gather, Unmanaged.passUnretained(gathered).toOpaque()) else {
      throw .outOfMemory
    }
    unsafe self.writer = writer
    guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height) else {
      throw .encoding("\(width)x\(height) is not a size of a PNG")
    }
    try unsafe check(
      cpng_writer_set_header(writer, columns, rows, Int32(format.bitDepth), Int32(format.colorType)))
    if case .zlib(let settings) = deflation {
      try unsafe check(
        cpng_writer_set_compression(
          writer, settings.level, settings.strategy.rawValue, settings.adaptiveFilters ? 1 : 0))
    }
    if case .palette(let colors, _) = format { try setPalette(colors) }
  }

  deinit {
    unsafe cpng_writer_destroy(writer)
  }

  private func setPalette(_ colors: [UInt32]) throws(ImageError) {
    let rgb = colors.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } }
    let alpha = colors.map { UInt8($0 >> 24) }.prefix { $0 < 255 }
    try unsafe check(cpng_writer_set_palette(writer, rgb, Int32(colors.count), Array(alpha), Int32(alpha.count)))
  }

  /// Writes the header and all that stands before the pixels.
  func begin(_ metadata: PNGMetadata) throws(ImageError) {
    if let number = metadata.pixelsPerMetre { try unsafe check(cpng_writer_set_resolution(writer, number)) }
    for text in metadata.texts {
      try unsafe check(
        cpng_writer_add_text(writer, Self.cString(text.keyword), Self.cString(text.value), text.isUTF8 ? 1 : 0))
    }
    try unsafe check(cpng_writer_begin(writer))
  }

  private static func cString(_ bytes: [UInt8]) -> [CChar] {
    (bytes + [0]).map(CChar.init(bitPattern:))
  }

  /// - Parameters:
  ///   - bytes: At least a row, packed; or `count` of them, one after the other.
  ///   - repeating: Whether all are like the first.
  func writeRows(_ bytes: [UInt8], rowBytes: Int, count: Int, repeating: Bool = false) throws(ImageError) {
    precondition(bytes.count >= (repeating ? 1 : count) * rowBytes, "these are all the rows")
    try unsafe check(cpng_writer_write_rows(writer, bytes, repeating ? 0 : rowBytes, count))
  }

  /// Writes a part of the zlib stream that all rows make. Where parts come so, no rows may.
  func writeStream(_ bytes: Span<UInt8>) throws(ImageError) {
    try writeChunk("IDAT", bytes)
  }

  /// - Parameter name: Four letters.
  func writeChunk(_ name: String, _ bytes: Span<UInt8>) throws(ImageError) {
    let words = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe cpng_writer_write_chunk(writer, name, bytes.baseAddress, bytes.count)
    }
    try unsafe check(words)
  }

  func end() throws(ImageError) {
    try unsafe check(cpng_writer_end(writer))
  }

  /// Hands the bytes since the last time to `sink`.
  func handOutput(to sink: inout some ByteSink) throws(ImageError) {
    // Taken out for the time of writing, and put back so that the memory is used again.
    var bytes: [UInt8] = []
    swap(&bytes, &gathered.bytes)
    do throws(FileError) {
      try sink.write(bytes.span)
    } catch {
      throw .file(error)
    }
    bytes.removeAll(keepingCapacity: true)
    gathered.bytes = bytes
  }

  private func check(_ words: UnsafePointer<CChar>?) throws(ImageError) {
    if let words = unsafe words { throw unsafe .encoding(String(cString: words)) }
  }
}
