import CPNG
import Files

/// Writes a PNG with libpng. The bytes of the file are collected until `handOutput` is called.
@safe final class PNGEncoder {
  private let writer: OpaquePointer
  private let output = Output()
  /// The number of bytes that have been handed out.
  private(set) var byteCount = 0

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// Sets the header of the file.
  ///
  /// - Throws: `ImageError.encoding` if a PNG cannot have this size.
  init(format: PixelFormat, width: Int, height: Int, method: CompressionMethod) throws(ImageError) {
    let append: cpng_write_callback = { context, bytes, count in
      guard let context = unsafe context else { return 1 }
      let output = unsafe Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
      unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
    guard let writer = unsafe cpng_writer_create(append, Unmanaged.passUnretained(output).toOpaque()) else {
      throw .outOfMemory
    }
    unsafe self.writer = writer
    guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height) else {
      throw .encoding("\(width)x\(height) is not a size of a PNG")
    }
    try unsafe check(
      cpng_writer_set_header(writer, columns, rows, Int32(format.bitDepth), Int32(format.colorType)))
    if case .zlib(let settings) = method {
      try unsafe check(
        cpng_writer_set_compression(
          writer, settings.level, settings.adaptiveFilters ? 1 : 0))
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

  /// Writes the header and the metadata, everything before the pixels.
  func begin(_ metadata: PNGMetadata) throws(ImageError) {
    if let number = metadata.pixelsPerMeter { try unsafe check(cpng_writer_set_resolution(writer, number)) }
    for text in metadata.texts {
      try unsafe check(
        cpng_writer_add_text(writer, Self.cString(text.keyword), Self.cString(text.value), text.isUTF8 ? 1 : 0))
    }
    try unsafe check(cpng_writer_begin(writer))
  }

  private static func cString(_ bytes: [UInt8]) -> [CChar] {
    (bytes + [0]).map(CChar.init(bitPattern:))
  }

  /// Writes `count` rows.
  ///
  /// - Parameters:
  ///   - bytes: The packed rows.
  ///   - repeating: Whether all rows are the same; `bytes` then has only the first.
  func writeRows(_ bytes: [UInt8], rowBytes: Int, count: Int, repeating: Bool = false) throws(ImageError) {
    precondition(bytes.count >= (repeating ? 1 : count) * rowBytes, "the array has all rows")
    try unsafe check(cpng_writer_write_rows(writer, bytes, repeating ? 0 : rowBytes, count))
  }

  /// Writes a piece of the zlib stream of all rows. A file has either streams or rows.
  func writeStream(_ bytes: Span<UInt8>) throws(ImageError) {
    try writeChunk("IDAT", bytes)
  }

  /// - Parameter name: The four letters of the chunk's type.
  func writeChunk(_ name: String, _ bytes: Span<UInt8>) throws(ImageError) {
    let words = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe cpng_writer_write_chunk(writer, name, bytes.baseAddress, bytes.count)
    }
    try unsafe check(words)
  }

  /// Writes the end of the file.
  func end() throws(ImageError) {
    try unsafe check(cpng_writer_end(writer))
  }

  /// Writes the bytes that have been collected since the last call to `sink`.
  ///
  /// - Throws: `ImageError.file` if the sink fails.
  func handOutput(to sink: inout some ByteSink) throws(ImageError) {
    // Moved out while they are written, and back so that the memory is reused.
    var bytes: [UInt8] = []
    swap(&bytes, &output.bytes)
    do throws(FileError) {
      try sink.write(bytes.span)
    } catch {
      throw .file(error)
    }
    byteCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
    output.bytes = bytes
  }

  private func check(_ message: UnsafePointer<CChar>?) throws(ImageError) {
    if let message = unsafe message { throw unsafe .encoding(String(cString: message)) }
  }
}

/// The versions of the C libraries that this process runs with, such as "1.6.39".
public enum LibraryVersions {
  public static var libpng: String { unsafe String(cString: cpng_libpng_version()) }
  public static var zlib: String { unsafe String(cString: cpng_zlib_version()) }
}
