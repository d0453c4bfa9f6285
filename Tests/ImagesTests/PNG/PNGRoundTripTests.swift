import Files
import Foundation
import Images
import Raster
import TestSupport
import Testing

/// A picture, and the colour type and bit depth that hold it in the fewest bits.
struct Sample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bitmap: Bitmap
  var colorType: Int
  var bitDepth: Int

  init(_ name: String, _ colors: [UInt32], width: Int = 37, height: Int = 131, type: Int, depth: Int) {
    testDescription = name
    bitmap = .random(width: width, height: height, colors: colors, seed: UInt64(colors.count))
    (colorType, bitDepth) = (type, depth)
  }

  static let colored = (0..<4000).map { word($0 % 256, $0 / 16, 255 - $0 % 251) }

  static let all = [
    Sample("black and white", [grey(0), grey(255)], type: 0, depth: 1),
    Sample("blank paper", [grey(255)], type: 0, depth: 1),
    Sample("nothing but clear", [0], type: 3, depth: 1),
    Sample("four greys on the grid of 2 bits", [0, 85, 170, 255].map { grey($0) }, type: 0, depth: 2),
    Sample("three greys off every grid", [0, 100, 255].map { grey($0) }, type: 3, depth: 2),
    Sample("sixteen greys on the grid of 4 bits", (0..<16).map { grey($0 * 17) }, type: 0, depth: 4),
    Sample("sixteen greys off the grid", (0..<16).map { grey($0 * 11) }, type: 3, depth: 4),
    Sample("seventeen greys", (0..<17).map { grey($0 * 15) }, type: 0, depth: 8),
    Sample("all greys", (0..<256).map { grey($0) }, type: 0, depth: 8),
    Sample("one colour on white", [grey(255), word(200, 0, 30)], type: 3, depth: 1),
    Sample("clear and three colours", [0] + Array(colored[0..<3]), type: 3, depth: 2),
    Sample("16 colours, some translucent", (0..<16).map { word(9, 7, $0, 240 + $0) }, type: 3, depth: 4),
    Sample("17 colours", Array(colored[0..<17]), type: 3, depth: 8),
    Sample("256 colours, half of them translucent", (0..<256).map { word($0, 3, 9, $0 / 2 + 128) }, type: 3, depth: 8),
    Sample("black ink on nothing", [0] + (1..<256).map { grey(0, $0) }, type: 3, depth: 8),
    Sample("257 greys and alphas", [0] + (1...256).map { grey($0 - 1, 128 + $0 % 2) }, type: 4, depth: 8),
    Sample("257 colours", Array(colored[0..<257]), type: 2, depth: 8),
    Sample("4000 colours", colored, type: 2, depth: 8),
    Sample("256 colours and clear", [0] + Array(colored[0..<256]), type: 6, depth: 8),
    Sample("4000 colours, one translucent", colored + [word(1, 2, 3, 4)], type: 6, depth: 8),
    Sample("one red pixel", [word(255, 0, 0)], width: 1, height: 1, type: 2, depth: 8),
    Sample("one white pixel", [grey(255)], width: 1, height: 1, type: 0, depth: 1),
    Sample("a column", [grey(255), word(0, 0, 200)], width: 1, height: 5000, type: 3, depth: 1),
    Sample("a row", [grey(255), grey(0)], width: 5000, height: 1, type: 0, depth: 1),
    Sample("wide, black and white", [grey(0), grey(255)], width: 1003, height: 70, type: 0, depth: 1),
    Sample("wide, four greys", [0, 85, 170, 255].map { grey($0) }, width: 1001, height: 70, type: 0, depth: 2),
    Sample("wide, sixteen colours", Array(colored[0..<16]), width: 999, height: 70, type: 3, depth: 4),
    Sample("wide, all greys", (0..<256).map { grey($0) }, width: 997, height: 70, type: 0, depth: 8),
    Sample("wide, 200 colours", Array(colored[0..<200]), width: 1000, height: 70, type: 3, depth: 8),
    Sample(
      "wide, greys and alphas", [0] + (1...400).map { grey($0 / 2, 55 + $0 % 200) }, width: 500, height: 70, type: 4,
      depth: 8),
    Sample("wide, 4000 colours", colored, width: 1000, height: 70, type: 2, depth: 8),
    Sample("wide, 4000 colours and clear", [0] + colored, width: 1000, height: 70, type: 6, depth: 8),
    Sample("wide and blank", [grey(255)], width: 20_000, height: 70, type: 0, depth: 1),
    Sample("wide and clear", [0], width: 20_000, height: 70, type: 3, depth: 1),
  ]
}

struct PNGRoundTripTests {
  @Test(arguments: Sample.all)
  func `a picture is written in the fewest bits and read back the same`(sample: Sample) throws {
    let file = try sample.bitmap.png()
    let header = try #require(chunks(of: file).first)
    #expect(header.name == "IHDR")
    #expect((Int(header.data[9]), Int(header.data[8])) == (sample.colorType, sample.bitDepth))
    #expect(try readPNG(from: MemorySource(file)) == sample.bitmap)
  }

  @Test(arguments: PNGOptions.Compression.allCases)
  func `every compression holds the same pixels`(compression: PNGOptions.Compression) throws {
    for sample in Sample.all {
      let file = try sample.bitmap.png(PNGOptions(compression: compression))
      #expect(try readPNG(from: MemorySource(file)) == sample.bitmap, "\(sample.testDescription)")
    }
  }

  @Test(arguments: PNGOptions.Compression.allCases)
  func `a decoder in Python and pngcheck find the same pixels`(compression: PNGOptions.Compression) throws {
    guard let python = Program.python else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try Sample.all.enumerated().map { index, sample in
      let file = folder.appendingPathComponent("\(index).png")
      let text = [(key: "Title", value: "π")]
      try Data(try sample.bitmap.png(PNGOptions(compression: compression, dpi: 300, text: text))).write(to: file)
      return file.path
    }
    let (output, code) = try Program.run(python, ["-c", Program.decoder] + files)
    #expect(code == 0)
    let expected = Sample.all.map { "\($0.colorType) \($0.bitDepth) \(PixelHash.of($0.bitmap))" }
    #expect(output.split(separator: "\n").map(String.init) == expected)
    if let pngcheck = Program.find("pngcheck") {
      #expect(try Program.run(pngcheck, ["-q"] + files) == ("", 0))
    }
  }

  @Test(arguments: [1, 5, 64, 1000])
  func `how the bands are cut does not change a byte`(bandHeight: Int) throws {
    for sample in Sample.all where sample.bitmap.width <= 1003 && sample.bitmap.height < 1000 {
      var bitmap = sample.bitmap
      for index in 0..<bitmap.pixels.count / 2 { bitmap.pixels[index] = bitmap.pixels[0] }
      var sink = MemorySink()
      try writePNG(Banded(bitmap: bitmap, bandHeight: bandHeight), to: &sink)
      #expect(try sink.bytes == bitmap.png(), "\(sample.testDescription)")
    }
  }

  @Test func `small is no larger than default, and default no larger than fast`() throws {
    for sample in Sample.all {
      let sizes = try PNGOptions.Compression.allCases.map { try sample.bitmap.png(PNGOptions(compression: $0)).count }
      #expect(sizes[0] >= sizes[1] && sizes[1] + 16 >= sizes[2], "\(sample.testDescription): \(sizes)")
    }
  }

  @Test func `a sink that fails ends the writing with its error`() {
    struct Full: ByteSink {
      var attempts = 0
      mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
        attempts += 1
        throw FileError(operation: .write, path: "x", code: ENOSPC)
      }
    }
    var sink = Full()
    #expect(throws: ImageError.file(FileError(operation: .write, path: "x", code: ENOSPC))) {
      try writePNG(Sample.all[0].bitmap, to: &sink)
    }
    #expect(sink.attempts == 1)
  }
}
