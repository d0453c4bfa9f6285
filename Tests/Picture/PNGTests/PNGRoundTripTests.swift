import Compare
import Files
import Foundation
import PNG
import Raster
import TestSupport
import Testing

extension PNGSample: CustomTestStringConvertible {}

struct PNGRoundTripTests {
  @Test(arguments: PNGSample.all)
  func `a picture is written in the fewest bits and read back the same`(sample: PNGSample) throws {
    let file = try sample.bitmap.png()
    let header = try #require(chunks(of: file).first)
    #expect(header.name == "IHDR")
    #expect((Int(header.data[9]), Int(header.data[8])) == (sample.colorType, sample.bitDepth))
    #expect(try readPNG(from: MemorySource(file)) == sample.bitmap)
  }

  @Test(arguments: PNGOptions.Compression.allCases)
  func `every compression stores the same pixels`(compression: PNGOptions.Compression) throws {
    for sample in PNGSample.all {
      let file = try sample.bitmap.png(PNGOptions(compression: compression))
      #expect(try readPNG(from: MemorySource(file)) == sample.bitmap, "\(sample.testDescription)")
    }
  }

  @Test(
    .enabled(if: ExternalProgram.python != nil, "needs python3"), arguments: PNGOptions.Compression.allCases)
  func `a decoder in Python reads the same pixels`(compression: PNGOptions.Compression) throws {
    let python = try #require(ExternalProgram.python)
    try Self.withFiles(compression) { files in
      let (output, code) = try ExternalProgram.run(python, ["-c", ExternalProgram.decoder] + files)
      #expect(code == 0)
      let expected: [String] = PNGSample.all.map { (sample: PNGSample) -> String in
        "\(sample.colorType) \(sample.bitDepth) \(PixelHash.of(sample.bitmap))"
      }
      let found: [String] = output.split(separator: "\n").map { String($0) }
      #expect(found == expected)
    }
  }

  @Test(
    .enabled(if: ExternalProgram.find("pngcheck") != nil, "needs pngcheck"),
    arguments: PNGOptions.Compression.allCases)
  func `pngcheck accepts the files`(compression: PNGOptions.Compression) throws {
    let pngcheck = try #require(ExternalProgram.find("pngcheck"))
    try Self.withFiles(compression) { files in
      let (output, code) = try ExternalProgram.run(pngcheck, ["-q"] + files)
      #expect(output == "")
      #expect(code == 0)
    }
  }

  /// Calls `body` with the paths of the files of all samples, then removes the files.
  private static func withFiles(_ compression: PNGOptions.Compression, _ body: ([String]) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = PNGOptions(compression: compression, dpi: 300, text: [(key: "Title", value: "π")])
    let files = try PNGSample.all.enumerated().map { index, sample in
      let file = folder.appendingPathComponent("\(index).png")
      try Data(try sample.bitmap.png(options)).write(to: file)
      return file.path
    }
    try body(files)
  }

  @Test(arguments: [1, 5, 64, 1000])
  func `the file does not depend on the height of bands`(bandHeight: Int) throws {
    for sample in PNGSample.all where sample.bitmap.width <= 1003 && sample.bitmap.height < 1000 {
      var bitmap = sample.bitmap
      for index in 0..<bitmap.pixels.count / 2 { bitmap.pixels[index] = bitmap.pixels[0] }
      var sink = MemorySink()
      try writePNG(Banded(bitmap: bitmap, bandHeight: bandHeight), to: &sink)
      #expect(try sink.bytes == bitmap.png(), "\(sample.testDescription)")
    }
  }

  @Test func `small is at most as large as default, and default as fast`() throws {
    for sample in PNGSample.all {
      let sizes = try PNGOptions.Compression.allCases.map { try sample.bitmap.png(PNGOptions(compression: $0)).count }
      #expect(sizes[0] >= sizes[1] && sizes[1] + 16 >= sizes[2], "\(sample.testDescription): \(sizes)")
    }
  }

  @Test func `the error of a sink ends writing`() {
    struct Full: ByteSink {
      var attempts = 0
      mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
        attempts += 1
        throw FileError(operation: .write, path: "x", code: ENOSPC)
      }
    }
    var sink = Full()
    #expect(throws: ImageError.file(FileError(operation: .write, path: "x", code: ENOSPC))) {
      try writePNG(PNGSample.all[0].bitmap, to: &sink)
    }
    #expect(sink.attempts == 1)
  }
}
