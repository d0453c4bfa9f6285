import DoodleKit

/// A picture that changes in a terminal that knows kitty's protocol: a grid of small images, each of which is replaced
/// when something in it changes. They begin where cells do, so that there is no seam between them.
struct KittyTiles {
  let cell: TerminalSize.Cell
  /// The largest picture, in pixels.
  let room: (width: Int, height: Int)

  /// Of an image, in cells: about a square, large enough that a picture has no more than some dozens.
  private static let columns = 16
  private static let rows = 8

  private var width: Int { KittyTiles.columns * cell.width }
  private var height: Int { KittyTiles.rows * cell.height }
  /// How many images a row of the largest picture has.
  private var imagesAcross: Int { (room.width + width - 1) / width }

  /// Places each image that has something of `changed`, from the cursor's saved position on.
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

  /// Takes away all images that there may be.
  var removal: [UInt8] {
    let imagesDown = (room.height + height - 1) / height
    return (1...imagesAcross * imagesDown).flatMap { KittyImage.removal(of: $0) }
  }
}
