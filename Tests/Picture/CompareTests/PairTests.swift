import Compare
import Files
import Geometry
import PNG
import Raster
import TestSupport
import Testing

/// Pairs of small PNGs whose differences are known.
@Suite struct PairTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var first: TinyPNG
    var second: TinyPNG
    var count: Int
    /// The largest differences of red, green, blue and alpha.
    var delta: [Int] = [0, 0, 0, 0]
    /// The left, top, width and height of the bounding box.
    var bounds: [Int]? = nil
    var bitDepth = 8
  }

  private static func rgba(_ rows: [[UInt8]], extra: [(name: String, data: [UInt8])] = []) -> TinyPNG {
    TinyPNG(
      colorType: 6, bitDepth: 8, width: rows[0].count / 4, height: rows.count, rows: rows.map { [0] + $0 },
      extra: extra)
  }

  private static func gray16(_ row: [UInt8]) -> TinyPNG {
    TinyPNG(colorType: 0, bitDepth: 16, width: row.count / 2, height: 1, rows: [[0] + row])
  }

  private static let black: [UInt8] = [0, 0, 0, 255]
  private static let white: [UInt8] = [255, 255, 255, 255]
  private static let lines = rgba([black + black, white + white, black + black, white + white])

  static let pairs: [Pair] = [
    Pair(testDescription: "the same", first: lines, second: lines, count: 0),
    Pair(
      testDescription: "one bit in one channel", first: rgba([black + white]),
      second: rgba([black + [255, 255, 254, 255]]),
      count: 1, delta: [0, 0, 1, 0], bounds: [1, 0, 1, 1]),
    Pair(
      testDescription: "alpha only", first: rgba([[9, 8, 7, 255], [9, 8, 7, 255]]),
      second: rgba([[9, 8, 7, 255], [9, 8, 7, 128]]), count: 1, delta: [0, 0, 0, 127], bounds: [0, 1, 1, 1]),
    Pair(
      testDescription: "one line shifted", first: lines,
      second: rgba([white + white, black + black, white + white, black + black]), count: 8, delta: [255, 255, 255, 0],
      bounds: [0, 0, 2, 4]),
    Pair(
      testDescription: "clear pixels of two colors", first: rgba([[255, 0, 0, 0] + white]),
      second: rgba([[0, 9, 0, 0] + white]), count: 0),
    Pair(
      testDescription: "clear and almost clear", first: rgba([[7, 7, 7, 0]]), second: rgba([[7, 7, 7, 1]]), count: 1,
      delta: [7, 7, 7, 1], bounds: [0, 0, 1, 1]),
    Pair(
      testDescription: "the low bytes of 16 bits", first: gray16([0x12, 0x34, 0x80, 0x00]),
      second: gray16([0x12, 0x35, 0x80, 0x00]), count: 1, delta: [1, 1, 1, 0], bounds: [0, 0, 1, 1], bitDepth: 16),
    Pair(
      testDescription: "8 bits and the same in 16",
      first: TinyPNG(colorType: 0, bitDepth: 8, width: 2, height: 1, rows: [[0, 0x12, 0xFE]]),
      second: gray16([0x12, 0x12, 0xFE, 0xFE]), count: 0, bitDepth: 16),
    Pair(
      testDescription: "8 bits and a little more in 16",
      first: TinyPNG(colorType: 0, bitDepth: 8, width: 2, height: 1, rows: [[0, 0x12, 0xFE]]),
      second: gray16([0x12, 0x13, 0xFE, 0xFE]), count: 1, delta: [1, 1, 1, 0], bounds: [0, 0, 1, 1], bitDepth: 16),
    Pair(
      testDescription: "a palette and RGBA",
      first: TinyPNG(
        colorType: 3, bitDepth: 8, width: 2, height: 1, rows: [[0, 1, 0]],
        extra: [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [255, 9])]), second: rgba([[4, 5, 6, 9, 1, 2, 3, 255]]), count: 0
    ),
    Pair(
      testDescription: "another gAMA", first: rgba([[9, 9, 9, 255]], extra: [("gAMA", [0, 0, 0xB1, 0x8F])]),
      second: rgba([[9, 9, 9, 255]], extra: [("gAMA", [0, 1, 0x86, 0xA0])]), count: 0),
    Pair(
      testDescription: "interlaced or not",
      first: TinyPNG(
        colorType: 0, bitDepth: 8, width: 3, height: 2, rows: [[0, 1], [0, 3], [0, 2], [0, 4, 5, 6]],
        isInterlaced: true),
      second: TinyPNG(colorType: 0, bitDepth: 8, width: 3, height: 2, rows: [[0, 1, 2, 3], [0, 4, 5, 7]]), count: 1,
      delta: [1, 1, 1, 0], bounds: [2, 1, 1, 1]),
  ]

  @Test(arguments: pairs) func `differing pixels are counted`(pair: Pair) throws {
    for isAhead in [false, true] {
      let difference = try compare(pair.first.bytes, pair.second.bytes, isAhead: isAhead)
      #expect(difference.count == pair.count)
      let delta: [Int] = (0..<4).map { (channel: Int) -> Int in difference.largestDelta[channel] }
      #expect(delta == pair.delta)
      #expect(difference.bounds.map { [$0.minX, $0.minY, $0.width, $0.height] } == pair.bounds)
      #expect(difference.bitDepth == pair.bitDepth)
      let back = try compare(pair.second.bytes, pair.first.bytes, isAhead: isAhead)
      #expect(back.count == pair.count)
    }
  }

  @Test(arguments: [(0, 3), (1, 2), (4, 1), (5, 0), (255, 0)])
  func `a channel may differ by at most the allowed delta`(maxDelta: Int, count: Int) throws {
    let first = Self.rgba([[10, 10, 10, 255, 10, 10, 10, 255, 10, 10, 10, 255]])
    let second = Self.rgba([[11, 10, 10, 255, 10, 10, 6, 255, 10, 15, 10, 255]])
    let rule = ComparisonRule(metric: .channels(maxDelta: maxDelta))
    #expect(try compare(first.bytes, second.bytes, rule).count == count)
  }

  @Test func `one level is 257 steps of a 16-bit picture`() throws {
    let (first, second) = (Self.gray16([0x10, 0x00]), Self.gray16([0x11, 0x01]))
    #expect(try compare(first.bytes, second.bytes, ComparisonRule(metric: .channels(maxDelta: 0))).count == 1)
    #expect(try compare(first.bytes, second.bytes, ComparisonRule(metric: .channels(maxDelta: 1))).count == 0)
  }

  @Test func `ignored areas are not compared, wherever they are`() throws {
    let side = 6
    let black = Self.rgba((0..<side).map { _ in [[UInt8]](repeating: Self.black, count: side).flatMap { $0 } })
    let white = Self.rgba((0..<side).map { _ in [[UInt8]](repeating: Self.white, count: side).flatMap { $0 } })
    let boxes = [(1, 1, 3, 2), (2, 2, 9, 9), (0, 0, 1, 1), (90, 90, 5, 5), (1, 1, 1, 1)]
    for count in 0...boxes.count {
      let ignored = boxes.prefix(count).map { PixelRect(minX: $0.0, minY: $0.1, maxX: $0.0 + $0.2, maxY: $0.1 + $0.3) }
      var left = 0
      for y in 0..<side {
        for x in 0..<side where !ignored.contains(where: { $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY })
        {
          left += 1
        }
      }
      #expect(try compare(black.bytes, white.bytes, ComparisonRule(ignored: ignored)).count == left)
    }
  }

  @Test func `a truncated file is an error`() throws {
    let whole = Self.lines.bytes
    for count in 8..<whole.count {
      #expect(throws: ImageError.truncated(offset: count)) { try compare(whole, Array(whole[..<count])) }
      #expect(throws: ImageError.truncated(offset: count)) { try compare(Array(whole[..<count]), whole) }
    }
  }

  private func compare(
    _ first: [UInt8], _ second: [UInt8], _ rule: ComparisonRule = ComparisonRule(), isAhead: Bool = true
  ) throws -> PictureDifference {
    try PictureComparator.difference(
      RowStream(png: MemorySource(first), for: rule, isAhead: isAhead),
      RowStream(png: MemorySource(second), for: rule, isAhead: isAhead), by: rule)
  }
}
