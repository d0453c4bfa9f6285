import Geometry

/// The color distance and the antialiasing test of pixelmatch (github.com/mapbox/pixelmatch, versions 6 and 7). The
/// arithmetic is identical to the last bit, so that the counts are equal.
///
/// The distance is that of Kotsarenko & Ramos, "Measuring perceived color difference using YIQ NTSC transmission color
/// space in mobile applications" (2010); the test follows Vyšniauskas, "Anti-aliased pixel and intensity slope
/// detector" (2009).
struct YIQComparison {
  let rule: YIQRule
  /// The size of the pictures in pixels.
  let width: Int
  let height: Int
  /// The largest distance that does not count.
  private let limit: Double

  init(rule: YIQRule, width: Int, height: Int) {
    self.rule = rule
    self.width = width
    self.height = height
    // 35215 is the largest possible distance.
    limit = 35215 * rule.threshold * rule.threshold
  }

  enum Verdict {
    case same, different, antialiased
  }

  /// Compares the pixels at (x, y), which are not equal.
  func verdict(_ first: PixelWindow, _ second: PixelWindow, x: Int, y: Int) -> Verdict {
    let index = y * width + x
    guard distance(first[x, y], second[x, y], at: index).magnitude > limit else { return .same }
    if rule.includesAntialiased { return .different }
    return isAntialiased(first, second, x, y) || isAntialiased(second, first, x, y) ? .antialiased : .different
  }

  // MARK: Distances

  /// - Parameter index: The index of the pixel in the picture.
  private func distance(_ a: UInt32, _ b: UInt32, at index: Int) -> Double {
    let (y, i, q): (Double, Double, Double)
    switch rule.backdrop {
    case .pattern:
      let d = step(a, b, at: index)
      (y, i, q) = (Self.y(d), Self.i(d), Self.q(d))
    case .white:
      let (c, d) = (onWhite(a), onWhite(b))
      (y, i, q) = (Self.y(c) - Self.y(d), Self.i(c) - Self.i(d), Self.q(c) - Self.q(d))
    }
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// How much brighter `a` is than `b`.
  ///
  /// - Parameter index: The index of pixel `a` in the picture.
  private func brightness(_ a: UInt32, over b: UInt32, at index: Int) -> Double {
    if a == b { return 0 }
    return switch rule.backdrop {
    case .pattern: Self.y(step(a, b, at: index))
    case .white: Self.y(onWhite(a)) - Self.y(onWhite(b))
    }
  }

  private static func y(_ c: SIMD3<Double>) -> Double { c.x * 0.29889531 + c.y * 0.58662247 + c.z * 0.11448223 }
  private static func i(_ c: SIMD3<Double>) -> Double { c.x * 0.59597799 - c.y * 0.27417610 - c.z * 0.32180189 }
  private static func q(_ c: SIMD3<Double>) -> Double { c.x * 0.21147017 - c.y * 0.52261711 + c.z * 0.31114694 }

  /// The difference of two colors, both composited onto the color that the pattern has at `index`.
  private func step(_ a: UInt32, _ b: UInt32, at index: Int) -> SIMD3<Double> {
    let (first, second) = (Self.color(a), Self.color(b))
    let (alpha, other) = (Double(a >> 24), Double(b >> 24))
    guard alpha < 255 || other < 255 else { return first - second }
    // The pattern depends on the byte offset of the pixel, which is even.
    let offset = Double(4 * index)
    let pattern = SIMD3(
      48, 48 + 159 * Self.parity(offset / 1.618033988749895), 48 + 159 * Self.parity(offset / 2.618033988749895))
    let (laid, otherLaid) = (first * alpha, second * other)
    return (laid - otherLaid - pattern * (alpha - other)) / 255
  }

  /// The remainder of the integer part, converted to 32 bits as JavaScript does, divided by 2.
  private static func parity(_ value: Double) -> Double {
    Double(Int32(truncatingIfNeeded: Int64(saturating: value)) % 2)
  }

  private func onWhite(_ word: UInt32) -> SIMD3<Double> {
    let color = Self.color(word)
    guard word >> 24 < 255 else { return color }
    return 255 + (color - 255) * (Double(word >> 24) / 255)
  }

  private static func color(_ word: UInt32) -> SIMD3<Double> {
    SIMD3(Double(word & 0xFF), Double(word >> 8 & 0xFF), Double(word >> 16 & 0xFF))
  }

  // MARK: Antialiasing

  /// Whether a pixel has both darker and brighter neighbors and at most two of the same brightness, and the darkest or
  /// the brightest neighbor lies in a flat area of both pictures.
  private func isAntialiased(_ picture: PixelWindow, _ other: PixelWindow, _ x: Int, _ y: Int) -> Bool {
    let (columns, rows) = neighbors(x, y)
    let center = picture[x, y]
    var equal = isAtEdge(x, y) ? 1 : 0
    var darkest = (delta: 0.0, x: 0, y: 0)
    var brightest = darkest
    for column in columns {
      for row in rows where column != x || row != y {
        let delta = brightness(center, over: picture[column, row], at: y * width + x)
        if delta == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if delta < darkest.delta {
          darkest = (delta, column, row)
        } else if delta > brightest.delta {
          brightest = (delta, column, row)
        }
      }
    }
    guard darkest.delta != 0, brightest.delta != 0 else { return false }
    return [darkest, brightest].contains { isFlat(picture, $0.x, $0.y) && isFlat(other, $0.x, $0.y) }
  }

  /// Whether at least three neighbors have the color of the pixel; outside the picture there is one such neighbor.
  private func isFlat(_ picture: PixelWindow, _ x: Int, _ y: Int) -> Bool {
    let (columns, rows) = neighbors(x, y)
    let center = picture[x, y]
    var equal = isAtEdge(x, y) ? 1 : 0
    for column in columns {
      for row in rows where column != x || row != y {
        if picture[column, row] == center { equal += 1 }
      }
    }
    return equal > 2
  }

  private func neighbors(_ x: Int, _ y: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    (max(x - 1, 0)...min(x + 1, width - 1), max(y - 1, 0)...min(y + 1, height - 1))
  }

  private func isAtEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }
}

/// The last rows of a picture that have been read.
struct PixelWindow {
  let width: Int
  private(set) var firstRow = 0
  private(set) var pixels: [UInt32] = []

  init(width: Int) {
    self.width = width
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[(y - firstRow) * width + x] }

  /// The index of a row's first pixel in `pixels`.
  func start(ofRow row: Int) -> Int { (row - firstRow) * width }

  /// Drops the rows before `row` and appends the next ones.
  mutating func advance(to row: Int, adding rows: [UInt32]) {
    pixels.removeFirst((row - firstRow) * width)
    pixels.append(contentsOf: rows)
    firstRow = row
  }
}
