import PNG
import Raster
import Testing

@testable import JPEG

@Suite struct OrientationTests {
  /// Blocks of 1 to 6, three in a row, in the first component.
  private static func file(_ segment: [UInt8]) -> [UInt8] {
    var file = TinyJPEG(width: 24, height: 16, means: (1...6).map { ($0 - 128) * 8 })
    file.extra = segment
    return file.bytes
  }

  private static func exif(_ orientation: Int, isBigEndian: Bool, entries: Int = 2) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { (index: Int) -> UInt8 in UInt8(value >> (8 * index) & 0xFF) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let tag = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    let directory = number(entries, 2) + number(0x0100, 2) + number(4, 2) + number(1, 4) + number(24, 4) + tag
    let header = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(10, 4) + [0, 0]
    return TinyJPEG.segment(0xE1, Array("Exif\0\0".utf8) + header + directory + number(0, 4))
  }

  /// The values of the blocks, row by row.
  private static func blocks(_ file: [UInt8]) throws -> [[UInt8]] {
    let bitmap = try readJPEG(file)
    let rows = stride(from: 0, to: bitmap.height, by: 8)
      .map { y in stride(from: 0, to: bitmap.width, by: 8).map { bitmap[$0, y].red } }
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width { #expect(bitmap[x, y].red == rows[y / 8][x / 8], "(\(x), \(y))") }
    }
    return rows
  }

  private static let upright: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]

  static let turned: [(Int, [[UInt8]])] = [
    (1, upright), (2, [[3, 2, 1], [6, 5, 4]]), (3, [[6, 5, 4], [3, 2, 1]]), (4, [[4, 5, 6], [1, 2, 3]]),
    (5, [[1, 4], [2, 5], [3, 6]]), (6, [[4, 1], [5, 2], [6, 3]]), (7, [[6, 3], [5, 2], [4, 1]]),
    (8, [[3, 6], [2, 5], [1, 4]]), (0, upright), (9, upright),
  ]

  @Test(arguments: turned)
  func `a picture is shown as its Exif data says`(orientation: Int, expected: [[UInt8]]) throws {
    for isBigEndian in [false, true] {
      #expect(try Self.blocks(Self.file(Self.exif(orientation, isBigEndian: isBigEndian))) == expected)
    }
  }

  @Test func `damaged Exif data is ignored`() throws {
    let whole = Self.exif(6, isBigEndian: true)
    for count in 4..<whole.count {
      let segment = TinyJPEG.segment(0xE1, Array(whole[4..<count]))
      let isWhole = count >= 4 + 6 + 10 + 2 + 12 + 10
      #expect(try Self.blocks(Self.file(segment)) == (isWhole ? Self.turned[5].1 : Self.upright), "\(count) bytes")
    }
    for index in 4..<whole.count {
      for wrong in [0, 0xFF, whole[index] ^ 0x80, whole[index] ^ 1] {
        var segment = whole
        segment[index] = wrong
        _ = try readJPEG(Self.file(segment))
      }
    }
    #expect(try Self.blocks(Self.file(Self.exif(6, isBigEndian: false, entries: 0))) == Self.upright)
  }

  @Test func `limits are those of the picture as it is shown`() throws {
    let file = Self.file(Self.exif(6, isBigEndian: false))
    #expect(try readJPEG(file, limits: ImageLimits(maxWidth: 16, maxHeight: 24)).height == 24)
    #expect(throws: ImageError.tooLarge(width: 16, height: 24, maxWidth: 24, maxHeight: 16)) {
      try readJPEG(file, limits: ImageLimits(maxWidth: 24, maxHeight: 16))
    }
  }
}
