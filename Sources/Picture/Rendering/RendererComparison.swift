import Ink
import Raster

/// Compares two renderers that follow one drawing and should make the same picture.
package struct RendererComparison: Sendable {
  private var first: any Renderer
  private var second: any Renderer
  private var version: Int?

  package init(_ first: any Renderer, _ second: any Renderer) {
    (self.first, self.second) = (first, second)
  }

  /// Updates both renderers.
  /// - Returns: The difference of their pictures; nil if they are equal, if a renderer makes no picture, or if the
  ///   drawing has not changed since the last call.
  /// - Throws: `RenderError` if a renderer takes more memory than its limit.
  package mutating func difference(at drawing: Drawing) throws(RenderError) -> PixelDifference? {
    if version == drawing.version { return nil }
    version = drawing.version
    let (a, b) = (try first.output(of: drawing), try second.output(of: drawing))
    guard case .picture(let picture) = a, case .picture(let other) = b else { return nil }
    return PixelDifference(picture, other)
  }
}

/// The difference of a picture from its reference, which has the same size.
package struct PixelDifference: Hashable, Sendable {
  /// How many pixels differ.
  package let count: Int
  /// The column and the row of the first of them, row by row.
  package let x: Int
  package let y: Int
  /// That pixel in the picture and in the reference.
  package let pixel: Pixel
  package let expected: Pixel

  /// Fails if the pictures are equal.
  package init?(_ picture: Picture, _ reference: Picture) {
    var count = 0
    var first: (index: Int, pixel: UInt32, expected: UInt32)?
    var (rows, expected): ([UInt32], [UInt32]) = ([], [])
    for band in 0..<picture.bandCount {
      picture.copyBand(band, into: &rows)
      reference.copyBand(band, into: &expected)
      if rows == expected { continue }
      let start = picture.rows(ofBand: band).lowerBound * picture.width
      for index in rows.indices where rows[index] != expected[index] {
        count += 1
        first = first ?? (start + index, rows[index], expected[index])
      }
    }
    guard let first else { return nil }
    self.count = count
    (y, x) = first.index.quotientAndRemainder(dividingBy: picture.width)
    (pixel, self.expected) = (Pixel(word: first.pixel), Pixel(word: first.expected))
  }
}

extension PixelDifference: CustomStringConvertible {
  package var description: String {
    func text(_ pixel: Pixel) -> String { "rgba(\(pixel.red), \(pixel.green), \(pixel.blue), \(pixel.alpha))" }
    return "\(count) \(count == 1 ? "pixel differs" : "pixels differ") from a full redraw; "
      + "at (\(x), \(y)): \(text(pixel)), expected \(text(expected))"
  }
}
