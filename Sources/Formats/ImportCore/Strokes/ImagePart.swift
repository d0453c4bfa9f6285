import Archive
import Files
import Geometry
import JPEG
import JSON
import PNG
import Raster

/// The part of an image that a board shows, and how it is mirrored.
package struct ImagePart {
  /// The part of the file's picture, as shares of its sides, 0...1.
  package var area: Rect
  /// Whether the part is mirrored after that.
  package var isFlippedX = false
  package var isFlippedY = false
  /// The box of the ellipse outside of which nothing is seen, as shares of the picture's sides.
  package var ellipse: Rect?

  /// - Parameter area: The whole image unless it is given.
  package init(area: Rect = Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)) { self.area = area }

  private var isWhole: Bool { area == ImagePart().area && !isFlippedX && !isFlippedY && ellipse == nil }

  /// Whether base64 is that of a PNG or JPEG file.
  package static func isPicture(_ data: String) -> Bool {
    data.utf8.starts(with: "iVBORw0KGgo".utf8) || data.utf8.starts(with: "/9j/".utf8)
  }

  /// Leaves out what lies outside of a frame.
  /// - Parameter box: The box that the part fills. It is reduced to what the frame shows.
  /// - Returns: False if the frame shows nothing; the box is then unchanged.
  @discardableResult package mutating func cut(_ box: inout Rect, at frame: Rect) -> Bool {
    let rest = box.intersection(frame)
    guard rest.minX < rest.maxX, rest.minY < rest.maxY else { return false }
    var left = (rest.minX - box.minX) / box.width
    var right = (rest.maxX - box.minX) / box.width
    var top = (rest.minY - box.minY) / box.height
    var bottom = (rest.maxY - box.minY) / box.height
    if isFlippedX { (left, right) = (1 - right, 1 - left) }
    if isFlippedY { (top, bottom) = (1 - bottom, 1 - top) }
    area = Rect(
      minX: area.minX + left * area.width, minY: area.minY + top * area.height, maxX: area.minX + right * area.width,
      maxY: area.minY + bottom * area.height)
    box = rest
    return true
  }

  /// The part of a picture in base64, which is the picture itself if it is whole; nil if it is damaged.
  func data(of data: String) -> String? {
    guard let bytes = try? Base64.decoded(Array(data.utf8).span) else { return nil }
    if isWhole {
      // The first chunk's name and the last chunk's. The pixels are checked when they are drawn.
      let isPNG = bytes.count > 45 && bytes[12..<16].elementsEqual("IHDR".utf8)
      return isJPEG(bytes) || isPNG && bytes.suffix(8).starts(with: "IEND".utf8) ? data : nil
    }
    guard let picture = try? readPicture(from: MemorySource(bytes)) else { return nil }
    func pixels(_ low: Double, _ high: Double, of side: Int) -> Range<Int> {
      let start = min(side - 1, max(0, Int(saturating: (low * Double(side)).rounded())))
      return start..<max(start + 1, min(side, Int(saturating: (high * Double(side)).rounded())))
    }
    let columns = pixels(area.minX, area.maxX, of: picture.width)
    let rows = pixels(area.minY, area.maxY, of: picture.height)
    var content: [UInt8] = []
    content.reserveCapacity(4 * columns.count * rows.count)
    for row in rows {
      let y = isFlippedY ? rows.lowerBound + rows.upperBound - 1 - row : row
      for column in columns {
        let x = isFlippedX ? columns.lowerBound + columns.upperBound - 1 - column : column
        let pixel = picture[x, y]
        content.append(pixel.red)
        content.append(pixel.green)
        content.append(pixel.blue)
        let share = shown(
          (Double(x) + 0.5) / Double(picture.width), (Double(y) + 0.5) / Double(picture.height), of: picture.width)
        content.append(UInt8(saturating: (Double(pixel.alpha) * share).rounded()))
      }
    }
    return PNGData.base64(width: columns.count, height: rows.count, pixels: content)
  }

  /// How much of a pixel the ellipse shows, 0...1.
  /// - Parameters:
  ///   - x: The middle of the pixel, as shares of the picture's sides.
  ///   - width: The picture's, in pixels.
  private func shown(_ x: Double, _ y: Double, of width: Int) -> Double {
    guard let ellipse else { return 1 }
    let (across, down) = (
      (x - ellipse.center.x) / (ellipse.width / 2), (y - ellipse.center.y) / (ellipse.height / 2)
    )
    let inside = 1 - (across * across + down * down).squareRoot()
    return min(1, max(0, 0.5 + inside * ellipse.width / 2 * Double(width)))
  }
}
