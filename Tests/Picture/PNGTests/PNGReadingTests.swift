import Files
import PNG
import Raster
import TestSupport
import Testing

/// A file and its pixels, both written by hand.
struct HandMade: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var file: [UInt8]
  var width: Int
  var pixels: [UInt32]

  init(_ name: String, _ png: TinyPNG, _ pixels: [UInt32]) {
    testDescription = name
    file = png.bytes
    width = png.width
    self.pixels = pixels
  }

  /// A file of one row without a filter.
  init(
    _ name: String, type: UInt8, depth: UInt8, row: [UInt8], extra: [(name: String, data: [UInt8])] = [],
    _ pixels: [UInt32]
  ) {
    self.init(
      name,
      TinyPNG(
        colorType: type, bitDepth: depth, width: pixels.count, height: 1, rows: [[0] + row], extra: extra), pixels)
  }

  static let palette: (name: String, data: [UInt8]) = ("PLTE", [1, 2, 3, 40, 50, 60, 255, 255, 255])

  static let all = [
    HandMade("gray, 1 bit", type: 0, depth: 1, row: [0b1010_0000], [255, 0, 255].map { gray($0) }),
    HandMade("gray, 2 bits", type: 0, depth: 2, row: [0b0001_1011], [0, 85, 170, 255].map { gray($0) }),
    HandMade("gray, 4 bits", type: 0, depth: 4, row: [0x0F, 0x80], [0, 255, 136].map { gray($0) }),
    HandMade("gray, 8 bits", type: 0, depth: 8, row: [0, 77, 255], [0, 77, 255].map { gray($0) }),
    // 0x0180 / 257 = 1.49, 0x0181 / 257 = 1.498, 0x0182 / 257 = 1.502.
    HandMade(
      "gray, 16 bits", type: 0, depth: 16, row: [0x01, 0x81, 0x01, 0x82, 0xFF, 0xFF], [1, 2, 255].map { gray($0) }),
    HandMade(
      "gray, 2 bits, one level clear", type: 0, depth: 2, row: [0b0001_1011], extra: [("tRNS", [0, 1])],
      [gray(0), 0, gray(170), gray(255)]),
    HandMade(
      "gray, 16 bits, one level clear", type: 0, depth: 16, row: [1, 0, 1, 1], extra: [("tRNS", [1, 1])],
      [gray(1), 0]),
    HandMade("RGB, 8 bits", type: 2, depth: 8, row: [1, 2, 3, 4, 5, 6], [word(1, 2, 3), word(4, 5, 6)]),
    HandMade(
      "RGB, 16 bits", type: 2, depth: 16, row: [1, 1, 2, 2, 3, 3, 0, 0, 0x80, 0, 0xFF, 0xFF],
      [word(1, 2, 3), word(0, 128, 255)]),
    HandMade(
      "RGB, one color clear", type: 2, depth: 8, row: [1, 2, 3, 1, 2, 4], extra: [("tRNS", [0, 1, 0, 2, 0, 3])],
      [0, word(1, 2, 4)]),
    HandMade(
      "palette, 1 bit", type: 3, depth: 1, row: [0b0100_0000], extra: [palette], [word(1, 2, 3), word(40, 50, 60)]),
    HandMade(
      "palette, 2 bits", type: 3, depth: 2, row: [0b1000_0100], extra: [palette],
      [gray(255), word(1, 2, 3), word(40, 50, 60)]),
    HandMade(
      "palette, 4 bits, translucent", type: 3, depth: 4, row: [0x01, 0x20], extra: [palette, ("tRNS", [0, 9])],
      [0, word(40, 50, 60, 9), gray(255)]),
    HandMade(
      "palette, 8 bits", type: 3, depth: 8, row: [2, 1, 0], extra: [palette],
      [gray(255), word(40, 50, 60), word(1, 2, 3)]),
    HandMade(
      "gray + alpha, clear pixels lose their color", type: 4, depth: 8, row: [9, 8, 7, 0, 5, 255],
      [gray(9, 8), 0, gray(5)]),
    HandMade("gray + alpha, 16 bits", type: 4, depth: 16, row: [9, 9, 0x80, 0x80], [gray(9, 128)]),
    HandMade("RGBA", type: 6, depth: 8, row: [1, 2, 3, 4, 5, 6, 7, 0], [word(1, 2, 3, 4), 0]),
    HandMade("RGBA, 16 bits", type: 6, depth: 16, row: [1, 1, 2, 2, 3, 3, 4, 4], [word(1, 2, 3, 4)]),
    HandMade(
      "gamma and background are left alone", type: 0, depth: 8, row: [77],
      extra: [("gAMA", [0, 0, 0x27, 0x10]), ("bKGD", [0, 5])], [gray(77)]),
    HandMade(
      "each filter",
      TinyPNG(
        colorType: 0, bitDepth: 8, width: 2, height: 5,
        rows: [[0, 10, 20], [1, 10, 20], [2, 1, 2], [3, 5, 5], [4, 1, 1]]),
      // Sub 10, 30; up 11, 32; average 5+5, 5+(10+32)/2; Paeth 1+10, 1+26 (the one above is nearest to 11+26-10).
      [10, 20, 10, 30, 11, 32, 10, 26, 11, 27].map { gray($0) }),
    HandMade(
      "interlaced gray",
      TinyPNG(
        colorType: 0, bitDepth: 8, width: 3, height: 3,
        // Pass 1 (0,0); 4 none; 5 (0,2) (2,2); 6 (1,0) (1,2); 7 row 1. Passes 2, 3 have no pixels; 4 has (2,0).
        rows: [[0, 1], [0, 3], [0, 7, 9], [0, 2], [0, 8], [0, 4, 5, 6]], isInterlaced: true),
      (1...9).map { gray($0) }),
    HandMade(
      "interlaced palette of 1 bit",
      TinyPNG(
        colorType: 3, bitDepth: 1, width: 3, height: 3,
        rows: [[0, 0], [0, 0x80], [0, 0b0100_0000], [0, 0], [0, 0x80], [0, 0b1010_0000]], isInterlaced: true,
        extra: [palette]),
      [0, 0, 1, 1, 0, 1, 0, 1, 1].map { $0 == 0 ? word(1, 2, 3) : word(40, 50, 60) }),
  ]
}

struct PNGReadingTests {
  @Test(arguments: HandMade.all)
  func `a handmade file has the expected pixels`(example: HandMade) throws {
    let height = example.pixels.count / example.width
    let expected = Bitmap(width: example.width, height: height, pixels: example.pixels)
    #expect(try readPNG(from: MemorySource(example.file)) == expected)
    let reader = try PNGRowReader(MemorySource(example.file))
    #expect((reader.width, reader.height) == (example.width, height))
    var (rows, all): ([UInt32], [UInt32]) = ([1, 2, 3], [])
    for _ in 0..<height {
      #expect(try reader.readRows(atMost: 1, into: &rows) == 1)
      all += rows
    }
    #expect(all == example.pixels)
    #expect(try reader.readRows(atMost: 1, into: &rows) == 0)
    #expect(rows.isEmpty)
  }

  @Test(arguments: [1, 3, 64, 1000])
  func `any number of rows can be read at a time`(count: Int) throws {
    let picture = PNGSample.all[16].bitmap
    let reader = try PNGRowReader(MemorySource(try picture.png()))
    var (rows, all): ([UInt32], [UInt32]) = ([], [])
    while try reader.readRows(atMost: count, into: &rows) > 0 { all += rows }
    #expect(all == picture.pixels)
  }

  @Test func `bytes after the end are ignored`() throws {
    let picture = PNGSample.all[3].bitmap
    #expect(try readPNG(from: MemorySource(try picture.png() + [1, 2, 3])) == picture)
  }

  @Test(arguments: [[], [1], TinyPNG.signature.dropLast(), Array("GIF89a……".utf8)] as [[UInt8]])
  func `a file without the signature is not a PNG`(bytes: [UInt8]) {
    #expect(throws: ImageError.notPNG) { try readPNG(from: MemorySource(bytes)) }
  }

  @Test func `a picture that exceeds the limits is refused before its pixels are read`() throws {
    var png = TinyPNG(colorType: 6, bitDepth: 8, width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, rows: [])
    #expect(
      throws: ImageError.tooLarge(width: png.width, height: png.height, maxWidth: 1_000_000, maxHeight: 1_000_000)
    ) { try readPNG(from: MemorySource(png.bytes)) }
    let wide = ImageLimits(maxWidth: .max, maxHeight: .max, maxBytes: .max)
    #expect(throws: ImageError.overMemoryLimit(needed: .max, limit: .max)) {
      try readPNG(from: MemorySource(png.bytes), limits: wide)
    }
    (png.width, png.height) = (100, 100)
    let small = ImageLimits(maxBytes: 39_999)
    #expect(throws: ImageError.overMemoryLimit(needed: 40_000, limit: 39_999)) {
      try readPNG(from: MemorySource(png.bytes), limits: small)
    }
    #expect(try PNGRowReader(MemorySource(png.bytes), limits: small).height == 100)
    png.isInterlaced = true
    #expect(throws: ImageError.overMemoryLimit(needed: 40_000, limit: 39_999)) {
      try PNGRowReader(MemorySource(png.bytes), limits: small)
    }
  }

  @Test func `the error of a source ends reading`() throws {
    struct Failing: ByteSource {
      var rest: [UInt8]
      mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
        guard !rest.isEmpty else { throw FileError(operation: .read, path: "x", code: 5) }
        buffer.append(contentsOf: rest)
        defer { rest = [] }
        return rest.count
      }
    }
    let file = try PNGSample.all[3].bitmap.png()
    #expect(throws: ImageError.file(FileError(operation: .read, path: "x", code: 5))) {
      try readPNG(from: Failing(rest: Array(file.prefix(60))))
    }
  }
}
