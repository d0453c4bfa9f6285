import Files
import PNG
import TestSupport
import Testing

struct PNGKindTests {
  @Test(arguments: SampledPNG.kinds.indices, [false, true])
  func `every kind of PNG is read with the right pixels`(kind: Int, isInterlaced: Bool) throws {
    var random = SeededRandom(seed: UInt64(kind))
    let sizes = (1...9).flatMap { width in (1...9).map { (width, $0) } } + [(33, 17), (8, 65), (100, 1), (1, 100)]
    for (width, height) in sizes {
      for hasClear in [false, true] {
        let png = SampledPNG(
          SampledPNG.kinds[kind], width: width, height: height, isInterlaced: isInterlaced, hasClear: hasClear,
          &random)
        let picture = try readPNG(from: MemorySource(png.file(&random).bytes))
        #expect((picture.width, picture.height) == (width, height))
        #expect(picture.pixels == png.pixels, "\(width)x\(height)")
      }
    }
  }

  @Test func `every 16-bit value is rounded to the nearest 8-bit value`() throws {
    let levels = Array(0..<65_536)
    let rows = stride(from: 0, to: 65_536, by: 256).map { (first: Int) -> [UInt8] in
      [0] + levels[first..<first + 256].flatMap { (level: Int) -> [UInt8] in [UInt8(level >> 8), UInt8(level & 255)] }
    }
    let png = TinyPNG(colorType: 0, bitDepth: 16, width: 256, height: 256, rows: rows)
    let picture = try readPNG(from: MemorySource(png.bytes))
    #expect(picture.pixels == levels.map { gray((2 * $0 + 257) / 514) })
  }

  /// A sample of 2 bits is compared with the low 2 bits of the value in tRNS.
  @Test func `the high bits of a clear gray of few bits are ignored`() throws {
    let png = TinyPNG(
      colorType: 0, bitDepth: 2, width: 4, height: 1, rows: [[0, 0b0001_1011]], extra: [("tRNS", [0, 2])])
    #expect(try readPNG(from: MemorySource(png.bytes)).pixels == [gray(0), gray(85), 0, gray(255)])
  }

  @Test(arguments: [[1], [0, 5, 0, 9], [3, 3, 3]])
  func `pixel data may be split into any chunks, including empty ones`(sizes: [Int]) throws {
    var random = SeededRandom(seed: 5)
    let png = SampledPNG((6, 8), width: 9, height: 7, isInterlaced: true, hasClear: false, &random)
    let file = png.file(&random).bytes
    let parts = chunks(of: file)
    let data = try #require(parts.first { $0.name == "IDAT" }).data
    var bytes = Array(file[..<parts[1].start])
    var start = 0
    for size in sizes {
      bytes += TinyPNG.chunk("IDAT", Array(data[start..<start + size]))
      start += size
    }
    bytes += TinyPNG.chunk("IDAT", Array(data[start...])) + TinyPNG.chunk("IEND", [])
    #expect(try readPNG(from: MemorySource(bytes)).pixels == png.pixels)
  }

  @Test func `metadata does not change pixels`() throws {
    let metadata: [(name: String, data: [UInt8])] = [
      ("gAMA", [0, 0, 0x27, 0x10]), ("cHRM", Array(repeating: 9, count: 32)), ("sBIT", [3, 3, 3]),
      ("PLTE", [1, 2, 3, 4, 5, 6]), ("bKGD", [0, 1, 0, 2, 0, 3]), ("pHYs", [0, 0, 1, 0, 0, 0, 2, 0, 1]),
      ("iCCP", Array("x".utf8) + [0, 0] + TinyPNG.zlib([1, 2, 3])), ("tIME", [7, 0xE8, 13, 41, 25, 61, 61]),
      ("tEXt", Array("k".utf8) + [0] + Array("v".utf8)), ("aaAa", [1, 2, 3]),
    ]
    let png = TinyPNG(colorType: 2, bitDepth: 8, width: 2, height: 1, rows: [[0, 1, 2, 3, 4, 5, 6]], extra: metadata)
    #expect(try readPNG(from: MemorySource(png.bytes)).pixels == [word(1, 2, 3), word(4, 5, 6)])
  }
}

struct PNGKindDamageTests {
  private static let files: [[UInt8]] = {
    var random = SeededRandom(seed: 77)
    return SampledPNG.kinds.indices.map { index in
      SampledPNG(
        SampledPNG.kinds[index], width: 5, height: 4, isInterlaced: index % 2 == 0, hasClear: true, &random
      ).file(&random).bytes
    }
  }()

  @Test(arguments: SampledPNG.kinds.indices)
  func `a truncated file of any kind is an error that gives its length`(kind: Int) throws {
    let file = Self.files[kind]
    for count in 8..<file.count {
      #expect(throws: ImageError.truncated(offset: count)) { try readPNG(from: MemorySource(Array(file[..<count]))) }
    }
  }

  @Test(arguments: SampledPNG.kinds.indices)
  func `a changed bit is an error of the kind that its position determines`(kind: Int) throws {
    let file = Self.files[kind]
    for index in file.indices {
      for bit in 0..<8 {
        var damaged = file
        damaged[index] ^= 1 << UInt8(bit)
        expectDamage(damaged, of: file, at: index)
      }
    }
  }

  struct Invalid: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: [UInt8]

    init(_ name: String, type: UInt8, depth: UInt8 = 8, row: [UInt8], _ extra: [(name: String, data: [UInt8])]) {
      testDescription = name
      file = TinyPNG(colorType: type, bitDepth: depth, width: 1, height: 1, rows: [[0] + row], extra: extra).bytes
    }
  }

  @Test(arguments: [
    Invalid("a palette of no colors", type: 3, row: [0], [("PLTE", [])]),
    Invalid("a palette of four bytes", type: 3, row: [0], [("PLTE", [1, 2, 3, 4])]),
    Invalid("a palette of 257 colors", type: 3, row: [0], [("PLTE", Array(repeating: 1, count: 771))]),
    Invalid("two palettes", type: 3, row: [0], [HandMade.palette, HandMade.palette]),
    Invalid("a palette for grays", type: 0, row: [0], [HandMade.palette]),
    Invalid("a suggested palette of four bytes", type: 2, row: [0, 0, 0], [("PLTE", [1, 2, 3, 4])]),
    Invalid("more alphas than colors", type: 3, row: [0], [HandMade.palette, ("tRNS", [1, 2, 3, 4])]),
    Invalid("alphas before the palette", type: 3, row: [0], [("tRNS", [1]), HandMade.palette]),
    Invalid("no alphas", type: 3, row: [0], [HandMade.palette, ("tRNS", [])]),
    Invalid("a clear gray of one byte", type: 0, row: [0], [("tRNS", [1])]),
    Invalid("a clear color of two bytes", type: 2, row: [0, 0, 0], [("tRNS", [1, 2])]),
    Invalid("a clear color beside alpha", type: 6, row: [0, 0, 0, 0], [("tRNS", [0, 1, 0, 1, 0, 1])]),
    Invalid("two clear grays", type: 0, row: [0], [("tRNS", [0, 1]), ("tRNS", [0, 1])]),
  ])
  func `a file with an invalid palette or transparency is corrupt`(invalid: Invalid) {
    #expect(PNGVerdict(reading: invalid.file) == .corrupt)
  }

  @Test func `a file without pixels, with two headers or with a late header is corrupt`() {
    let file = TinyPNG(colorType: 0, bitDepth: 8, width: 1, height: 1, rows: [[0, 1]]).bytes
    let parts = chunks(of: file)
    let header = Array(file[8..<parts[1].start])
    let end = TinyPNG.chunk("IEND", [])
    let rest = Array(file[parts[1].start...])
    let damages: [[[UInt8]]] = [[header, end], [header, header, rest], [rest, header]]
    for sections in damages {
      #expect(PNGVerdict(reading: TinyPNG.signature + sections.joined()) == .corrupt)
    }
  }
}
