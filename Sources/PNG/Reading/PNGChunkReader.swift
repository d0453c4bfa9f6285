import CPNG
import Files

/// The bytes of a PNG file, read once, with the checksums of its chunks (PNG, third edition, 5.3).
struct PNGChunkReader {
  /// A chunk's length and name.
  struct Head {
    var bytes: [UInt8]
    var length: Int { bytes[..<4].reduce(0) { $0 << 8 | Int($1) } }
    var name: ArraySlice<UInt8> { bytes[4...] }
    var isPixels: Bool { name.elementsEqual("IDAT".utf8) }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let readSize = 1 << 18

  private var source: any ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  /// How many bytes of the file were taken.
  private(set) var offset = 0

  private var head = Head(bytes: [])
  private var checksum: UInt32 = 0
  /// How many bytes of the chunk's data were not taken yet.
  private(set) var left = 0

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// - Throws: `ImageError.notPNG`, or the source's error.
  mutating func readSignature() throws(ImageError) -> [UInt8] {
    do throws(ImageError) {
      guard try take(Self.signature.count) == Self.signature else { throw .notPNG }
    } catch {
      if case .truncated = error { throw .notPNG }
      throw error
    }
    return Self.signature
  }

  /// The head of the next chunk.
  mutating func readHead() throws(ImageError) -> Head {
    head = Head(bytes: try take(8))
    left = head.length
    checksum = 0
    add(head.name)
    return head
  }

  /// The next of the chunk's data, at least a byte and at most `limit` or what is left.
  mutating func readData(atMost limit: Int) throws(ImageError) -> ArraySlice<UInt8> {
    try fill()
    let data = buffer[position..<min(buffer.count, position + min(limit, left))]
    position += data.count
    offset += data.count
    left -= data.count
    add(data)
    return data
  }

  /// The checksum at the chunk's end.
  /// - Throws: `ImageError.corrupt` where it is not that of the chunk.
  mutating func readChecksum() throws(ImageError) -> [UInt8] {
    let bytes = try take(4)
    guard bytes.reduce(0, { $0 << 8 | UInt32($1) }) == checksum else {
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

  /// Reads on where nothing is left of what was read.
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
