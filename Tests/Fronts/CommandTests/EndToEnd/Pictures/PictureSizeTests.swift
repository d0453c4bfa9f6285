import Foundation
import Testing

/// The size and the encoding of a picture: a dot of radius 2 at (20, 10) on a canvas of 40 by 20 points.
@Suite struct PictureSizeTests {
  struct Picture: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var width: Int
    var height: Int

    init(_ options: String, _ width: Int, _ height: Int) {
      testDescription = options
      self.width = width
      self.height = height
    }
  }

  @Test(arguments: [
    Picture("-o a.png", 40, 20),
    Picture("-o a.png --scale 2", 80, 40),
    Picture("-o a.png --scale .5", 20, 10),
    Picture("-o a@2x.png", 80, 40),
    Picture("-o a@1.5x.png", 60, 30),
    Picture("-o a@2x.png --scale 3", 120, 60),
    Picture("-o a@2x.png --width 60", 60, 30),
    Picture("-o a.png --width 100", 100, 50),
    Picture("-o a.png --height 10", 20, 10),
    Picture("-o a.png --width 30 --height 70", 30, 70),
    Picture("-o a.png --dpi 72", 40, 20),
    Picture("-o a.png --dpi 180", 100, 50),
    Picture("-o a.png --width 80 --dpi 300", 80, 40),
    Picture("-o a.png --dpi 300 --height 60", 120, 60),
    Picture("-o a.png --size 10x30", 10, 30),
    Picture("-o a.png --size 10x30 --scale 2", 20, 60),
    Picture("-o a.png --size 10x30 --height 60", 20, 60),
    Picture("-o a.png --margin 5", 40, 20),
    Picture("-o a.png --fit canvas", 40, 20),
    Picture("-o a.png --fit content", 36, 36),
    Picture("-o a.png --fit content --margin 0", 4, 4),
    Picture("-o a.png --fit content --margin 3 --scale 2", 20, 20),
    Picture("-o a.png --fit content --margin 3 --width 50", 50, 50),
    Picture("-o a@2x.png --fit content --margin 0 --dpi 144", 8, 8),
    Picture("-o a.png --size 1000000x1 --scale 1", 1_000_000, 1),
  ])
  func `options decide the size in pixels`(picture: Picture) throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    let result = try scratch.shell("doodle render dot.jsonl \(picture.testDescription)")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let name = try #require(scratch.names.first { $0.hasSuffix(".png") })
    let png = try PNGFile(scratch.bytes(of: name))
    #expect(png.width == picture.width)
    #expect(png.height == picture.height)
    if !picture.testDescription.contains("--dpi") { #expect(png.chunk("pHYs") == nil) }
  }

  @Test func `without a size in the log, the ink and its margin decide it`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot.replacing(#","size":[40,20]"#, with: #","scale":2"#)])
    #expect(try scratch.shell("doodle render dot.jsonl -o a.png").status == 0)
    let png = try PNGFile(scratch.bytes(of: "a.png"))
    #expect(png.width == 72 && png.height == 72)
  }

  @Test(arguments: [(72.0, 2835), (144, 5669), (300, 11811), (2.54, 100)])
  func `--dpi is stored in pixels per meter`(dpi: Double, pixelsPerMeter: Int) throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    #expect(try scratch.shell("doodle render dot.jsonl -o a.png --dpi \(dpi)").status == 0)
    let resolution = try #require(try PNGFile(scratch.bytes(of: "a.png")).chunk("pHYs"))
    #expect(resolution.integer(at: 0) == pixelsPerMeter)
    #expect(resolution.integer(at: 4) == pixelsPerMeter)
    let unit: [UInt8] = Array(resolution.data.dropFirst(8))
    #expect(unit == [1], "the unit is the meter")
  }

  @Test func `with a width, the pixels per inch are only stored`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    #expect(try scratch.shell("doodle render dot.jsonl -o a.png --width 80 --dpi 300").status == 0)
    #expect(try PNGFile(scratch.bytes(of: "a.png")).chunk("pHYs")?.integer(at: 0) == 11811)
  }

  struct ColorTypeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: String
    var colorType: Int
    var hasTransparency = false
  }

  /// A picture of 400 by 200 has more than 16 grays at the dot's edge, and enough pixels for a palette to save bytes. A
  /// picture of one pixel takes fewer bytes than its palette would.
  @Test(arguments: [
    ColorTypeCase(testDescription: "black on white", options: "--scale 10", colorType: 0),
    ColorTypeCase(testDescription: "black on red", options: "--scale 10 --background red", colorType: 3),
    ColorTypeCase(
      testDescription: "black on a clear canvas", options: "--scale 10 --background none", colorType: 3,
      hasTransparency: true),
    ColorTypeCase(testDescription: "a white pixel", options: "--size 1x1", colorType: 0),
    ColorTypeCase(testDescription: "a red pixel", options: "--size 1x1 --background red", colorType: 2),
    ColorTypeCase(testDescription: "a clear pixel", options: "--size 1x1 --background none", colorType: 4),
    ColorTypeCase(
      testDescription: "a pixel of translucent red", options: "--size 1x1 --background '#f004'", colorType: 6),
  ])
  func `a PNG has the smallest color type that holds the picture`(test: ColorTypeCase) throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    #expect(try scratch.shell("doodle render dot.jsonl -o a.png \(test.options)").status == 0)
    let png = try PNGFile(scratch.bytes(of: "a.png"))
    #expect(png.colorType == test.colorType)
    #expect((png.chunk("tRNS") != nil) == test.hasTransparency)
    if Program.exists("pngcheck") { #expect(try scratch.shell("pngcheck -q a.png").status == 0) }
  }

  @Test func `--metadata puts the log's hash, the model and the version into the picture, but no time`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    #expect(try scratch.shell("doodle render dot.jsonl -o a.png --metadata").status == 0)
    let png = try PNGFile(scratch.bytes(of: "a.png"))
    let texts = png.chunks.filter { $0.name == "tEXt" }.map { chunk in
      chunk.data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    let sum = try scratch.shell("sha256sum < dot.jsonl").output.prefix(64)
    #expect(texts.contains { $0.last == String(sum) })
    #expect(texts.contains { $0.last == "ink-4" })
    #expect(texts.contains { $0.last == "doodle 0.1.0" })
    #expect(png.chunk("tIME") == nil)
  }
}
