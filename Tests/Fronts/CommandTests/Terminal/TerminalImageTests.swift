import DoodleKit
import Foundation
import TestSupport
import Testing

@testable import doodle

@Suite struct TerminalImageTests {
  private static let colors = [
    word(30, 102, 245), word(255, 255, 255), word(0, 0, 0), word(1, 254, 3), 0, word(9, 9, 9, 127), word(9, 9, 9, 128),
  ]

  /// Pixels with less than half alpha are not shown; all others are shown as opaque.
  private func shown(_ word: UInt32) -> UInt32 { word >> 24 < 128 ? 0 : word | 0xFF00_0000 }

  @Test(arguments: [(1, 1), (7, 4), (40, 13), (3, 30)])
  func `half blocks show the pixels of the picture`(width: Int, height: Int) {
    for seed in 0..<8 as Range<UInt64> {
      let picture = Bitmap.random(width: width, height: height, colors: Self.colors, seed: seed)
      let text = HalfBlocks.text(of: picture)
      let screen = TerminalEmulator(text)
      #expect(screen.unsupported.isEmpty)
      #expect(screen.words(width: width, height: height) == picture.pixels.map(shown))
      #expect(text.count { $0 == UInt8(ascii: "\n") } == HalfBlocks.rows(height: height))
    }
  }

  @Test func `colors are set only when they change, and reset at the end of a row`() {
    let blue = word(0, 0, 255)
    let text = HalfBlocks.text(of: Bitmap(width: 3, height: 2, pixels: [blue, blue, blue, blue, blue, 0]))
    #expect(String(decoding: text, as: UTF8.self) == "\u{1B}[48;2;0;0;255m  \u{1B}[38;2;0;0;255m\u{1B}[49m▀\u{1B}[0m\n")
    let clear = HalfBlocks.text(of: Bitmap(width: 2, height: 1, pixels: [0, 0]))
    #expect(String(decoding: clear, as: UTF8.self) == "  \n")
  }

  @Test(arguments: [(1, 1), (31, 5), (200, 190)])
  func `the parts of kitty's sequence are a PNG in Base64`(width: Int, height: Int) throws {
    let picture = Bitmap.random(width: width, height: height, colors: Self.colors, seed: 4)
    let png = try picture.png()
    for replacing in [false, true] {
      let text = String(decoding: KittyImage.sequence(of: png, replacing: replacing ? 1 : nil), as: UTF8.self)
      let sequences: [Substring] = text.split(separator: "\u{1B}\\")
      let parts: [[Substring]] = sequences.map { $0.split(separator: ";", maxSplits: 1) }
      let controls: [String] = parts.map { String($0[0]) }
      #expect(controls.first?.hasPrefix("\u{1B}_Ga=T,f=100,q=2,") == true)
      #expect(controls.first?.contains("i=1,p=1,C=1") == replacing)
      #expect(controls.dropFirst().allSatisfy { $0.hasPrefix("\u{1B}_Gm=") })
      #expect(controls.dropLast().allSatisfy { $0.hasSuffix("m=1") })
      #expect(controls.last?.hasSuffix("m=0") == true)
      #expect(parts.allSatisfy { $0[1].utf8.count <= 4096 })
      #expect(parts.dropLast().allSatisfy { $0[1].utf8.count % 4 == 0 })
      let data = try #require(Data(base64Encoded: parts.map { String($0[1]) }.joined()))
      #expect(
        try readPNG(from: MemorySource(Array(data))) == Bitmap(width: width, height: height, pixels: picture.pixels))
    }
  }

  @Test func `iTerm2's sequence has the sizes of the file and the picture, and a PNG in Base64`() throws {
    let picture = Bitmap.random(width: 50, height: 20, colors: Self.colors, seed: 9)
    let png = try picture.png()
    let text = String(decoding: ITermImage.sequence(of: png, width: 50, height: 20), as: UTF8.self)
    let start = "\u{1B}]1337;File=inline=1;size=\(png.count);width=50px;height=20px:"
    #expect(text.hasPrefix(start) && text.hasSuffix("\u{07}"))
    #expect(Data(base64Encoded: String(text.dropFirst(start.count).dropLast())) == Data(png))
  }

  @Test(arguments: [(1, 1), (9, 6), (10, 7), (64, 25), (300, 2)])
  func `sixels show the pixels of the picture, with colors rounded to hundredths`(width: Int, height: Int) throws {
    for seed in 0..<5 as Range<UInt64> {
      let picture = Bitmap.random(width: width, height: height, colors: Self.colors, seed: seed)
      let decoded = try SixelDecoder(SixelImage.sequence(of: picture))
      #expect(decoded.width == width && decoded.height == height)
      for y in 0..<height {
        for x in 0..<width {
          let pixel = picture[x, y]
          let colors: [UInt8] = [pixel.red, pixel.green, pixel.blue]
          let expected: [Int] = colors.map { (color: UInt8) -> Int in
            let hundredths: Double = Double(color) * 100 / 255
            return Int(hundredths.rounded())
          }
          #expect(decoded.pixels[y][x] == (pixel.alpha < 128 ? nil : SIMD3(expected)))
        }
      }
    }
  }

  @Test func `with more than 256 colors, each pixel gets a similar one`() throws {
    var random = SeededRandom(seed: 3)
    let pixels = (0..<60 * 40).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
    let picture = Bitmap(width: 60, height: 40, pixels: pixels)
    let bytes = SixelImage.sequence(of: picture)
    let decoded = try SixelDecoder(bytes)
    for y in 0..<40 {
      for x in 0..<60 {
        let pixel = picture[x, y]
        let near = try #require(decoded.pixels[y][x])
        // The palette has six or seven levels per channel: half a step, and half a hundredth.
        #expect(abs(Double(near.x) - Double(pixel.red) / 2.55) <= 10.6)
        #expect(abs(Double(near.y) - Double(pixel.green) / 2.55) <= 9)
        #expect(abs(Double(near.z) - Double(pixel.blue) / 2.55) <= 10.6)
      }
    }
    #expect(String(decoding: bytes, as: UTF8.self).matches(of: /#\d+;2;/).count <= 256)
  }

  @Test func `runs of sixels are stored with a count`() {
    let black = Bitmap(width: 100, height: 6, pixels: [UInt32](repeating: word(0, 0, 0), count: 600))
    #expect(
      String(decoding: SixelImage.sequence(of: black), as: UTF8.self)
        == "\u{1B}P0;1;0q\"1;1;100;6#0;2;0;0;0#0!100~$-\u{1B}\\")
  }
}
