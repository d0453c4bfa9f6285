import Compare
import Files
import PNG
import Raster
import TestSupport
import Testing

/// Pictures read row by row.
@Suite struct RowStreamTests {
  private func noise(_ width: Int, _ height: Int) -> Bitmap {
    var random = SeededRandom(seed: UInt64(width * 1000 + height))
    let pixels = (0..<width * height).map { _ -> UInt32 in
      let word = UInt32.random(in: 0...(.max), using: &random)
      return word >> 24 == 0 ? 0 : word
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private func encoded(_ picture: Bitmap) throws -> [UInt8] {
    var sink = MemorySink()
    try writePNG(picture, to: &sink)
    return sink.bytes
  }

  @Test(arguments: [(1, 1), (3, 700), (2000, 150), (131_073, 3)], [false, true])
  func `all rows are read once and in order`(size: (Int, Int), isAhead: Bool) throws {
    let picture = noise(size.0, size.1)
    for stream in [
      try RowStream(png: MemorySource(encoded(picture)), isAhead: isAhead), RowStream(picture, isAhead: isAhead),
    ] {
      var (all, rows): ([UInt32], [UInt32]) = ([], [])
      while try stream.nextRows(into: &rows) { all += rows }
      #expect(all == picture.pixels)
      #expect(try !stream.nextRows(into: &rows))
    }
  }

  @Test func `a stream that is not read to its end releases its thread`() throws {
    let picture = noise(500, 3000)
    for _ in 0..<50 {
      var rows: [UInt32] = []
      #expect(try RowStream(picture).nextRows(into: &rows))
    }
  }

  @Test(arguments: [false, true]) func `damage is thrown again by later calls`(isAhead: Bool) throws {
    let bytes = try encoded(noise(200, 900))
    let stream = try RowStream(png: MemorySource(Array(bytes.dropLast(bytes.count / 2))), isAhead: isAhead)
    var rows: [UInt32] = []
    func readAll() throws { while try stream.nextRows(into: &rows) {} }
    let damage = ImageError.truncated(offset: bytes.count - bytes.count / 2)
    for _ in 0..<3 { #expect(throws: damage) { try readAll() } }
    #expect(stream.failure == damage)
  }
}
