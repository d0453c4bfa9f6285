import PNG
import Raster
import TestSupport
import Testing

@testable import JPEG

@Suite struct JPEGReadingTests {
  /// The reds of a picture; those of the other components are equal in gray pictures.
  private func reds(_ bitmap: Bitmap) -> [Int] { bitmap.pixels.map { Int(Pixel(word: $0).red) } }

  @Test(arguments: [(0, 128), (3, 128), (4, 129), (-4, 128), (-5, 127), (80, 138), (-400, 78), (1016, 255), (-1024, 0)])
  func `a block with nothing but a mean has an eighth of it, around 128`(mean: Int, expected: Int) throws {
    let bitmap = try readJPEG(TinyJPEG(width: 8, height: 8, means: [mean]).bytes)
    #expect(bitmap.width == 8 && bitmap.height == 8)
    let gray = UInt8(expected)
    #expect(bitmap.pixels == Array(repeating: Pixel(red: gray, green: gray, blue: gray).word, count: 64))
  }

  @Test(arguments: [(1, 60), (20, 3), (300, 2), (8000, -1)])
  func `coefficients are multiplied by the factors of 8 or 16 bits`(factor: Int, coefficient: Int) throws {
    var file = TinyJPEG(width: 8, height: 8, means: [coefficient])
    file.factors[0] = factor
    file.factors[63] = factor
    #expect(try reds(readJPEG(file.bytes))[0] == min(max(128 + (factor * coefficient + 4) >> 3, 0), 255))
  }

  @Test func `samples differ from the exact cosine transform by one at most`() throws {
    var random = SeededRandom(seed: 12)
    var file = TinyJPEG(width: 80, height: 8, means: [])
    file.components[0].blocks = (0..<10).map { _ in
      (0..<64).map { $0 == 0 || Bool.random(using: &random) ? Int.random(in: -90...90, using: &random) : 0 }
    }
    let found = try reds(readJPEG(file.bytes))
    for (number, block) in file.components[0].blocks.enumerated() {
      for (index, expected) in ExactTransform.samples(of: block).enumerated() {
        let sample = found[index / 8 * 80 + number * 8 + index % 8]
        #expect(abs(Double(sample) - expected) <= 1, "sample \(index) of block \(number)")
      }
    }
  }

  @Test func `luminance and differences of color give colors`() throws {
    var file = TinyJPEG(width: 8, height: 8)
    // 100 + 1.402 · 72, 100 + 0.344 · 38 - 0.714 · 72, 100 - 1.772 · 38.
    for (index, sample) in [100, 90, 200].enumerated() { file.components[index].blocks = [[(sample - 128) * 8]] }
    let color = Pixel(red: 201, green: 62, blue: 33)
    #expect(try readJPEG(file.bytes).pixels.allSatisfy { $0 == color.word })
  }

  @Test(arguments: [
    ("RGB", "", true), ("RGB", "Adobe\0d\0\0\0\0\u{1}", false), ("ABC", "Adobe\0d\0\0\0\0\0", true), ("ABC", "", false),
    ("RGB", "Adobe\0d\0\0\0\0\u{2}", false),
  ])
  func `identifiers or Adobe's segment say that a file has RGB`(names: String, adobe: String, isRGB: Bool) throws {
    var file = TinyJPEG(width: 8, height: 8, identifiers: names.utf8.map(Int.init))
    for (index, sample) in [100, 90, 200].enumerated() { file.components[index].blocks = [[(sample - 128) * 8]] }
    if !adobe.isEmpty { file.extra = TinyJPEG.segment(0xEE, Array(adobe.utf8)) }
    let plain = Pixel(red: 100, green: 90, blue: 200)
    let converted = Pixel(red: 201, green: 62, blue: 33)
    #expect(try readJPEG(file.bytes)[3, 3] == (isRGB ? plain : converted))
    file.extra += TinyJPEG.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    #expect(try readJPEG(file.bytes)[3, 3] == converted, "JFIF has no RGB")
  }

  @Test func `inverted inks darken each other`() throws {
    var file = TinyJPEG(
      width: 8, height: 8, identifiers: [1, 2, 3, 4], sampling: [(1, 1), (1, 1), (1, 1), (1, 1)])
    for (index, sample) in [255, 200, 0, 128].enumerated() { file.components[index].blocks = [[(sample - 128) * 8]] }
    #expect(try readJPEG(file.bytes)[0, 0] == Pixel(red: 128, green: 100, blue: 0))
    // The inks that are left out of 201, 62 and 33.
    for (index, sample) in [100, 90, 200, 255].enumerated() { file.components[index].blocks = [[(sample - 128) * 8]] }
    file.extra = TinyJPEG.segment(0xEE, Array("Adobe\0d\0\0\0\0\u{2}".utf8))
    #expect(try readJPEG(file.bytes)[0, 0] == Pixel(red: 54, green: 193, blue: 222))
  }

  /// A picture whose reds are blocks of 100, 116, 116 and 100, two in a row, that are magnified to the size of its
  /// greens.
  private func magnified(horizontal: Int, vertical: Int) throws -> Bitmap {
    var file = TinyJPEG(
      width: 16 * horizontal, height: 16 * vertical, identifiers: "RGB".utf8.map(Int.init),
      sampling: [(1, 1), (horizontal, vertical), (1, 1)])
    file.components[0].blocks = [[-224], [-96], [-96], [-224]]
    for index in 1..<3 {
      let (columns, rows) = file.blocks(of: index)
      file.components[index].blocks = [[Int]](repeating: [0], count: columns * rows)
    }
    return try readJPEG(file.bytes)
  }

  @Test func `half as many columns are interpolated with weights of three quarters and one quarter`() throws {
    let bitmap = try magnified(horizontal: 2, vertical: 1)
    #expect((12..<20).map { bitmap[$0, 0].red } == [100, 100, 100, 104, 112, 116, 116, 116])
    #expect((12..<20).map { bitmap[$0, 8].red } == [116, 116, 116, 112, 104, 100, 100, 100])
  }

  @Test func `half as many rows are interpolated with weights of three quarters and one quarter`() throws {
    let bitmap = try magnified(horizontal: 1, vertical: 2)
    #expect((12..<20).map { bitmap[0, $0].red } == [100, 100, 100, 104, 112, 116, 116, 116])
  }

  @Test func `a fourth of the samples is interpolated both ways`() throws {
    let bitmap = try magnified(horizontal: 2, vertical: 2)
    #expect((12..<20).map { bitmap[$0, 0].red } == [100, 100, 100, 104, 112, 116, 116, 116])
    // Of the four nearest samples, two have 9/16 + 1/16 of the weight, and two 3/16 each.
    #expect((14..<18).map { bitmap[$0, 15].red } == [104, 106, 110, 112])
  }

  @Test func `other samplings are replicated`() throws {
    let bitmap = try magnified(horizontal: 4, vertical: 1)
    #expect((28..<36).map { bitmap[$0, 0].red } == [100, 100, 100, 100, 116, 116, 116, 116])
  }

  @Test(arguments: [false, true])
  func `scans of a component each, restarts and fill bytes change nothing`(isInterleaved: Bool) throws {
    var random = SeededRandom(seed: 5)
    var file = TinyJPEG(width: 45, height: 37, sampling: [(2, 2), (2, 1), (1, 1)])
    file.fill(using: &random)
    let expected = try readJPEG(file.bytes)
    file.isInterleaved = isInterleaved
    for interval in [0, 1, 2, 5, 100] {
      file.interval = interval
      #expect(try readJPEG(file.bytes) == expected, "restarts after \(interval)")
    }
    file.interval = 1
    var filled: [UInt8] = []
    for (byte, next) in zip(file.bytes, file.bytes.dropFirst() + [0]) {
      filled += byte == 0xFF && 0xD0...0xD9 ~= next && !filled.isEmpty ? [0xFF, 0xFF, byte] : [byte]
    }
    #expect(filled.count > file.bytes.count + 8)
    #expect(try readJPEG(filled) == expected)
  }

  @Test func `a progressive file has the pixels of the sequential one`() throws {
    let bitmap = try readJPEG(JPEGSample.sequential)
    #expect(bitmap.width == 19 && bitmap.height == 11)
    #expect(bitmap[7, 5] == Pixel(red: 168, green: 22, blue: 67))
    #expect(bitmap[18, 10] == Pixel(red: 245, green: 228, blue: 210))
    #expect(bitmap[0, 0] == Pixel(red: 242, green: 222, blue: 171))
    #expect(try readJPEG(JPEGSample.progressive) == bitmap)
  }

  @Test(arguments: [false, true])
  func `what follows the last block is ignored, even if the end is missing`(isProgressive: Bool) throws {
    let file = isProgressive ? JPEGSample.progressive : JPEGSample.sequential
    let bitmap = try readJPEG(file)
    #expect(try readJPEG(file + [0xFF, 0xD8, 1, 2, 3]) == bitmap)
    #expect(try readJPEG(Array(file.dropLast(2))) == bitmap)
  }

  @Test func `a signature tells a JPEG`() {
    #expect(isJPEG(JPEGSample.sequential) && isJPEG([0xFF, 0xD8, 0xFF]))
    #expect(!isJPEG([0xFF, 0xD8]) && !isJPEG([0x89, 0x50, 0x4E, 0x47]))
  }
}

extension TinyJPEG {
  /// Fills all blocks with random coefficients.
  mutating func fill(using random: inout SeededRandom) {
    for index in components.indices {
      let (columns, rows) = blocks(of: index)
      components[index].blocks = (0..<columns * rows)
        .map { _ in
          let count = Int.random(in: 1...64, using: &random)
          return (0..<count)
            .map { place in
              if place == 0 { return Int.random(in: -900...900, using: &random) }
              return Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: -60...60, using: &random) : 0
            }
        }
    }
  }
}
