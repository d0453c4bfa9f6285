import Files
import Geometry
import Images
import JSON
import Raster

/// A picture that a document holds.
struct SVGImage {
  private let source: ImageSource
  private let frame: Rect
  /// From the frame's points to pixels.
  private let map: Affine

  /// - Parameter frame: Where the picture is stretched to.
  ///
  /// What is drawn smaller than it is is made as small as it is drawn: programs differ much in how they leave out
  /// pixels, and the document becomes smaller.
  init(_ source: ImageSource, in frame: Rect, map: Affine) {
    let width = Vector(map.a, map.b).length * frame.width
    let height = Vector(map.c, map.d).length * frame.height
    let columns = Swift.min(source.width, Swift.max(1, Int(Swift.min(1e9, width.rounded(.up)))))
    let rows = Swift.min(source.height, Swift.max(1, Int(Swift.min(1e9, height.rounded(.up)))))
    self.source = source.scaled(toWidth: columns, height: rows)
    (self.frame, self.map) = (frame, map)
  }

  /// - Parameter opacity: 0...1.
  func tags(opacity: Double) -> [UInt8] {
    var text = SVGText()
    let units = Affine(
      a: frame.width / Double(source.width), b: 0, c: 0, d: frame.height / Double(source.height), tx: frame.minX,
      ty: frame.minY
    ).concatenating(map).concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    text.append("<image")
    text.attribute("width", String(source.width))
    text.attribute("height", String(source.height))
    text.attribute("preserveAspectRatio", "none")
    text.attribute("opacity", opacity, places: 4, initial: 1)
    text.attribute("transform", SVGText.transform(units))
    text.attribute("href", SVGImage.data(of: source))
    text.append("/>\n")
    return text.bytes
  }

  /// The PNG as the address of itself (RFC 2397).
  private static func data(of source: ImageSource) -> [UInt8] {
    var file = MemorySink()
    let bitmap = Bitmap(width: source.width, height: source.height, pixels: source.pixels)
    // Memory takes all bytes, and no option is given that PNG could not hold.
    try? writePNG(bitmap, options: PNGOptions(compression: .small, threads: 1), to: &file)
    return Array("data:image/png;base64,".utf8) + Base64.encoded(file.bytes.span)
  }
}
