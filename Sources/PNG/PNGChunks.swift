import CPNG

/// The parts of a PNG file (PNG, third edition, 5.2 and 5.3).
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

extension [UInt8] {
  mutating func append(bigEndian word: UInt32) {
    for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }

  /// Appends a chunk: the length and the name, the data, and the CRC of the name and the data.
  mutating func appendChunk(_ name: String, _ data: Span<UInt8>) {
    append(bigEndian: UInt32(data.count))
    let start = count
    append(contentsOf: name.utf8)
    unsafe data.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    let crc = unsafe withUnsafeBufferPointer { bytes in
      let chunk = bytes.extracting(start...)
      return unsafe cpng_crc32(0, chunk.baseAddress, chunk.count)
    }
    append(bigEndian: crc)
  }
}
