/// Writes a PNG without libpng.
struct PlainEncoder: PNGEncoding {
  private let format: PixelFormat
  var bytes: [UInt8]
  var byteCount = 0

  init(format: PixelFormat, width: Int, height: Int) throws(ImageError) {
    try Self.check(width: width, height: height)
    self.format = format
    bytes = PNGChunks.head(format: format, width: width, height: height)
  }

  mutating func begin(_ metadata: PNGMetadata) throws(ImageError) {
    // Perceptual intent.
    write("sRGB", [0])
    if case .palette(let colors, _) = format {
      write("PLTE", colors.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } })
      let alpha = colors.prefix(format.translucentCount).map { UInt8($0 >> 24) }
      if !alpha.isEmpty { write("tRNS", alpha) }
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

  mutating func end() throws(ImageError) { write("IEND", []) }

  private mutating func write(_ name: String, _ data: [UInt8]) { bytes.appendChunk(name, data.span) }

  mutating func writeChunk(_ name: String, _ data: Span<UInt8>) throws(ImageError) { bytes.appendChunk(name, data) }
}
