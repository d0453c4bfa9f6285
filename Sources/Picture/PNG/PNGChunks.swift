import CPNG

/// The parts of a PNG file (PNG, third edition, 5.2 and 5.3).
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The signature and the header of a picture without interlacing (11.2.1).
  static func head(format: PixelFormat, width: Int, height: Int) -> [UInt8] {
    let header = bigEndian(UInt32(width), UInt32(height)) + [UInt8(format.bitDepth), UInt8(format.colorType), 0, 0, 0]
    var bytes = signature
    bytes.appendChunk("IHDR", header.span)
    return bytes
  }
}

/// The bytes of each word, the highest first.
func bigEndian(_ words: UInt32...) -> [UInt8] {
  words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
}

extension [UInt8] {
  /// Appends a chunk: the length and the name, the data, and the CRC of the name and the data.
  mutating func appendChunk(_ name: String, _ data: Span<UInt8>) {
    append(contentsOf: bigEndian(UInt32(data.count)))
    let start = count
    append(contentsOf: name.utf8)
    append(data)
    let crc = unsafe withUnsafeBufferPointer { bytes in
      let chunk = bytes.extracting(start...)
      return unsafe cpng_crc32(chunk.baseAddress, chunk.count)
    }
    append(contentsOf: bigEndian(crc))
  }

  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
