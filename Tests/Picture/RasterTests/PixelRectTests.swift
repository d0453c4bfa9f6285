import Geometry
import Raster
import Testing

@Suite struct PixelRectTests {
  private let canvas = PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 50)

  @Test func `a box of pixels is half open`() {
    #expect(canvas.width == 100 && canvas.height == 50)
    #expect(!PixelRect(minX: 3, minY: 3, maxX: 4, maxY: 4).isEmpty)
    #expect(PixelRect(minX: 3, minY: 3, maxX: 3, maxY: 4).isEmpty)
  }

  @Test func `a box with negative size has no pixels`() {
    let inverted = PixelRect(minX: 10, minY: 10, maxX: 0, maxY: 20)
    #expect(inverted.isEmpty)
    #expect(inverted.width == 0 && inverted.height == 10)
  }

  @Test func `adjacent boxes share no pixel`() {
    let left = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)
    let right = PixelRect(minX: 10, minY: 0, maxX: 20, maxY: 10)
    #expect(left.intersection(right).isEmpty)
    #expect(
      left.intersection(PixelRect(minX: 9, minY: 5, maxX: 20, maxY: 30))
        == PixelRect(minX: 9, minY: 5, maxX: 10, maxY: 10))
  }

  struct Cover: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var area: Rect
    /// Nil if the area meets no pixels.
    var pixels: PixelRect?
  }

  @Test(arguments: [
    Cover(
      testDescription: "parts of pixels", area: Rect(minX: 1.5, minY: 2.25, maxX: 3.25, maxY: 4),
      pixels: PixelRect(minX: 1, minY: 2, maxX: 4, maxY: 4)),
    Cover(
      testDescription: "whole pixels", area: Rect(minX: 1, minY: 2, maxX: 3, maxY: 4),
      pixels: PixelRect(minX: 1, minY: 2, maxX: 3, maxY: 4)),
    Cover(
      testDescription: "over two edges", area: Rect(minX: -7.5, minY: 40, maxX: 2, maxY: 60),
      pixels: PixelRect(minX: 0, minY: 40, maxX: 2, maxY: 50)),
    Cover(
      testDescription: "more than an Int holds", area: Rect(minX: -1e300, minY: -1e300, maxX: 1e300, maxY: 1e300),
      pixels: PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 50)),
    Cover(
      testDescription: "without end", area: Rect(minX: -.infinity, minY: 10, maxX: .infinity, maxY: 11),
      pixels: PixelRect(minX: 0, minY: 10, maxX: 100, maxY: 11)),
    Cover(testDescription: "to the left", area: Rect(minX: -20, minY: 0, maxX: -10, maxY: 10), pixels: nil),
    Cover(testDescription: "below", area: Rect(minX: 0, minY: 51, maxX: 10, maxY: 60), pixels: nil),
    Cover(testDescription: "nothing", area: .empty, pixels: nil),
  ])
  func `covering returns exactly the pixels that an area meets`(cover: Cover) {
    let covered = canvas.covering(cover.area)
    if let pixels = cover.pixels {
      #expect(covered == pixels)
    } else {
      #expect(covered.isEmpty, "\(covered)")
    }
  }
}
