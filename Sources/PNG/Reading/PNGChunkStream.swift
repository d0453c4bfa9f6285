import Deflate
import Files

/// What libpng reads in place of a file: the file's chunks as they are, but with the pixels decompressed.
///
/// Where zlib decompresses, that takes 70 % of the time in which libpng reads a picture. So the zlib stream of the
/// pixels is decompressed here, and libpng gets IDAT chunks with the same bytes in stored blocks (RFC 1951, 3.2.4),
/// which zlib only copies. All else that PNG means is libpng's: which chunks there may be, interlacing, filters, kinds
/// of pixels, and how many bytes they must be. All checksums are checked here; those of the chunks that are made here are
/// zeros, for libpng does not look.
final class PNGChunkStream {
  private enum Stage {
    case head
    /// In a chunk that is passed on.
    case data
    case pixels
    /// Behind the data of an IDAT chunk that was made here.
    case pixelsEnd
  }

  private var file: PNGChunkReader
  private var stage = Stage.head
  private var inflater = Inflater()
  /// Whether the pixels have begun, were all decompressed, and were all sent.
  private var hasPixels = false
  private var hasAllPixels = false
  private var hasSentPixels = false
  private var failure: ImageError?

  /// What libpng gets next: bytes made here, then some of the window.
  private var outgoing: ArraySlice<UInt8> = []
  private var block = 0..<0

  private static let blockLimit = 65_535
  private static let pieceLimit = 1 << 15

  init(_ source: any ByteSource) {
    file = PNGChunkReader(source)
  }

  /// - Throws: `ImageError.notPNG`, or the source's error.
  func checkSignature() throws(ImageError) {
    outgoing = try file.readSignature()[...]
  }

  /// Turns libpng's words into the error that they stand for.
  func check(_ words: UnsafePointer<CChar>?) throws(ImageError) {
    guard let words = unsafe words else { return }
    if let failure { throw failure }
    throw unsafe .corrupt(String(cString: words), offset: file.offset)
  }

  /// Gives libpng its next bytes; fewer than `bytes` has room for where there are no more.
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

  /// The next bytes, perhaps none yet.
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
    // What comes after the stream's end is no part of it, and libpng knows what to say to it.
    if head.isPixels, !hasPixels {
      try checkLength(head)
      hasPixels = true
      // Alone, so that nothing is decompressed before libpng's user has seen how large the picture is. The window is
      // the smallest: zlib copies all that it decompresses into it.
      send([0x08, 0x1D], dataLength: 2)
    } else {
      outgoing = head.bytes[...]
      stage = .data
    }
  }

  /// Sends the next block of pixels or, where they end, the stream's end. What could be decompressed of a damaged
  /// stream is sent before that is an error.
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
      send([1, 0, 0, 0xFF, 0xFF] + Self.bigEndian(inflater.checksum.value), dataLength: 9)
      hasSentPixels = true
    }
  }

  /// Begins an IDAT chunk.
  private func send(_ bytes: [UInt8], dataLength: Int) {
    outgoing = (Self.bigEndian(UInt32(dataLength)) + Array("IDAT".utf8) + bytes)[...]
    stage = .pixelsEnd
  }

  /// Fills the window, or ends the stream and with it the chunk.
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
      preconditionFailure("nothing else is thrown")
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

  /// PNG, third edition, 5.3.
  private func checkLength(_ head: PNGChunkReader.Head) throws(ImageError) {
    guard head.length < 1 << 31 else { throw .corrupt("IDAT: the chunk is too long", offset: file.offset) }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
