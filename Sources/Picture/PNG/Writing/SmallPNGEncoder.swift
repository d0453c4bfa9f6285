import Deflate

/// Encodes many small pictures of one size as PNGs, one after another, in the same memory.
///
/// The samples of a pixel are 1 (gray), 3 (RGB) or 4 (RGBA) bytes. The files have no metadata. They are written here
/// and not by libpng, whose set-up takes longer than such a picture.
package struct SmallPNGEncoder {
  private let width: Int
  private let height: Int
  /// The number of bytes of a pixel.
  private let channels: Int
  /// The signature and the header.
  private let head: [UInt8]
  private var block = RunBlock()
  private var matches: MatchBlock
  private var part = ZlibStream.Part()
  private var rows: [UInt8] = []
  private var file: [UInt8] = []

  private static let nothing: [UInt8] = []

  /// - Precondition: `channels` is 1, 3 or 4, and the width and the height are 1...32,768.
  package init(width: Int, height: Int, channels: Int) {
    precondition([1, 3, 4].contains(channels), "a PNG has pixels of 1, 3 or 4 bytes")
    (self.width, self.height, self.channels) = (width, height, channels)
    matches = MatchBlock(pixelBytes: channels, rowBytes: 1 + width * channels)
    let format = channels == 1 ? PixelFormat.gray(bits: 8) : channels == 3 ? .rgb : .rgba
    head = PNGChunks.head(format: format, width: width, height: height)
  }

  /// Encodes a picture.
  /// - Parameter samples: The samples of all pixels, row by row.
  package mutating func encode(_ samples: Span<UInt8>) -> [UInt8] {
    precondition(samples.count == width * height * channels, "all pixels are there")
    part.removeAll()
    if channels == 1 { compressGray(samples) } else { compressColors(samples) }
    var stream = ZlibStream()
    stream.append(part)
    stream.end()
    file.removeAll(keepingCapacity: true)
    file += head
    stream.take { file.appendChunk("IDAT", $0) }
    file.appendChunk("IEND", Self.nothing.span)
    return file
  }

  private mutating func compressGray(_ samples: Span<UInt8>) {
    let rowBytes = 1 + width
    let count = height * rowBytes
    if rows.count < count + RunBlock.margin { rows = [UInt8](repeating: 0, count: count + RunBlock.margin) }
    copyRows(samples, 0..<height, into: &rows, at: 0)
    part.checksum.append(0..<count, of: rows)
    for start in stride(from: 0, to: count, by: RunBlock.pieceLimit) {
      if block.isFull { part.append(&block, isQuick: true) }
      block.append(start..<min(start + RunBlock.pieceLimit, count), of: rows)
    }
    if !block.isEmpty { part.append(&block, isQuick: true) }
  }

  private mutating func compressColors(_ samples: Span<UInt8>) {
    matches.startPart()
    let rowBytes = 1 + width * channels
    let step = max(1, (1 << 17) / rowBytes)
    for start in stride(from: 0, to: height, by: step) {
      let rows = start..<min(start + step, height)
      let count = rows.count * rowBytes
      let first = matches.extend(by: count, room: count)
      copyRows(samples, rows, into: &matches.bytes, at: first)
      part.checksum.append(first..<first + count, of: matches.bytes)
      while matches.search() { part.append(&matches) }
    }
    if !matches.isEmpty { part.append(&matches, isQuick: true) }
  }

  /// Copies rows of samples, each after a zero: the number of the filter.
  private func copyRows(_ samples: Span<UInt8>, _ rows: Range<Int>, into bytes: inout [UInt8], at start: Int) {
    let rowBytes = width * channels
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        for (number, row) in rows.enumerated() {
          let target = start + number * (1 + rowBytes)
          unsafe bytes[target] = 0
          let row = samples.extracting(row * rowBytes..<(row + 1) * rowBytes)
          _ = unsafe bytes.extracting(target + 1..<target + 1 + rowBytes).update(fromContentsOf: row)
        }
      }
    }
  }
}
