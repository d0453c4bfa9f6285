import Files
import PNG
import TestSupport
import Testing
import Raster

/// Expects that the byte at `index` of `file`, which was changed in `damaged`, makes it the right kind of invalid file.
func expectDamage(
  _ damaged: [UInt8], of file: [UInt8], at index: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  let verdict = PNGVerdict(reading: damaged)
  if index < 8 {
    #expect(verdict == .notPNG, "byte \(index)", sourceLocation: sourceLocation)
  } else {
    // With a changed length, a chunk may extend past the end of the file.
    let isLength = chunks(of: file).contains { $0.start..<$0.start + 4 ~= index }
    #expect(
      verdict == .corrupt || isLength && verdict == .truncated, "byte \(index)", sourceLocation: sourceLocation)
  }
}

struct PNGDamageTests {
  static let files: [[UInt8]] = [0, 3, 9, 11, 16, 18].compactMap { index in
    let sample = PNGSample.all[index].bitmap
    let part = Bitmap(width: 13, height: 7, pixels: Array(sample.pixels.prefix(91)))
    return try? part.png()
  }

  @Test(arguments: files)
  func `a truncated file is an error that gives its length`(file: [UInt8]) throws {
    for count in 0..<file.count {
      let expected = count < 8 ? ImageError.notPNG : .truncated(offset: count)
      #expect(throws: expected) { try readPNG(from: MemorySource(Array(file.prefix(count)))) }
    }
  }

  @Test(arguments: files)
  func `a changed byte is an error of the kind that its position determines`(file: [UInt8]) throws {
    var random = SeededRandom(seed: UInt64(file.count))
    for index in file.indices {
      var damaged = file
      damaged[index] ^= UInt8.random(in: 1...255, using: &random)
      expectDamage(damaged, of: file, at: index)
    }
  }

  @Test(arguments: files)
  func `changed bytes under a valid checksum give the verdict of a plain decoder`(file: [UInt8]) throws {
    var random = SeededRandom(seed: UInt64(file.count))
    let limits = ImageLimits(maxWidth: 4096, maxHeight: 4096, maxBytes: 1 << 20)
    var hasPixels = false
    for chunk in chunks(of: file) where !chunk.data.isEmpty {
      for _ in 0..<60 {
        var data = chunk.data
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let end = chunk.start + 12 + chunk.data.count
        let damaged = file[..<chunk.start] + TinyPNG.chunk(chunk.name, data) + file[end...]
        let expected = PNGVerdict(of: Array(damaged), limits: limits)
        #expect(expected != .unknown, "\(chunk.name) \(data): the decoder knows such a file")
        #expect(PNGVerdict(reading: Array(damaged), limits: limits) == expected, "\(chunk.name) \(data)")
        if case .pixels = expected { hasPixels = true }
      }
    }
    #expect(hasPixels, "some changes leave a valid file")
    #expect(PNGVerdict(of: file, limits: limits) == PNGVerdict(reading: file))
  }

  @Test func `pixel data with a wrong checksum or a row that is too short is corrupt`() throws {
    var png = TinyPNG(colorType: 0, bitDepth: 8, width: 2, height: 1, rows: [[0, 1, 2]])
    var stream = TinyPNG.zlib([0, 1, 2])
    stream[stream.count - 1] ^= 1
    let parts = chunks(of: png.bytes)
    let file = png.bytes[..<parts[1].start] + TinyPNG.chunk("IDAT", stream) + TinyPNG.chunk("IEND", [])
    #expect(PNGVerdict(reading: Array(file)) == .corrupt)
    png.rows = [[0, 1]]
    #expect(PNGVerdict(reading: png.bytes) == .corrupt, "a row that is too short")
  }

  struct Invalid: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: [UInt8]

    init(_ name: String, _ png: TinyPNG) {
      testDescription = name
      file = png.bytes
    }
  }

  @Test(arguments: [
    Invalid("no width", TinyPNG(colorType: 0, bitDepth: 8, width: 0, height: 1, rows: [[0]])),
    Invalid("no height", TinyPNG(colorType: 0, bitDepth: 8, width: 1, height: 0, rows: [[0]])),
    Invalid("a side of 2³²-1", TinyPNG(colorType: 0, bitDepth: 8, width: 0xFFFF_FFFF, height: 1, rows: [[0]])),
    Invalid("color type 1", TinyPNG(colorType: 1, bitDepth: 8, width: 1, height: 1, rows: [[0, 1]])),
    Invalid("bit depth 3", TinyPNG(colorType: 0, bitDepth: 3, width: 1, height: 1, rows: [[0, 1]])),
    Invalid("RGB of 4 bits", TinyPNG(colorType: 2, bitDepth: 4, width: 1, height: 1, rows: [[0, 1, 1]])),
    Invalid("no palette", TinyPNG(colorType: 3, bitDepth: 8, width: 1, height: 1, rows: [[0, 1]])),
    Invalid(
      "an index outside the palette",
      TinyPNG(colorType: 3, bitDepth: 8, width: 1, height: 1, rows: [[0, 3]], extra: [HandMade.palette])),
    Invalid(
      "an unknown critical chunk",
      TinyPNG(colorType: 0, bitDepth: 8, width: 1, height: 1, rows: [[0, 1]], extra: [("ABCD", [1])])),
    Invalid("filter 5", TinyPNG(colorType: 0, bitDepth: 8, width: 1, height: 1, rows: [[5, 1]])),
    Invalid("one row too many", TinyPNG(colorType: 0, bitDepth: 8, width: 1, height: 1, rows: [[0, 1], [0, 1]])),
  ])
  func `a file that breaks a rule of PNG is corrupt`(invalid: Invalid) {
    #expect(PNGVerdict(reading: invalid.file) == .corrupt)
  }
}
