import DoodleKit

/// A changing picture in a terminal with kitty's protocol: a grid of small images, so that a change resends only the
/// images that it touches. The images begin at cell boundaries, so that no seam appears between them.
struct KittyTiles {
  let cell: TerminalSize.Cell
  /// The largest picture, in pixels.
  let room: (width: Int, height: Int)

  /// The size of an image in cells: about a square, and large enough that a picture has a few dozen images at most.
  private static let columns = 16
  private static let rows = 8

  private var width: Int { KittyTiles.columns * cell.width }
  private var height: Int { KittyTiles.rows * cell.height }
  /// The number of images in a row of the largest picture.
  private var imagesAcross: Int { (room.width + width - 1) / width }

  /// Sends each image that overlaps `changed`. The saved cursor position is the picture's top left corner.
  func update(_ bitmap: Bitmap, changed: PixelRect) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in changed.minY / height...(changed.maxY - 1) / height {
      for column in changed.minX / width...(changed.maxX - 1) / width {
        let area = PixelRect(
          minX: column * width, minY: row * height, maxX: min((column + 1) * width, bitmap.width),
          maxY: min((row + 1) * height, bitmap.height))
        var png = MemorySink()
        try writePNG(bitmap.cropped(to: area), options: PNGOptions(threads: 1), to: &png)
        bytes.append(contentsOf: "\u{1B}8".utf8)
        bytes.append(
          contentsOf: TerminalScreen.move(down: row * KittyTiles.rows, right: column * KittyTiles.columns))
        bytes.append(contentsOf: KittyImage.sequence(of: png.bytes, replacing: 1 + row * imagesAcross + column))
      }
    }
    return bytes
  }

  /// Removes all images of the largest picture.
  var removal: [UInt8] {
    let imagesDown = (room.height + height - 1) / height
    return (1...imagesAcross * imagesDown).flatMap { KittyImage.removal(of: $0) }
  }
}
