import PNG
import Files
import Geometry
import Raster

/// Draws a picture of the differences: the first picture in pale gray, pixels that differ in red, pixels that were left
/// out as antialiased in yellow, and areas that were not compared in blue.
package enum DifferencePainter {
  static let different = Pixel(red: 230, green: 0, blue: 30, alpha: 255)
  static let antialiased = Pixel(red: 255, green: 200, blue: 0, alpha: 255)

  /// Draws some rows of that picture, as opaque words in the layout of `Pixel.word`.
  package static func paint(_ rows: PictureComparator.Rows, by rule: ComparisonRule, width: Int) -> [UInt32] {
    var pixels = rows.pixels
    fade(&pixels)
    func start(_ row: Int) -> Int { (row - rows.rows.lowerBound) * width }
    for area in rule.ignored {
      for row in rows.rows.clamped(to: area.minY..<max(area.minY, area.maxY)) {
        for column in (0..<width).clamped(to: area.minX..<max(area.minX, area.maxX)) {
          // Tint the pale gray with light blue.
          pixels[start(row) + column] &= 0xFFFF_E0D0
        }
      }
    }
    for (runs, color) in [(rows.antialiased, antialiased), (rows.different, different)] {
      for run in runs {
        for column in run.columns { pixels[start(run.row) + column] = color.word }
      }
    }
    return pixels
  }

  /// Converts to gray on white, at a sixth of the contrast.
  private static func fade(_ pixels: inout [UInt32]) {
    var words = pixels.mutableSpan
    for index in words.indices {
      let word = words[index]
      // Luma with the weights of BT.601 in 256ths, composited onto white.
      let luma = (77 &* (word & 0xFF) &+ 150 &* (word >> 8 & 0xFF) &+ 29 &* (word >> 16 & 0xFF)) >> 8
      let darkness = (255 &- luma) &* (word >> 24) / 255
      words[index] = 0xFF00_0000 | (255 &- darkness / 6) &* 0x01_01_01
    }
  }
}

extension DifferencePainter {
  /// Draws that picture as a PNG.
  ///
  /// - Throws: `ImageError` if one of the pictures is damaged.
  package static func png(
    _ first: RowStream, _ second: RowStream, by rule: ComparisonRule
  ) throws(ImageError) -> [UInt8] {
    var writer = try PNGRowWriter(width: first.width, height: first.height)
    var sink = MemorySink()
    _ = try PictureComparator.difference(first, second, by: rule) { rows throws(ImageError) in
      if !rows.rows.isEmpty { try writer.write(paint(rows, by: rule, width: first.width), to: &sink) }
    }
    try writer.end(to: &sink)
    return sink.bytes
  }
}
