import Files

/// Writes a PNG of rows that are already compressed. Its bytes are collected until `handOutput` is called.
struct PNGEncoder {
  private let format: PixelFormat
  private var bytes: [UInt8]
  /// The number of bytes that have been handed out.
  private(set) var byteCount = 0

  /// Writes the header of the file.
  ///
  /// - Throws: `ImageError.encoding` if a PNG cannot have this size.
  init(format: PixelFormat, width: Int, height: Int) throws(ImageError) {
    let sizes = 1...0x7FFF_FFFF
    guard sizes.contains(width), sizes.contains(height) else {
      throw .encoding("\(width)x\(height) is not a size of a PNG")
    }
    self.format = format
    bytes = PNGChunks.head(format: format, width: width, height: height)
  }

  /// Writes the metadata, everything before the pixels.
  mutating func begin(_ metadata: PNGMetadata) {
    // Perceptual intent.
    write("sRGB", [0])
    if case .palette(let colors, _) = format {
      write("PLTE", colors.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } })
      let alpha = colors.map { UInt8($0 >> 24) }.prefix { $0 < 255 }
      if !alpha.isEmpty { write("tRNS", Array(alpha)) }
    }
    if let number = metadata.pixelsPerMeter {
      write("pHYs", bigEndian(number, number) + [1])
    }
    for text in metadata.texts {
      // Not compressed, in no language, without a translated keyword.
      let flags: [UInt8] = text.isUTF8 ? [0, 0, 0, 0] : []
      write(text.isUTF8 ? "iTXt" : "tEXt", text.keyword + [0] + flags + text.value)
    }
  }

  /// Writes the end of the file.
  mutating func end() { write("IEND", []) }

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

  private mutating func write(_ name: String, _ data: [UInt8]) { writeChunk(name, data.span) }

  /// - Parameter name: The four letters of the chunk's type.
  mutating func writeChunk(_ name: String, _ data: Span<UInt8>) { bytes.appendChunk(name, data) }
}
