import Files

/// Writes a PNG as libpng does, the same bytes, for rows that are already compressed.
final class PNGEncoder {
  private let format: PixelFormat
  private var bytes: [UInt8]
  /// The number of bytes that have been handed out.
  private(set) var byteCount = 0

  /// Writes the header of the file.
  ///
  /// - Throws: `ImageError.encoding` if a PNG cannot have this size.
  init(format: PixelFormat, width: Int, height: Int, method: CompressionMethod) throws(ImageError) {
    guard width > 0, height > 0 else { throw .encoding("\(width)x\(height) is not a size of a PNG") }
    self.format = format
    bytes = PNGChunks.signature
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(width))
    header.append(bigEndian: UInt32(height))
    header += [UInt8(format.bitDepth), UInt8(format.colorType), 0, 0, 0]
    writeChunk("IHDR", header.span)
  }

  /// Writes the metadata, everything before the pixels.
  func begin(_ metadata: PNGMetadata) throws(ImageError) {
    // Perceptual intent.
    write("sRGB", [0])
    if case .palette(let colors, _) = format {
      write("PLTE", colors.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } })
      let alpha = colors.map { UInt8($0 >> 24) }.prefix { $0 < 255 }
      if !alpha.isEmpty { write("tRNS", Array(alpha)) }
    }
    if let number = metadata.pixelsPerMeter {
      var resolution: [UInt8] = []
      resolution.append(bigEndian: number)
      resolution.append(bigEndian: number)
      write("pHYs", resolution + [1])
    }
    for text in metadata.texts {
      // Not compressed, in no language, without a translated keyword.
      let flags: [UInt8] = text.isUTF8 ? [0, 0, 0, 0] : []
      write(text.isUTF8 ? "iTXt" : "tEXt", text.keyword + [0] + flags + text.value)
    }
  }

  /// Rows that are not compressed need zlib.
  func writeRows(_ bytes: [UInt8], rowBytes: Int, count: Int, repeating: Bool = false) throws(ImageError) {
    throw .encoding("there is no zlib")
  }

  /// Writes a piece of the zlib stream of all rows.
  func writeStream(_ bytes: Span<UInt8>) throws(ImageError) { writeChunk("IDAT", bytes) }

  /// Writes the end of the file.
  func end() throws(ImageError) { write("IEND", []) }

  /// Writes the bytes that have been collected since the last call to `sink`.
  ///
  /// - Throws: `ImageError.file` if the sink fails.
  func handOutput(to sink: inout some ByteSink) throws(ImageError) {
    let output = bytes
    bytes = []
    byteCount += output.count
    do throws(FileError) {
      try sink.write(output.span)
    } catch {
      throw .file(error)
    }
  }

  private func write(_ name: String, _ data: [UInt8]) { writeChunk(name, data.span) }

  private func writeChunk(_ name: String, _ data: Span<UInt8>) { bytes.appendChunk(name, data) }
}
