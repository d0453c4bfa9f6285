import DoodleKit
import JSON

/// Pictures in the graphics protocol of kitty: a PNG in Base64, in parts of at most 4096 bytes.
enum KittyImage {
  /// - Parameters:
  ///   - png: The contents of the PNG file.
  ///   - number: A positive number that identifies the picture. It replaces an earlier picture with this number, and the
  ///     cursor does not move.
  static func sequence(of png: [UInt8], replacing number: Int? = nil) -> [UInt8] {
    let text = Base64.encoded(png.span)
    let identity = number.map { ",i=\($0),p=1,C=1" } ?? ""
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: max(1, text.count), by: partSize) {
      let end = min(start + partSize, text.count)
      // Transmit and display (a=T) a PNG (f=100), without a response (q=2).
      let control = start == 0 ? "a=T,f=100,q=2\(identity)," : ""
      bytes.append(contentsOf: "\u{1B}_G\(control)m=\(end < text.count ? 1 : 0);".utf8)
      bytes.append(contentsOf: text[start..<end])
      bytes.append(contentsOf: "\u{1B}\\".utf8)
    }
    return bytes
  }

  /// Removes the picture with this number, if there is one.
  static func removal(of number: Int) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8)
  }

  private static let partSize = 4096
}

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

/// Pictures in the inline images protocol of iTerm2: a PNG in Base64 within one escape sequence.
enum ITermImage {
  /// - Parameters:
  ///   - png: The contents of the PNG file.
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  static func sequence(of png: [UInt8], width: Int, height: Int) -> [UInt8] {
    let control = "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(width)px;height=\(height)px:"
    return Array(control.utf8) + Base64.encoded(png.span) + [0x07]
  }
}
