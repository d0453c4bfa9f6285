import Compare
import Files
import Foundation
import PNG
import Raster
import TestSupport
import Testing

/// Compares counts with an independent implementation of pixelmatch, the PyPI package of the Python in DOODLE_PYTHON.
@Suite struct PixelmatchTests {
  /// A Python with pixelmatch; without one, these tests are skipped.
  static let python: URL? = {
    let named = ProcessInfo.processInfo.environment["DOODLE_PYTHON"].map { URL(fileURLWithPath: $0) }
    guard let python = named ?? ExternalProgram.python else { return nil }
    return (try? ExternalProgram.run(python, ["-c", "import pixelmatch"]))?.code == 0 ? python : nil
  }()

  private static let script = """
    import struct, sys
    from pixelmatch import pixelmatch
    data, at = open(sys.argv[1], 'rb').read(), 0
    while at < len(data):
        w, h, t, aa = struct.unpack('<IIdI', data[at:at + 20]); at += 20
        a = data[at:at + 4 * w * h]; at += 4 * w * h
        b = data[at:at + 4 * w * h]; at += 4 * w * h
        print(pixelmatch(a, b, w, h, threshold=t, includeAA=bool(aa)))
    """

  private struct Pair {
    var first: Bitmap
    var second: Bitmap
    var rule: YIQRule
  }

  @Test(.enabled("needs a Python with pixelmatch: pip install pixelmatch, and DOODLE_PYTHON", { python != nil }))
  func `counts equal those of pixelmatch`() throws {
    let python = try #require(Self.python)
    var random = SeededRandom(seed: 7)
    let pairs = (0..<120).map { pair($0, &random) }
    var bytes: [UInt8] = []
    for pair in pairs {
      for value in [pair.first.width, pair.first.height] { bytes += little(UInt64(value), 4) }
      bytes += little(pair.rule.threshold.bitPattern, 8) + little(pair.rule.includesAntialiased ? 1 : 0, 4)
      for word in pair.first.pixels + pair.second.pixels { bytes += little(UInt64(word), 4) }
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let lines = try ExternalProgram.run(python, ["-c", Self.script, file.path]).output.split(separator: "\n").map {
      Int($0)
    }
    try #require(lines.count == pairs.count)
    #expect(lines.contains { $0 ?? 0 > 0 })
    for (pair, expected) in zip(pairs, lines) {
      let rule = ComparisonRule(metric: .yiq(pair.rule))
      let found = try PictureComparator.difference(RowStream(pair.first), RowStream(pair.second), by: rule)
      #expect(found.count == expected, "\(pair.rule), \(pair.first.width)x\(pair.first.height)")
    }
  }

  /// Discs with smooth edges, moved by a fraction of a pixel, and some noise. Translucent discs are compared on white,
  /// as that implementation does.
  private func pair(_ number: Int, _ random: inout SeededRandom) -> Pair {
    let (width, height) = (Int.random(in: 1...48, using: &random), Int.random(in: 1...48, using: &random))
    let isTranslucent = number % 3 == 0
    let discs = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      (
        x: Double.random(in: 0...Double(width), using: &random),
        y: Double.random(in: 0...Double(height), using: &random),
        radius: Double.random(in: 1...14, using: &random), color: UInt32.random(in: 0...0xFF_FFFF, using: &random),
        alpha: isTranslucent ? Double.random(in: 0...1, using: &random) : 1
      )
    }
    let shift = Double.random(in: 0...0.8, using: &random)
    func draw(_ shift: Double, _ noise: Int) -> Bitmap {
      var pixels: [UInt32] = []
      for y in 0..<height {
        for x in 0..<width {
          var color = SIMD4<Double>(255, 255, 255, isTranslucent ? 0 : 255)
          for disc in discs {
            let (dx, dy) = (Double(x) - disc.x - shift, Double(y) - disc.y)
            let cover = max(0, min(1, disc.radius - (dx * dx + dy * dy).squareRoot() + 0.5)) * disc.alpha
            let ink = SIMD4(
              Double(disc.color & 255), Double(disc.color >> 8 & 255), Double(disc.color >> 16), 255)
            color = color * (1 - cover) + ink * cover
          }
          if noise > 0, Int.random(in: 0..<noise, using: &random) == 0 { color.x = 255 - color.x }
          let values = (0..<4).map { UInt32(color[$0].rounded()) }
          pixels.append(values[0] | values[1] << 8 | values[2] << 16 | values[3] << 24)
        }
      }
      return Bitmap(width: width, height: height, pixels: pixels)
    }
    let thresholds = [0, 0.02, 0.1, 0.3]
    return Pair(
      first: draw(0, 0), second: draw(shift, number % 2 == 0 ? 0 : 30),
      rule: YIQRule(
        threshold: thresholds[number % 4], includesAntialiased: number % 5 == 0,
        backdrop: isTranslucent ? .white : number % 2 == 0 ? .pattern : .white))
  }

  private func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
