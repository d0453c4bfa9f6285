import CPNG
import Raster

extension CompressedPixels {
  /// Filters and compresses the rows with libpng and zlib.
  func makeWithLibrary(
    _ settings: CompressionMethod.Settings, _ body: (Span<UInt8>) throws(ImageError) -> Bool
  ) throws(ImageError) -> Bool {
    let writer = try LibraryWriter(format, width: source.width, height: source.height, settings)
    let packer = RowPacker(format: format, width: source.width)
    var pixels: [UInt32] = []
    var bytes: [UInt8] = []
    for band in 0..<source.bandCount {
      let count = source.rows(ofBand: band).count
      if let pixel = source.uniformPixel(ofBand: band) {
        packer.pack([UInt32](repeating: pixel.word, count: source.width), into: &bytes)
        try writer.write(bytes, rowBytes: 0, count: count)
      } else {
        source.copyBand(band, into: &pixels)
        packer.pack(pixels, into: &bytes)
        try writer.write(bytes, rowBytes: format.rowBytes(width: source.width), count: count)
      }
      guard try writer.take(body) else { return false }
    }
    try writer.end()
    return try writer.take(body)
  }
}

/// Rows that libpng compresses.
@safe private final class LibraryWriter {
  private let writer: OpaquePointer
  private let output = Output()

  private final class Output {
    /// The data of IDAT chunks.
    var pieces: [[UInt8]] = []
  }

  init(
    _ format: PixelFormat, width: Int, height: Int, _ settings: CompressionMethod.Settings
  ) throws(ImageError) {
    let append: cpng_write_callback = { context, bytes, count in
      guard let context = unsafe context else { return 1 }
      let output = unsafe Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
      unsafe output.pieces.append(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    guard let writer = unsafe cpng_writer_create(append, Unmanaged.passUnretained(output).toOpaque()) else {
      throw .outOfMemory
    }
    unsafe self.writer = writer
    try unsafe check(
      cpng_writer_begin(
        writer, UInt32(width), UInt32(height), Int32(format.bitDepth), Int32(format.colorType), settings.level,
        settings.adaptiveFilters ? 1 : 0))
  }

  deinit {
    unsafe cpng_writer_destroy(writer)
  }

  /// - Parameters:
  ///   - bytes: The packed rows.
  ///   - rowBytes: The bytes from row to row; if it is 0, all rows are the first one.
  func write(_ bytes: [UInt8], rowBytes: Int, count: Int) throws(ImageError) {
    precondition(bytes.count >= count * rowBytes, "the array has all rows")
    try unsafe check(cpng_writer_write_rows(writer, bytes, rowBytes, count))
  }

  func end() throws(ImageError) {
    try unsafe check(cpng_writer_end(writer))
  }

  /// Passes the pieces since the last call to `body`, until it returns false.
  func take(_ body: (Span<UInt8>) throws(ImageError) -> Bool) throws(ImageError) -> Bool {
    defer { output.pieces = [] }
    for piece in output.pieces where try !body(piece.span) { return false }
    return true
  }

  private func check(_ message: UnsafePointer<CChar>?) throws(ImageError) {
    if let message = unsafe message { throw unsafe .encoding(String(cString: message)) }
  }
}

/// The versions of the C libraries that this process runs with, such as "1.6.39".
package enum LibraryVersions {
  package static var libpng: String { unsafe String(cString: cpng_libpng_version()) }
  package static var zlib: String { unsafe String(cString: cpng_zlib_version()) }
}
