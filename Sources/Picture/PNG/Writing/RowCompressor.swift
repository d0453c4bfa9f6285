import Deflate
import Raster

/// Compresses rows of a picture. If each pixel is one byte, it matches only runs, otherwise everything in the window.
struct RowCompressor<Source: PixelSource> {
  private let source: Source
  private let packer: RowPacker
  /// The bytes of a packed row.
  private let rowBytes: Int
  private var block = RunBlock()
  /// Nil if only runs are matched.
  private var matches: MatchBlock?
  private var pixels: [UInt32] = []
  /// Rows as a PNG stores them: the number of the filter, which is 0 for none, and the packed pixels.
  private var bytes: [UInt8] = []
  /// The compressed form of `count` rows of one color, the last ones that were compressed.
  private var blank: (color: Pixel, count: Int, part: ZlibStream.Part)?

  init(source: Source, format: PixelFormat) {
    self.source = source
    packer = RowPacker(format: format, width: source.width)
    rowBytes = format.rowBytes(width: source.width)
    // Narrow rows have no long runs, but many of them equal the row before.
    if format.bitsPerPixel != 8 || rowBytes < 64 {
      matches = MatchBlock(pixelBytes: max(1, format.bitsPerPixel / 8), rowBytes: 1 + rowBytes)
    }
  }

  /// The number of rows of a part in a picture of this width: enough for long blocks and for the work of a thread.
  static func rowCount(width: Int) -> Int {
    let rows = max(1, (1 << 19) / width)
    return rows >= Tile.side ? rows / Tile.side * Tile.side : 1 << (Int.bitWidth - 1 - rows.leadingZeroBitCount)
  }

  /// Replaces the contents of `output` by the compressed rows.
  mutating func compress(_ rows: Range<Int>, into output: inout ZlibStream.Part) {
    let color = uniformPixel(of: rows)
    if let color, let blank, blank.color == color, blank.count == rows.count {
      output = blank.part
      return
    }
    output.removeAll()
    if var matches {
      self.matches = nil
      search(rows, &matches, into: &output)
      self.matches = matches
    } else {
      matchRuns(rows, into: &output)
    }
    if let color { blank = (color, rows.count, output) }
  }

  private mutating func matchRuns(_ rows: Range<Int>, into output: inout ZlibStream.Part) {
    var start = rows.lowerBound
    while start < rows.upperBound {
      let band = start / source.bandHeight
      let end = min(rows.upperBound, source.rows(ofBand: band).upperBound)
      if let pixel = source.uniformPixel(ofBand: band) {
        appendBlank(pixel, rows: end - start, to: &output)
      } else {
        append(start..<end, to: &output)
      }
      start = end
    }
    if !block.isEmpty { output.append(&block) }
  }

  /// The color of all pixels of these rows, if it is known without reading them.
  private func uniformPixel(of rows: Range<Int>) -> Pixel? {
    let first = rows.lowerBound / source.bandHeight
    guard let color = source.uniformPixel(ofBand: first) else { return nil }
    let others = first + 1..<max(first + 1, (rows.upperBound + source.bandHeight - 1) / source.bandHeight)
    return others.allSatisfy { source.uniformPixel(ofBand: $0) == color } ? color : nil
  }

  // MARK: Matches

  /// The number of rows that are searched at once, few enough to stay in the cache until they are compressed.
  private var rowsAtOnce: Int { max(1, (1 << 15) / source.width) }

  private mutating func search(
    _ rows: Range<Int>, _ matches: inout MatchBlock, into output: inout ZlibStream.Part
  ) {
    matches.startPart()
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce) {
      let part = start..<min(start + rowsAtOnce, rows.upperBound)
      let count = part.count * (1 + rowBytes)
      let first = matches.extend(by: count, room: max(count, part.count * (1 + sampleBytes)))
      store(part, into: &matches.bytes, at: first)
      output.checksum.append(first..<first + count, of: matches.bytes)
      while matches.search() { output.append(&matches) }
    }
    if !matches.isEmpty { output.append(&matches) }
  }

  /// The number of bytes of a row before bits are packed.
  private var sampleBytes: Int { packer.format.bitDepth < 8 ? source.width : rowBytes }

  /// Stores rows as a PNG stores them.
  private mutating func store(_ rows: Range<Int>, into bytes: inout [UInt8], at start: Int) {
    if let color = uniformPixel(of: rows) {
      pixels.removeAll(keepingCapacity: true)
      pixels.append(contentsOf: repeatElement(color.word, count: source.width * rows.count))
    } else {
      source.copyRows(rows, into: &pixels)
    }
    for row in 0..<rows.count {
      let line = pixels.span.extracting(row * source.width..<(row + 1) * source.width)
      let target = start + row * (1 + rowBytes)
      bytes[target] = 0
      packer.pack(line, into: &bytes, at: target + 1)
      if packer.format.bitDepth < 8 { packer.packBits(from: target + 1, to: target + 1, in: &bytes) }
    }
  }

  // MARK: Runs

  private mutating func appendBlank(_ pixel: Pixel, rows: Int, to output: inout ZlibStream.Part) {
    let pixels = [UInt32](repeating: pixel.word, count: source.width)
    makeRoom(rows: 1)
    packer.pack(pixels.span, into: &bytes, at: 1)
    var checksum = Adler32()
    checksum.append(0..<1 + rowBytes, of: bytes)
    for _ in 0..<rows {
      appendBytes(row: 0, to: &output)
      output.checksum.append(checksum)
    }
  }

  private mutating func append(_ rows: Range<Int>, to output: inout ZlibStream.Part) {
    let rowsAtOnce = max(1, (1 << 17) / source.width)
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce) {
      let part = start..<min(start + rowsAtOnce, rows.upperBound)
      makeRoom(rows: part.count)
      source.copyRows(part, as: packer.pack, into: &bytes, from: 1, stride: 1 + rowBytes)
      output.checksum.append(0..<part.count * (1 + rowBytes), of: bytes)
      appendRows(part.count, to: &output)
    }
  }

  /// Ensures room for rows.
  private mutating func makeRoom(rows: Int) {
    let needed = rows * (1 + rowBytes) + RunBlock.margin
    if bytes.count < needed { bytes = [UInt8](repeating: 0, count: needed) }
  }

  /// Appends the first `count` rows of `bytes`.
  private mutating func appendRows(_ count: Int, to output: inout ZlibStream.Part) {
    var row = 0
    while row < count {
      let step = min(count - row, block.rowsAtOnce(of: 1 + rowBytes))
      if step > 1 {
        let range = row * (1 + rowBytes)..<(row + step) * (1 + rowBytes)
        block.append(inRowsOf: 1 + rowBytes, range, of: bytes)
        row += step
      } else {
        appendBytes(row: row, to: &output)
        row += 1
      }
    }
  }

  /// The value of all bytes in a range that is not empty; nil if they differ, as in rows with ink.
  private func uniformByte(_ range: Range<Int>) -> UInt8? {
    let byte = bytes[range.lowerBound]
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    let words = unsafe bytes.span.bytes
    precondition(range.upperBound <= words.byteCount)
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      if unsafe words.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) != pattern { return nil }
      index &+= 8
    }
    while index < range.upperBound {
      if bytes[index] != byte { return nil }
      index += 1
    }
    return byte
  }

  private mutating func appendBytes(row: Int, to output: inout ZlibStream.Part) {
    let first = row * (1 + rowBytes)
    let end = first + 1 + rowBytes
    if block.canAppendRow(of: rowBytes), let byte = uniformByte(first + 1..<end) {
      if block.isFull { output.append(&block) }
      block.append(bytes[first], then: byte, count: rowBytes)
      return
    }
    for start in stride(from: first, to: end, by: RunBlock.pieceLimit) {
      if block.isFull { output.append(&block) }
      block.append(start..<min(start + RunBlock.pieceLimit, end), of: bytes)
    }
  }
}
