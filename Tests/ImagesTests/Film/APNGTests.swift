import Files
import Geometry
import Images
import Raster
import TestSupport
import Testing

@Suite struct APNGTests {
  private struct Take {
    var frame: Bitmap
    var changed: PixelRect
    var duration: Int
  }

  private static func whole(_ frame: Bitmap) -> PixelRect {
    PixelRect(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height)
  }

  /// Frames of which each changes a random box of the one before.
  private static func takes(_ width: Int, _ height: Int, colors: [UInt32], seed: UInt64) -> [Take] {
    var random = SeededRandom(seed: seed)
    var frame = Bitmap.random(width: width, height: height, colors: colors, seed: seed)
    var takes = [Take(frame: frame, changed: whole(frame), duration: Int.random(in: 1...9, using: &random))]
    for _ in 0..<6 {
      let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
      let box = PixelRect(
        minX: x, minY: y, maxX: Int.random(in: x + 1...width, using: &random),
        maxY: Int.random(in: y + 1...height, using: &random))
      for row in box.minY..<box.maxY {
        for column in box.minX..<box.maxX {
          frame[column, row] = Pixel(word: colors.randomElement(using: &random)!)
        }
      }
      takes.append(Take(frame: frame, changed: box, duration: Int.random(in: 1...9, using: &random)))
    }
    return takes
  }

  private static func file(
    _ takes: [Take], _ colors: FrameColors, rate: FrameRate, plays: Int = 0,
    _ compression: PNGOptions.Compression = .fast
  ) throws -> [UInt8] {
    let collector = Collector()
    var writer = APNGWriter(
      width: takes[0].frame.width, height: takes[0].frame.height, colors: colors, rate: rate, plays: plays,
      compression: compression, to: collector)
    for take in takes { try writer.append(take.frame, changed: take.changed, duration: take.duration) }
    try writer.finish()
    return collector.bytes
  }

  struct Colors: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var known: FrameColors
    var type: Int
    var words: [UInt32]
  }

  private static let greys = (0..<256).map { grey($0) }
  private static let shades = (0..<256).map { word(30, 100, 245, $0) }.map { $0 >> 24 == 0 ? 0 : $0 }

  @Test(
    arguments: [
      Colors(testDescription: "256 shades", known: .these(shades), type: 3, words: shades),
      Colors(
        testDescription: "black and white", known: .these([grey(0), grey(255)]), type: 0, words: [grey(0), grey(255)]),
      Colors(testDescription: "greys", known: .greys(isOpaque: true), type: 0, words: greys),
      Colors(
        testDescription: "greys and alpha", known: .greys(isOpaque: false), type: 4,
        words: [0, grey(255), grey(9, 80), grey(100, 1)]),
      Colors(
        testDescription: "colours", known: .any(isOpaque: true), type: 2,
        words: greys + [word(1, 2, 3), word(255, 0, 0)]),
      Colors(
        testDescription: "colours and alpha", known: .any(isOpaque: false), type: 6,
        words: [0, word(1, 2, 3, 4), word(255, 255, 0, 128), grey(255)]),
    ], PNGOptions.Compression.allCases)
  func `frames come back as they were, in the smallest type that is known to do`(
    colors: Colors, compression: PNGOptions.Compression
  ) throws {
    let rate = try #require(FrameRate(25))
    for (seed, size) in [(1, 1), (7, 5), (90, 41), (500, 3)].enumerated() {
      let takes = Self.takes(size.0, size.1, colors: colors.words, seed: UInt64(seed))
      let bytes = try Self.file(takes, colors.known, rate: rate, plays: 3, compression)
      let apng = try APNGFile(bytes)
      // In a small picture a palette takes more than it saves.
      if size.0 * size.1 > 1000 || colors.type != 3 { #expect(apng.colorType == colors.type) }
      #expect(apng.plays == 3)
      #expect(apng.frames.map(\.area) == takes.map(\.changed))
      #expect(apng.frames.map(\.pixels) == takes.map(\.frame.pixels))
      #expect(apng.frames.map(\.delay.numerator) == takes.map(\.duration))
      #expect(apng.frames.allSatisfy { $0.delay.denominator == 25 })
      // Programs that know no animation see the first frame.
      #expect(try readPNG(from: MemorySource(bytes)) == takes[0].frame)
    }
  }

  @Test(arguments: [(30, 1, 65_535), (30, 1, 65_536), (30, 1, 200_000), (30_000, 1001, 65), (30_000, 1001, 150)])
  func `what is shown for long lasts as long as it should`(frames: Int, seconds: Int, duration: Int) throws {
    let first = Bitmap(width: 3, height: 2, pixels: [word(1, 2, 3), grey(5), 0, grey(255), 0, 0])
    var second = first
    second[0, 0] = Pixel(word: grey(77))
    let takes = [
      Take(frame: first, changed: Self.whole(first), duration: duration),
      Take(frame: second, changed: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), duration: 1),
    ]
    let rate = try #require(FrameRate(frames, per: seconds))
    let apng = try APNGFile(try Self.file(takes, .any(isOpaque: false), rate: rate))
    #expect(apng.frames.allSatisfy { $0.delay.denominator == frames && $0.delay.numerator % seconds == 0 })
    let lasting = apng.frames.map { $0.delay.numerator / seconds }
    #expect(lasting.dropLast().reduce(0, +) == duration)
    #expect(lasting.last == 1)
    #expect(apng.frames.dropLast().allSatisfy { $0.pixels == first.pixels })
    #expect(apng.frames.last?.pixels == second.pixels)
  }

  @Test func `frames that take more memory than they may are an error`() throws {
    let take = Self.takes(90, 40, colors: Self.shades, seed: 1)[0]
    let rate = try #require(FrameRate(30))
    // One frame takes less than a file with it alone, two take more.
    let limit = try Self.file([take], .any(isOpaque: false), rate: rate).count
    var writer = APNGWriter(
      width: 90, height: 40, colors: .any(isOpaque: false), rate: rate, memoryLimit: limit, to: Collector())
    try writer.append(take.frame, changed: take.changed, duration: 1)
    #expect(throws: ImageError.self) { try writer.append(take.frame, changed: take.changed, duration: 1) }
  }

  @Test(.enabled(if: Program.find("pngcheck") != nil), arguments: 0..<6 as Range<UInt64>)
  func `pngcheck finds no fault`(seed: UInt64) throws {
    let takes = Self.takes(60, 40, colors: Self.shades, seed: seed)
    let known: [FrameColors] = [.these(Self.shades), .any(isOpaque: false)]
    let bytes = try Self.file(takes, known[Int(seed) % 2], rate: try #require(FrameRate(30)))
    try withTemporaryFile(bytes) { path in
      let check = try Program.run(try #require(Program.find("pngcheck")), ["-q", path])
      #expect(check.code == 0, "\(check.output)")
      #expect(check.output == "")
    }
  }
}
