import PNG

/// The markers of a JPEG file and the segments that follow some of them (ITU-T T.81, B.1).
struct JPEGSegments: Sendable {
  let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], at position: Int) { (self.bytes, self.position) = (bytes, position) }

  /// The second byte of the next marker. Fill bytes, and other bytes that are no marker, are passed over.
  ///
  /// - Throws: `ImageError.truncated` if there is none.
  mutating func nextMarker() throws(ImageError) -> JPEGMarker {
    while position + 1 < bytes.count {
      let code = bytes[position + 1]
      if bytes[position] == 0xFF, code != 0, code != 0xFF {
        position += 2
        return JPEGMarker(code: code)
      }
      position += 1
    }
    throw .truncated(offset: bytes.count)
  }

  /// The segment of the marker just read.
  ///
  /// - Throws: `ImageError.truncated` if the file ends before the segment does, `.corrupt` if it has no valid length.
  mutating func segment() throws(ImageError) -> JPEGSegment {
    guard position + 2 <= bytes.count else { throw .truncated(offset: bytes.count) }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2 else { throw .corrupt("a segment has an invalid length", offset: position) }
    guard length <= bytes.count - position else { throw .truncated(offset: bytes.count) }
    let segment = JPEGSegment(bytes, position + 2..<position + length)
    position += length
    return segment
  }

  /// Continues behind the data of a scan.
  mutating func move(to position: Int) {
    self.position = position
  }
}

/// The contents of a segment, read from the start. Numbers are big-endian.
struct JPEGSegment: Sendable {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (position, end) = (range.lowerBound, range.upperBound)
  }

  /// The number of bytes not yet read.
  var count: Int { end - position }

  /// - Throws: `ImageError.corrupt` at the end of the segment.
  mutating func byte() throws(ImageError) -> Int {
    guard position < end else { throw damage("a segment is too short") }
    defer { position += 1 }
    return Int(bytes[position])
  }

  /// - Throws: `ImageError.corrupt` at the end of the segment.
  mutating func uint16() throws(ImageError) -> Int {
    try byte() << 8 | byte()
  }

  /// The high and the low four bits of a byte.
  ///
  /// - Throws: `ImageError.corrupt` at the end of the segment.
  mutating func nibbles() throws(ImageError) -> (high: Int, low: Int) {
    let byte = try byte()
    return (byte >> 4, byte & 15)
  }

  /// Whether the bytes not yet read begin with a text.
  func starts(with text: String) -> Bool {
    bytes[position..<end].starts(with: text.utf8)
  }

  /// The byte at an offset from the position, 0 or more; nil behind the end.
  func byte(at offset: Int) -> Int? {
    offset < count ? Int(bytes[position + offset]) : nil
  }

  func damage(_ description: String) -> ImageError {
    .corrupt(description, offset: position)
  }
}
