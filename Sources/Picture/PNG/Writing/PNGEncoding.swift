import Files

/// Writes a PNG of rows that are already compressed. Its bytes are collected until `handOutput` is called.
///
/// `PNGEncoder` is the one that a build has: libpng's, or where there is no libpng, `PlainEncoder`. Both write the same
/// bytes.
protocol PNGEncoding {
  /// The bytes that have not been handed out.
  var bytes: [UInt8] { get set }
  /// The number of bytes that have been handed out.
  var byteCount: Int { get set }

  /// Begins a file.
  ///
  /// - Throws: `ImageError.encoding` if a PNG cannot have this size.
  init(format: PixelFormat, width: Int, height: Int) throws(ImageError)

  /// Writes everything before the pixels.
  mutating func begin(_ metadata: PNGMetadata) throws(ImageError)

  /// - Parameter name: The four letters of the chunk's type.
  mutating func writeChunk(_ name: String, _ data: Span<UInt8>) throws(ImageError)

  /// Writes the end of the file.
  mutating func end() throws(ImageError)
}

extension PNGEncoding {
  /// Writes the bytes that have been collected since the last call to `sink`.
  ///
  /// - Throws: `ImageError.file` if the sink fails.
  mutating func handOutput(to sink: inout some ByteSink) throws(ImageError) {
    do throws(FileError) {
      try sink.write(bytes.span)
    } catch {
      throw .file(error)
    }
    byteCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// - Throws: `ImageError.encoding` unless a PNG can have this size.
  static func check(width: Int, height: Int) throws(ImageError) {
    let sizes = 1...0x7FFF_FFFF
    guard sizes.contains(width), sizes.contains(height) else {
      throw .encoding("\(width)x\(height) is not a size of a PNG")
    }
  }
}
