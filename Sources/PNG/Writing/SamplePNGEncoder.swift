import CPNG
import Deflate

/// Encodes many small pictures of one size as PNGs, one after another, in memory that is used again.
///
/// The samples of a pixel are 1 (gray), 3 (RGB) or 4 (RGBA) bytes. The files have no metadata. They are written here
/// and not by libpng, whose set-up takes longer than such a picture.
package struct SamplePNGEncoder {
  private let width: Int
  private let height: Int
  /// The number of bytes of a pixel.
  private let channels: Int
  /// The signature and the header.
  private let head: [UInt8]
  private var block: RunBlock
  private var part = ZlibStream.Part()
  private var rows: [UInt8] = []
  private var words: [UInt32] = []
  private var file: [UInt8] = []

  private static let nothing: [UInt8] = []

  /// - Precondition: `channels` is 1, 3 or 4, and the width and the height are 1...32,768.
  package init(width: Int, height: Int, channels: Int) {
    precondition([1, 3, 4].contains(channels), "a PNG has pixels of 1, 3 or 4 bytes")
    (self.width, self.height, self.channels) = (width, height, channels)
    block = RunBlock(distance: channels)
    let colorType = UInt8(channels == 1 ? cpng_gray : channels == 3 ? cpng_rgb : cpng_rgba)
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(width))
    header.append(bigEndian: UInt32(height))
    header += [8, colorType, 0, 0, 0]
    var head = PNGChunks.signature
    head.appendChunk("IHDR", header.span)
    self.head = head
  }

  /// Encodes a picture.
  /// - Parameter samples: The samples of all pixels, row by row.
  package mutating func encode(_ samples: Span<UInt8>) -> [UInt8] {
    precondition(samples.count == width * height * channels, "all pixels are there")
    part.removeAll()
    if channels == 1 { compressGray(samples) } else { compressColors(samples) }
    if !block.isEmpty { part.append(&block, isQuick: true) }
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
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe rows.withUnsafeMutableBufferPointer { rows in
        for row in 0..<height {
          let target = rows.extracting(row * rowBytes + 1..<(row + 1) * rowBytes)
          _ = unsafe target.update(fromContentsOf: samples.extracting(row * width..<(row + 1) * width))
        }
      }
    }
    part.checksum.append(0..<count, of: rows)
    for start in stride(from: 0, to: count, by: RunBlock.pieceLimit) {
      if block.isFull { part.append(&block, isQuick: true) }
      block.append(start..<min(start + RunBlock.pieceLimit, count), of: rows)
    }
  }

  private mutating func compressColors(_ samples: Span<UInt8>) {
    guard let layout = PixelBytes(rawValue: channels) else { return }
    words.removeAll(keepingCapacity: true)
    for pixel in 0..<width * height {
      let at = pixel * channels
      let color = UInt32(samples[at]) | UInt32(samples[at + 1]) << 8 | UInt32(samples[at + 2]) << 16
      words.append(color | (channels == 4 ? UInt32(samples[at + 3]) << 24 : 0xFF00_0000))
    }
    let step = RunBlock.pieceLimit / channels
    for row in 0..<height {
      if block.isFull { part.append(&block, isQuick: true) }
      block.append(0)
      part.checksum.appendZero()
      let pixels = row * width..<(row + 1) * width
      part.checksum.append(pixels, of: words, as: layout)
      for start in stride(from: pixels.lowerBound, to: pixels.upperBound, by: step) {
        if block.isFull { part.append(&block, isQuick: true) }
        block.append(start..<min(start + step, pixels.upperBound), of: words, as: layout)
      }
    }
  }
}
