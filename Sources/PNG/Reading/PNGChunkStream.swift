import Deflate
import Files

/// The bytes that libpng reads instead of the file: the same chunks, but with uncompressed pixel data.
///
/// Decompression by zlib takes 70 % of the time in which libpng reads a picture. Here `Inflater` decompresses the pixel
/// data, and libpng gets IDAT chunks that contain the result in stored blocks (RFC 1951, 3.2.4), which zlib only
/// copies. Everything else about the format is left to libpng: the order of chunks, interlacing, filters, kinds of
/// pixels, the length of the pixel data. All checksums are checked here. Those of the generated chunks are zero,
/// because libpng is told to ignore them.
final class PNGChunkStream {
  private enum Stage {
    case head
    /// In a chunk that is passed through.
    case data
    case pixels
    /// After the data of a generated IDAT chunk.
    case pixelsEnd
  }

  private var file: PNGChunkReader
  private var stage = Stage.head
  private var inflater = Inflater()
  /// Whether the first IDAT chunk has been read.
  private var hasPixels = false
  /// Whether all pixel data has been decompressed.
  private var hasAllPixels = false
  /// Whether all pixel data has been sent to libpng.
  private var hasSentPixels = false
  /// The error that ended the stream.
  private var failure: ImageError?

  /// The bytes that libpng gets next: `outgoing`, then those of the inflater in `block`.
  private var outgoing: ArraySlice<UInt8> = []
  private var block = 0..<0

  private static let blockLimit = 65_535
  private static let pieceLimit = 1 << 15

  init(_ source: any ByteSource) {
    file = PNGChunkReader(source)
  }

  /// - Throws: `ImageError.notPNG`, or the error of the source.
  func checkSignature() throws(ImageError) {
    outgoing = try file.readSignature()[...]
  }

  /// Throws the error behind a message of libpng, if there is one.
  func check(_ message: UnsafePointer<CChar>?) throws(ImageError) {
    guard let message = unsafe message else { return }
    if let failure { throw failure }
    throw unsafe .corrupt(String(cString: message), offset: file.offset)
  }

  /// Copies the next bytes for libpng. Returns their number, which is less than asked only at the end or after an
  /// error.
  func copy(to bytes: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    do throws(ImageError) {
      while copied < bytes.count {
        let some = try next(atMost: bytes.count - copied)
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[copied...]).copyBytes(from: some)
        copied += some.count
      }
    } catch {
      failure = error
    }
    return copied
  }

  /// Returns at most `limit` bytes, possibly none although more will follow.
  private func next(atMost limit: Int) throws(ImageError) -> ArraySlice<UInt8> {
    if !outgoing.isEmpty {
      defer { outgoing = outgoing.dropFirst(limit) }
      return outgoing.prefix(limit)
    }
    if !block.isEmpty {
      defer { block = block.dropFirst(limit) }
      return inflater.bytes[block.prefix(limit)]
    }
    switch stage {
    case .head: try readHead()
    case .data where file.left > 0: return try file.readData(atMost: limit)
    case .data:
      outgoing = try file.readChecksum()[...]
      stage = .head
    case .pixels: try readPixels()
    case .pixelsEnd:
      outgoing = [0, 0, 0, 0]
      stage = hasSentPixels ? .head : .pixels
    }
    return []
  }

  private func readHead() throws(ImageError) {
    let head = try file.readHead()
    // IDAT chunks after the end of the pixel data are passed through: libpng has a rule for them.
    if head.isPixels, !hasPixels {
      try checkLength(head)
      hasPixels = true
      // A separate chunk, so that nothing is decompressed before the size of the picture has been checked. The window
      // is the smallest, because zlib copies everything that it decompresses into it.
      send([0x08, 0x1D], dataLength: 2)
    } else {
      outgoing = head.bytes[...]
      stage = .data
    }
  }

  /// Sends the next block of pixel data, or the end of the stream. Everything before the damage in a damaged stream is
  /// sent before the error is thrown.
  private func readPixels() throws(ImageError) {
    if inflater.isTaken, !hasAllPixels, failure == nil {
      do throws(ImageError) {
        try inflate()
      } catch {
        failure = error
      }
    }
    block = inflater.take(atMost: Self.blockLimit)
    if !block.isEmpty {
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      send([0, low, high, ~low, ~high], dataLength: 5 + block.count)
    } else if let failure {
      throw failure
    } else {
      send([1, 0, 0, 0xFF, 0xFF] + bigEndian(inflater.checksum.value), dataLength: 9)
      hasSentPixels = true
    }
  }

  /// Starts an IDAT chunk with `bytes`.
  private func send(_ bytes: [UInt8], dataLength: Int) {
    outgoing = (bigEndian(UInt32(dataLength)) + Array("IDAT".utf8) + bytes)[...]
    stage = .pixelsEnd
  }

  /// Decompresses until the window is full or the pixel data ends, which must be the end of a chunk.
  private func inflate() throws(ImageError) {
    do {
      while true {
        switch try inflater.run() {
        case .isFull: return
        case .needsInput: try readCompressed()
        case .isDone:
          guard inflater.isAtEnd, file.left == 0 else {
            throw ImageError.corrupt("IDAT: Extra compressed data", offset: file.offset)
          }
          _ = try file.readChecksum()
          hasAllPixels = true
          return
        }
      }
    } catch let error as InflateError {
      throw .corrupt("IDAT: \(error.rawValue)", offset: file.offset)
    } catch let error as ImageError {
      throw error
    } catch {
      preconditionFailure("all errors are InflateError or ImageError")
    }
  }

  private func readCompressed() throws(ImageError) {
    while file.left == 0 {
      _ = try file.readChecksum()
      let head = try file.readHead()
      guard head.isPixels else { throw .corrupt("Not enough image data", offset: file.offset) }
      try checkLength(head)
    }
    inflater.append(try file.readData(atMost: Self.pieceLimit))
  }

  /// A chunk has at most 2³¹ - 1 bytes (PNG, third edition, 5.3).
  private func checkLength(_ head: PNGChunkReader.Head) throws(ImageError) {
    guard head.length < 1 << 31 else { throw .corrupt("IDAT: the chunk is too long", offset: file.offset) }
  }
}
