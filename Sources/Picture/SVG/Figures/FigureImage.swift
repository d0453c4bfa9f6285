import Geometry
import Raster

/// An image in a document.
package struct FigureImage: Equatable, Sendable {
  package let source: ImageSource
  /// From the image's pixels to the document's units.
  package let map: Affine
  /// 0...1.
  package let opacity: Double
  package let blend: BlendMode
  /// The image as a data URL, if it is written as text; made once, because it takes long.
  private(set) var url: [UInt8] = []

  /// An image that is drawn smaller than it is gets scaled down first: programs differ in how they leave out pixels, and
  /// the document becomes smaller.
  /// - Parameters:
  ///   - frame: The box that the image is stretched to, before `map`.
  ///   - map: From points of the frame to pixels.
  init(_ source: ImageSource, in frame: Rect, map: Affine, opacity: Double = 1, _ blend: BlendMode = .over) {
    let width = Vector(map.a, map.b).length * frame.width
    let height = Vector(map.c, map.d).length * frame.height
    let columns = Swift.min(source.width, Swift.max(1, Int(saturating: Swift.min(1e9, width.rounded(.up)))))
    let rows = Swift.min(source.height, Swift.max(1, Int(saturating: Swift.min(1e9, height.rounded(.up)))))
    self.source = source.scaled(toWidth: columns, height: rows)
    self.map = Affine(
      a: frame.width / Double(self.source.width), b: 0, c: 0, d: frame.height / Double(self.source.height),
      tx: frame.minX, ty: frame.minY
    ).concatenating(map).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    (self.opacity, self.blend) = (rounded(opacity, decimals: 4), blend)
  }

  mutating func encode() { url = Self.dataURL(of: source) }

  package static func == (a: FigureImage, b: FigureImage) -> Bool {
    a.map == b.map && a.opacity == b.opacity && a.blend == b.blend && a.source.width == b.source.width
      && a.source.height == b.source.height && a.source.pixels == b.source.pixels
  }
}
