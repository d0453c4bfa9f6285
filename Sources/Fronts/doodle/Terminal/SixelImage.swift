import DoodleKit

/// Pictures as sixels, columns of six pixels (DEC, VT3xx graphics programming, chapter 14), in at most 256 colors.
///
/// Up to 256 colors are exact, except that the protocol rounds each channel to hundredths. If there are more, each pixel
/// gets the nearest of 252 colors. Pixels with less than half alpha leave the screen unchanged.
enum SixelImage {
  static func sequence(of bitmap: Bitmap) -> [UInt8] {
    let palette = SixelPalette(bitmap.pixels)
    // Pixels without a color are left unchanged (1); then the aspect ratio of pixels and the size.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(bitmap.width);\(bitmap.height)".utf8)
    for (number, color) in palette.colors.enumerated() {
      let red = percent(color)
      let green = percent(color >> 8)
      let blue = percent(color >> 16)
      bytes.append(contentsOf: "#\(number);2;\(red);\(green);\(blue)".utf8)
    }
    for top in stride(from: 0, to: bitmap.height, by: 6) {
      append(top..<min(top + 6, bitmap.height), of: bitmap, palette, to: &bytes)
      bytes.append(UInt8(ascii: "-"))
    }
    return bytes + Array("\u{1B}\\".utf8)
  }

  /// The low byte as a percentage, rounded.
  private static func percent(_ value: UInt32) -> UInt32 { ((value & 0xFF) * 100 + 127) / 255 }

  /// Appends up to six rows: for each color, the pixels that have it.
  private static func append(_ rows: Range<Int>, of bitmap: Bitmap, _ palette: SixelPalette, to bytes: inout [UInt8]) {
    let width = bitmap.width
    // One byte per column and color: the rows in which the column has the color, the topmost in the lowest bit.
    var layers = [UInt8](repeating: 0, count: palette.colors.count * width)
    var isUsed = [Bool](repeating: false, count: palette.colors.count)
    var last: (word: UInt32, color: Int?) = (0, nil)
    for y in rows {
      let bit: UInt8 = 1 << UInt8(y - rows.lowerBound)
      for x in 0..<width {
        let word = bitmap.pixels[y * width + x]
        if word != last.word {
          last = (word, palette.number(of: word))
          if let color = last.color { isUsed[color] = true }
        }
        if let color = last.color { layers[color * width + x] |= bit }
      }
      last = (0, nil)
    }
    for number in isUsed.indices where isUsed[number] {
      bytes.append(contentsOf: "#\(number)".utf8)
      append(layers[number * width..<(number + 1) * width], to: &bytes)
      bytes.append(UInt8(ascii: "$"))
    }
  }

  /// Appends columns, combining equal ones and omitting empty ones at the end.
  private static func append(_ columns: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var start = columns.startIndex
    while start < columns.endIndex {
      var end = start + 1
      while end < columns.endIndex, columns[end] == columns[start] { end += 1 }
      if end == columns.endIndex, columns[start] == 0 { break }
      append(63 + columns[start], times: end - start, to: &bytes)
      start = end
    }
  }

  private static func append(_ sixel: UInt8, times count: Int, to bytes: inout [UInt8]) {
    if count > 3 {
      bytes.append(contentsOf: "!\(count)".utf8)
      bytes.append(sixel)
    } else {
      for _ in 0..<count { bytes.append(sixel) }
    }
  }
}

/// The colors of a picture, or, if there are too many, a cube of 252 colors.
private struct SixelPalette {
  /// Red, green and blue, starting at the low byte.
  private(set) var colors: [UInt32] = []
  /// The index of each color in `colors`; unused for the cube.
  private var numbers: [UInt32: Int] = [:]
  /// Whether the colors are the cube.
  private var isCube = false

  private static let limit = 256
  /// The number of levels of red, green and blue: the eye distinguishes greens best.
  private static let levels: [UInt32] = [6, 7, 6]

  init(_ pixels: [UInt32]) {
    var last = UInt32(0)
    for word in pixels where word != last {
      last = word
      guard word >> 24 >= 128, numbers[word & 0xFF_FFFF] == nil else { continue }
      guard colors.count < Self.limit else {
        becomeCube()
        return
      }
      numbers[word & 0xFF_FFFF] = colors.count
      colors.append(word & 0xFF_FFFF)
    }
  }

  private mutating func becomeCube() {
    isCube = true
    let (reds, greens, blues) = (Self.levels[0], Self.levels[1], Self.levels[2])
    colors = (0..<reds * greens * blues).map { number in
      let red = number / (greens * blues) * 255 / (reds - 1)
      let green = number / blues % greens * 255 / (greens - 1)
      return red | green << 8 | (number % blues * 255 / (blues - 1)) << 16
    }
  }

  /// The index of the color of a pixel; nil if it has less than half alpha.
  func number(of word: UInt32) -> Int? {
    guard word >> 24 >= 128 else { return nil }
    guard isCube else { return numbers[word & 0xFF_FFFF] }
    var number = 0
    for channel in 0..<3 {
      let levels = Self.levels[channel]
      let value = word >> (8 * UInt32(channel)) & 0xFF
      number = number * Int(levels) + Int((value * (levels - 1) + 127) / 255)
    }
    return number
  }
}
