import CPNG
import Files

/// Reads the chunks of a PNG file in order and checks their checksums (PNG, third edition, 5.3).
struct PNGChunkReader {
  /// The length and name of a chunk, in the 8 bytes that they have in the file.
  struct Head {
    var bytes: [UInt8]
    var length: Int { Int(UInt32(bigEndianBytes: bytes[..<4])) }
    var name: ArraySlice<UInt8> { bytes[4...] }
    var isPixels: Bool { name.elementsEqual("IDAT".utf8) }
  }

  private static let readSize = 1 << 18

  private var source: any ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  /// The number of bytes of the file that have been read.
  private(set) var offset = 0

  private var head = Head(bytes: [])
  private var checksum: UInt32 = 0
  /// The number of bytes of the chunk's data that have not been read yet.
  private(set) var left = 0

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// - Throws: `ImageError.notPNG`, or the error of the source.
  mutating func readSignature() throws(ImageError) -> [UInt8] {
    do throws(ImageError) {
      guard try take(PNGChunks.signature.count) == PNGChunks.signature else { throw .notPNG }
    } catch {
      if case .truncated = error { throw .notPNG }
      throw error
    }
    return PNGChunks.signature
  }

  /// Reads the head of the next chunk.
  mutating func readHead() throws(ImageError) -> Head {
    head = Head(bytes: try take(8))
    left = head.length
    checksum = 0
    add(head.name)
    return head
  }

  /// Reads 1...`limit` bytes of the chunk's data.
  ///
  /// - Precondition: `left` is not 0.
  mutating func readData(atMost limit: Int) throws(ImageError) -> ArraySlice<UInt8> {
    try fill()
    let data = buffer[position..<min(buffer.count, position + min(limit, left))]
    position += data.count
    offset += data.count
    left -= data.count
    add(data)
    return data
  }

  /// Reads the checksum at the end of the chunk.
  ///
  /// - Throws: `ImageError.corrupt` if it is wrong.
  mutating func readChecksum() throws(ImageError) -> [UInt8] {
    let bytes = try take(4)
    guard UInt32(bigEndianBytes: bytes) == checksum else {
      throw .corrupt("\(String(decoding: head.name, as: UTF8.self)): CRC error", offset: offset)
    }
    return bytes
  }

  private mutating func take(_ count: Int) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      try fill()
      let some = buffer[position..<min(buffer.count, position + count - bytes.count)]
      position += some.count
      offset += some.count
      bytes += some
    }
    return bytes
  }

  /// Reads from the source if the buffer is used up.
  private mutating func fill() throws(ImageError) {
    guard position == buffer.count else { return }
    buffer.removeAll(keepingCapacity: true)
    position = 0
    do throws(FileError) {
      if try source.read(into: &buffer, atMost: Self.readSize) > 0 { return }
    } catch {
      throw .file(error)
    }
    throw .truncated(offset: offset)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    checksum = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe cpng_crc32(checksum, bytes.baseAddress, bytes.count)
    }
  }
}

// MARK: Numbers of four bytes

extension UInt32 {
  /// - Parameter bytes: Four bytes, the highest first.
  init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The bytes of each word, the highest first.
func bigEndian(_ words: UInt32...) -> [UInt8] {
  words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
}
