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

extension LibraryWriter {
  /// Begins rows, of which the data of IDAT chunks is kept.
  fileprivate convenience init(
    _ format: PixelFormat, width: Int, height: Int, _ settings: CompressionMethod.Settings
  ) throws(ImageError) {
    try self.init()
    try unsafe check(
      cpng_writer_begin(
        pointer, UInt32(width), UInt32(height), Int32(format.bitDepth), Int32(format.colorType), settings.level,
        settings.adaptiveFilters ? 1 : 0))
  }

  /// - Parameters:
  ///   - bytes: The packed rows.
  ///   - rowBytes: The bytes from row to row; if it is 0, all rows are the first one.
  fileprivate func write(_ bytes: [UInt8], rowBytes: Int, count: Int) throws(ImageError) {
    precondition(bytes.count >= count * rowBytes, "the array has all rows")
    try unsafe check(cpng_writer_write_rows(pointer, bytes, rowBytes, count))
  }

  fileprivate func end() throws(ImageError) {
    try unsafe check(cpng_writer_end(pointer))
  }

  /// Passes the output since the last call to `body`, until it returns false, in pieces as large as libpng's.
  fileprivate func take(_ body: (Span<UInt8>) throws(ImageError) -> Bool) throws(ImageError) -> Bool {
    let bytes = output
    output.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
      guard try body(bytes.span.extracting(start..<min(start + 1 << 16, bytes.count))) else { return false }
    }
    return true
  }
}

/// The versions of the C libraries that this process runs with, such as "1.6.39".
package enum LibraryVersions {
  package static var libpng: String { unsafe String(cString: cpng_libpng_version()) }
  package static var zlib: String { unsafe String(cString: cpng_zlib_version()) }
}
