import Files
import Geometry
import JSON
import PNG
import Raster

/// An image in a document, embedded as a PNG.
struct SVGImage {
  private let source: ImageSource
  private let frame: Rect
  /// From points of the frame to pixels.
  private let map: Affine

  /// An image that is drawn smaller than it is gets scaled down first: SVG programs differ in how they leave out
  /// pixels, and the document becomes smaller.
  /// - Parameters:
  ///   - frame: The box that the image is stretched to, before `map`.
  ///   - map: From points of the frame to pixels.
  init(_ source: ImageSource, in frame: Rect, map: Affine) {
    let width = Vector(map.a, map.b).length * frame.width
    let height = Vector(map.c, map.d).length * frame.height
    let columns = Swift.min(source.width, Swift.max(1, Int(saturating: Swift.min(1e9, width.rounded(.up)))))
    let rows = Swift.min(source.height, Swift.max(1, Int(saturating: Swift.min(1e9, height.rounded(.up)))))
    self.source = source.scaled(toWidth: columns, height: rows)
    (self.frame, self.map) = (frame, map)
  }

  /// - Parameter opacity: 0...1.
  func markup(opacity: Double, _ blend: BlendMode = .over) -> [UInt8] {
    var markup = SVGMarkup()
    let units = Affine(
      a: frame.width / Double(source.width), b: 0, c: 0, d: frame.height / Double(source.height), tx: frame.minX,
      ty: frame.minY
    ).concatenating(map).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    markup.append("<image")
    markup.attribute("width", String(source.width))
    markup.attribute("height", String(source.height))
    markup.attribute("preserveAspectRatio", "none")
    markup.attribute("opacity", opacity, decimals: 4, initial: 1)
    if blend.mixesColors { markup.attribute("style", blend.declaration) }
    markup.attribute("transform", SVGMarkup.transform(units))
    markup.attribute("href", SVGImage.dataURL(of: source))
    markup.append("/>\n")
    return markup.bytes
  }

  /// A data URL (RFC 2397) that holds the image as a PNG.
  private static func dataURL(of source: ImageSource) -> [UInt8] {
    var file = MemorySink()
    let bitmap = Bitmap(width: source.width, height: source.height, pixels: source.pixels)
    // Never throws: writing to memory cannot fail, and these options suit every bitmap.
    try? writePNG(bitmap, options: PNGOptions(compression: .small, threads: 1), to: &file)
    return Array("data:image/png;base64,".utf8) + Base64.encoded(file.bytes.span)
  }
}
