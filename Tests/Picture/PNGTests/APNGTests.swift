import Files
import Geometry
import PNG
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

  /// Frames, each of which changes a random rectangle of the frame before.
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

  private static func outline(_ takes: [Take], _ rate: FrameRate) -> APNGOutline {
    var outline = APNGOutline(rate: rate)
    var last: [UInt32] = []
    for take in takes {
      let now = take.frame.pixels
      let changed = last.isEmpty ? now.count : now.indices.count { now[$0] != last[$0] }
      outline.add(changed: take.changed, changedCount: changed, duration: take.duration)
      last = now
    }
    return outline
  }

  private static func file(
    _ takes: [Take], _ colors: FrameColors, rate: FrameRate, plays: Int = 0,
    _ compression: PNGOptions.Compression = .fast, threads: Int = 1
  ) throws -> [UInt8] {
    let collector = Collector()
    var writer = try APNGWriter(
      width: takes[0].frame.width, height: takes[0].frame.height, colors: colors, outline: outline(takes, rate),
      plays: plays, compression: compression, threads: threads, to: collector)
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

  private static let grays = (0..<256).map { gray($0) }
  private static let opaque = (0..<256).map { word($0, 255 - $0, 17) }
  private static let shades = (0..<256).map { word(30, 100, 245, $0) }.map { $0 >> 24 == 0 ? 0 : $0 }

  @Test(
    arguments: [
      Colors(testDescription: "256 shades", known: .these(shades), type: 3, words: shades),
      Colors(
        testDescription: "black and white", known: .these([gray(0), gray(255)]), type: 0, words: [gray(0), gray(255)]),
      Colors(testDescription: "grays", known: .grays(isOpaque: true), type: 0, words: grays),
      Colors(
        testDescription: "grays and alpha", known: .grays(isOpaque: false), type: 4,
        words: [0, gray(255), gray(9, 80), gray(100, 1)]),
      Colors(
        testDescription: "colors", known: .any(isOpaque: true), type: 2,
        words: grays + [word(1, 2, 3), word(255, 0, 0)]),
      Colors(
        testDescription: "colors and alpha", known: .any(isOpaque: false), type: 6,
        words: [0, word(1, 2, 3, 4), word(255, 255, 0, 128), gray(255)]),
    ], PNGOptions.Compression.allCases)
  func `frames are exact, in the smallest color type that is known to suffice`(
    colors: Colors, compression: PNGOptions.Compression
  ) throws {
    let rate = try #require(FrameRate(25))
    for (seed, size) in [(1, 1), (7, 5), (90, 41), (500, 3)].enumerated() {
      let takes = Self.takes(size.0, size.1, colors: colors.words, seed: UInt64(seed))
      let bytes = try Self.file(takes, colors.known, rate: rate, plays: 3, compression)
      let apng = try APNGFile(bytes)
      // In a small picture a palette takes more bytes than it saves.
      if size.0 * size.1 > 1000 || colors.type != 3 { #expect(apng.colorType == colors.type) }
      #expect(apng.plays == 3)
      #expect(apng.frames.map(\.area) == takes.map(\.changed))
      #expect(apng.frames.map(\.pixels) == takes.map(\.frame.pixels))
      #expect(apng.frames.map(\.delay.numerator) == takes.map(\.duration))
      #expect(apng.frames.allSatisfy { $0.delay.denominator == 25 })
      // Programs without support for animation see the first frame.
      #expect(try readPNG(from: MemorySource(bytes)) == takes[0].frame)
    }
  }

  @Test(arguments: [(30, 1, 65_535), (30, 1, 65_536), (30, 1, 200_000), (30_000, 1001, 65), (30_000, 1001, 150)])
  func `frames longer than the largest delay keep their duration`(frames: Int, seconds: Int, duration: Int) throws {
    let first = Bitmap(width: 3, height: 2, pixels: [word(1, 2, 3), gray(5), 0, gray(255), 0, 0])
    var second = first
    second[0, 0] = Pixel(word: gray(77))
    let takes = [
      Take(frame: first, changed: Self.whole(first), duration: duration),
      Take(frame: second, changed: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), duration: 1),
    ]
    let rate = try #require(FrameRate(frames, per: seconds))
    let apng = try APNGFile(try Self.file(takes, .any(isOpaque: false), rate: rate))
    #expect(apng.frames.allSatisfy { $0.delay.denominator == frames && $0.delay.numerator % seconds == 0 })
    let lasting = apng.frames.map { $0.delay.numerator / seconds }
    let sum: Int = lasting.dropLast().reduce(0, +)
    #expect(sum == duration)
    #expect(lasting.last == 1)
    #expect(apng.frames.dropLast().allSatisfy { $0.pixels == first.pixels })
    #expect(apng.frames.last?.pixels == second.pixels)
  }

  /// Frames in which opposite corners change at once, in a picture of many colors.
  private static func corners(_ colors: [UInt32], seed: UInt64) -> [Take] {
    var random = SeededRandom(seed: seed)
    var frame = Bitmap.random(width: 70, height: 50, colors: colors, seed: seed)
    var takes = [Take(frame: frame, changed: whole(frame), duration: 1)]
    for _ in 0..<8 {
      for (x, y) in [
        (0, 0), (69, 49), (Int.random(in: 0..<70, using: &random), Int.random(in: 0..<50, using: &random)),
      ] {
        let others = colors.filter { $0 != frame[x, y].word }
        frame[x, y] = Pixel(word: others.randomElement(using: &random)!)
      }
      takes.append(Take(frame: frame, changed: whole(frame), duration: 1))
    }
    return takes
  }

  @Test(
    arguments: [
      Colors(testDescription: "all grays", known: .these(grays), type: 4, words: grays),
      Colors(testDescription: "255 shades", known: .these(Array(opaque.dropFirst())), type: 3, words: opaque),
      Colors(testDescription: "256 shades", known: .these(opaque), type: 6, words: opaque),
      Colors(testDescription: "grays", known: .grays(isOpaque: true), type: 4, words: grays),
      Colors(testDescription: "colors", known: .any(isOpaque: true), type: 6, words: opaque),
    ], PNGOptions.Compression.allCases)
  func `unchanged pixels are clear if little of the rectangle changes`(
    colors: Colors, compression: PNGOptions.Compression
  ) throws {
    let words = colors.type == 3 ? Array(colors.words.dropFirst()) : colors.words
    let takes = Self.corners(words, seed: 3)
    let bytes = try Self.file(takes, colors.known, rate: try #require(FrameRate(30)), compression)
    let apng = try APNGFile(bytes)
    #expect(apng.colorType == colors.type)
    #expect(apng.frames.map(\.pixels) == takes.map(\.frame.pixels))
    #expect(apng.frames.dropFirst().allSatisfy { $0.isOver })
    // Stored completely, each of the other frames would be about as large as the first.
    let first = try Self.file([takes[0]], colors.known, rate: try #require(FrameRate(30)), compression)
    #expect(bytes.count < 2 * first.count)
  }

  @Test(arguments: rounds(8))
  func `translucent pixels are composited only over clear ones, and otherwise replace them`(seed: UInt64) throws {
    let rate = try #require(FrameRate(30))
    let paper = Bitmap(width: 40, height: 30, pixels: [UInt32](repeating: 0, count: 1200))
    var ink = paper
    ink[0, 0] = Pixel(word: word(9, 8, 7, Int(seed) + 100))
    ink[39, 29] = Pixel(word: word(1, 2, 3, 255))
    var more = ink
    more[0, 0] = Pixel(word: seed % 2 == 0 ? word(9, 8, 7, 250) : 0)
    more[39, 29] = Pixel(word: word(3, 2, 1))
    let takes = [paper, ink, more].map { Take(frame: $0, changed: Self.whole($0), duration: 1) }
    for colors in [FrameColors.any(isOpaque: false), .these([paper, ink, more].flatMap(\.pixels))] {
      let apng = try APNGFile(try Self.file(takes, colors, rate: rate))
      #expect(apng.frames.map(\.pixels) == takes.map(\.frame.pixels))
      #expect(apng.frames.map(\.isOver) == [false, true, false])
    }
  }

  @Test(arguments: [PNGOptions.Compression.fast, .small])
  func `any number of threads writes the same bytes`(compression: PNGOptions.Compression) throws {
    // More frames and pixels than are compressed together.
    for (side, count) in [(400, 2), (90, 12)] {
      let first = Self.takes(side, side, colors: Self.shades, seed: 3)
      let takes =
        first
        + (0..<count).flatMap { _ in
          first.dropFirst().reversed().map { take in
            Take(frame: take.frame, changed: Self.whole(take.frame), duration: take.duration)
          }
        }
      let rate = try #require(FrameRate(30))
      let one = try Self.file(takes, .any(isOpaque: false), rate: rate, compression)
      for threads in [2, 5] {
        let file = try Self.file(takes, .any(isOpaque: false), rate: rate, compression, threads: threads)
        #expect(file == one, "\(threads) threads")
      }
    }
  }

  @Test func `each frame is written before the next one is appended`() throws {
    let takes = Self.takes(90, 40, colors: Self.shades, seed: 1)
    let (rate, collector) = (try #require(FrameRate(30)), Collector())
    var writer = try APNGWriter(
      width: 90, height: 40, colors: .any(isOpaque: false), outline: Self.outline(takes, rate), to: collector)
    for (number, take) in takes.enumerated() {
      try writer.append(take.frame, changed: take.changed, duration: take.duration)
      // There is one fcTL chunk per frame so far.
      let names = collector.bytes.indices.dropLast(3).count { collector.bytes[$0..<$0 + 4].elementsEqual("fcTL".utf8) }
      #expect(names == number + 1)
    }
    let before = collector.bytes.count
    try writer.finish()
    #expect(collector.bytes.count == before + 12, "only IEND was missing")
  }

  @Test(.enabled(if: ExternalProgram.find("pngcheck") != nil, "needs pngcheck"), arguments: rounds(6))
  func `pngcheck accepts the file`(seed: UInt64) throws {
    let isSparse = seed % 3 == 0
    let takes =
      isSparse ? Self.corners(Self.opaque, seed: seed) : Self.takes(60, 40, colors: Self.shades, seed: seed)
    let known: [FrameColors] = [.these(isSparse ? Self.opaque : Self.shades), .any(isOpaque: isSparse)]
    let bytes = try Self.file(takes, known[Int(seed) % 2], rate: try #require(FrameRate(30)))
    try withTemporaryFile(bytes) { path in
      let check = try ExternalProgram.run(try #require(ExternalProgram.find("pngcheck")), ["-q", path])
      #expect(check.code == 0, "\(check.output)")
      #expect(check.output == "")
    }
  }

  @Test(arguments: [(30, 1, 30, 1), (60, 2, 30, 1), (30000, 1001, 30000, 1001), (2997, 100, 2997, 100)])
  func `a rate is a fraction without common divisors`(frames: Int, seconds: Int, top: Int, bottom: Int) {
    let rate = FrameRate(frames, per: seconds)
    #expect(rate?.frames == top)
    #expect(rate?.seconds == bottom)
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (65_536, 1), (1, 65_537), (131_073, 2)])
  func `a rate that an APNG cannot store is refused`(frames: Int, seconds: Int) {
    #expect(FrameRate(frames, per: seconds) == nil)
  }
}
