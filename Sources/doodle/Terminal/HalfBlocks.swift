import DoodleKit

/// A part of a picture as characters: each shows two pixels, one above the other, in 24-bit colours.
struct HalfBlocks {
  /// In columns and rows of characters.
  let width: Int
  let height: Int

  /// - Parameter area: What is shown, in pixels; it is enlarged or reduced to fit.
  func lines(_ picture: Bitmap, _ area: PixelRect) -> [String] {
    let (columns, rows) = size(of: area)
    func pixel(_ column: Int, _ row: Int) -> String {
      row < rows ? Self.color(average(picture, area, column, row, columns, rows)) : "0;0;0"
    }
    return (0..<(rows + 1) / 2).map { line in
      let cells = (0..<columns).map { column in
        "\u{1B}[38;2;\(pixel(column, 2 * line))m\u{1B}[48;2;\(pixel(column, 2 * line + 1))m▀"
      }
      return cells.joined() + "\u{1B}[0m" + String(repeating: " ", count: width - columns)
    }
  }

  /// How many pixels of the terminal a part of a picture takes: as many as fit.
  private func size(of area: PixelRect) -> (columns: Int, rows: Int) {
    let (across, down) = (max(1, area.width), max(1, area.height))
    if across * 2 * height > down * width { return (width, max(1, down * width / across)) }
    return (max(1, across * 2 * height / down), 2 * height)
  }

  /// The mean of the pixels that lie in one of the terminal's, on white.
  private func average(
    _ picture: Bitmap, _ area: PixelRect, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int
  ) -> SIMD4<Int> {
    func range(_ place: Int, _ count: Int, _ start: Int, _ length: Int, _ end: Int) -> Range<Int> {
      let first = min(start + place * length / count, end - 1)
      return first..<max(first + 1, min(end, start + (place + 1) * length / count))
    }
    var sum = SIMD4<Int>(repeating: 0)
    for y in range(row, rows, area.minY, area.height, picture.height) {
      for x in range(column, columns, area.minX, area.width, picture.width) {
        let pixel = picture[x, y]
        let (alpha, white) = (Int(pixel.alpha), 255 * (255 - Int(pixel.alpha)))
        sum &+= SIMD4(
          (Int(pixel.red) * alpha + white) / 255, (Int(pixel.green) * alpha + white) / 255,
          (Int(pixel.blue) * alpha + white) / 255, 1)
      }
    }
    return sum / sum.w
  }

  private static func color(_ channels: SIMD4<Int>) -> String { "\(channels.x);\(channels.y);\(channels.z)" }
}
