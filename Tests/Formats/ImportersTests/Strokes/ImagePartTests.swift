import Files
import Geometry
import JSON
import PNG
import Raster
import TestSupport
import Testing

@testable import ImportCore

@Suite struct ImagePartTests {
  /// A picture of 4 by 3 pixels, each of its own color.
  private let picture = Bitmap(
    width: 4, height: 3, pixels: (0..<12).map { Pixel(red: UInt8($0), green: UInt8(20 * $0), blue: 200).word })

  /// The red channel of each pixel of the part, which is its number in the picture.
  private func numbers(_ part: ImagePart) throws -> [[Int]] {
    var sink = MemorySink()
    try writePNG(picture, to: &sink)
    let base64 = String(decoding: Base64.encoded(sink.bytes.span), as: UTF8.self)
    let data = try #require(part.data(of: base64))
    let bitmap = try readPNG(from: MemorySource(try Base64.decoded(Array(data.utf8).span)))
    return (0..<bitmap.height).map { y in (0..<bitmap.width).map { x in Int(bitmap[x, y].red) } }
  }

  private func part(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> ImagePart {
    ImagePart(area: Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
  }

  @Test func `a part is cut from the picture, and then mirrored`() throws {
    #expect(try numbers(ImagePart()) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])
    #expect(try numbers(part(0.5, 1.0 / 3, 1, 1)) == [[6, 7], [10, 11]])
    var mirrored = part(0.5, 1.0 / 3, 1, 1)
    mirrored.isFlippedX = true
    #expect(try numbers(mirrored) == [[7, 6], [11, 10]])
    mirrored.isFlippedY = true
    #expect(try numbers(mirrored) == [[11, 10], [7, 6]])
    // At least one pixel.
    #expect(try numbers(part(1, 1, 1, 1)) == [[11]])
  }

  @Test(arguments: [false, true]) func `a frame leaves the part of the picture that lies in it`(isFlipped: Bool) throws
  {
    var part = ImagePart()
    part.isFlippedX = isFlipped
    var box = Rect(minX: 10, minY: 10, maxX: 50, maxY: 40)
    part.cut(&box, at: Rect(minX: 0, minY: 20, maxX: 30, maxY: 90))
    #expect(box == Rect(minX: 10, minY: 20, maxX: 30, maxY: 40))
    #expect(try numbers(part) == (isFlipped ? [[7, 6], [11, 10]] : [[4, 5], [8, 9]]))
    // Nothing in common.
    part.cut(&box, at: Rect(minX: 100, minY: 100, maxX: 110, maxY: 110))
    #expect(box == Rect(minX: 10, minY: 20, maxX: 30, maxY: 40))
  }

  @Test(arguments: ["", "iVBORw0KGgo", "/9j/", "iVBORw0KGgoAAAANSUhEUgAAAAEA", "?"])
  func `a damaged picture has no part`(data: String) {
    var part = ImagePart()
    part.isFlippedX = true
    #expect(part.data(of: data) == nil)
  }
}
