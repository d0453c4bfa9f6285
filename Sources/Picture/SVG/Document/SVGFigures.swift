import Geometry
import JSON
import Files
import PNG
import Raster
import TouchLog

/// Figures as markup.
extension SVGMarkup {
  /// Appends the elements that draw figures.
  /// - Parameter end: What follows each element of a shape.
  mutating func append(_ figures: [Figure], end: String = "\n") {
    for figure in figures { append(figure, end: end) }
  }

  private mutating func append(_ figure: Figure, end: String) {
    switch figure {
    case .area(let area): append(area, end: end)
    case .shape(let shape): append(shape, end: end)
    case .image(let image): append(image)
    case .pieces(let pieces): append(pieces)
    case .text(let text): append(text.figures, end: end)
    case .group(let group):
      append("<g")
      attribute("opacity", group.opacity, decimals: 4, initial: 1)
      if group.blend.mixesColors { attribute("style", group.blend.declaration) }
      append(group.isOneLine ? ">" : ">\n")
      append(group.figures, end: group.isOneLine ? "" : "\n")
      append("</g>\n")
    }
  }

  mutating func append(_ area: FigureArea, end: String = "\n") {
    guard area.fill.alpha > 0 else { return }
    append("<path")
    attribute("d", area.outline)
    paint("fill", area.fill.color, alpha: area.fill.alpha)
    if area.blend.mixesColors { attribute("style", area.blend.declaration) }
    append("/>" + end)
  }

  mutating func append(_ shape: FigureShape, end: String) {
    let decimals = shape.decimals
    func text(_ point: Point) -> String {
      "\(SVGMarkup.number(point.x, decimals: decimals)) \(SVGMarkup.number(point.y, decimals: decimals))"
    }
    switch shape.form {
    case .rect(let corner, let width, let height, let radius):
      append("<rect")
      attribute("x", corner.x, decimals: decimals, initial: 0)
      attribute("y", corner.y, decimals: decimals, initial: 0)
      attribute("width", width, decimals: decimals)
      attribute("height", height, decimals: decimals)
      attribute("rx", radius, decimals: decimals, initial: 0)
    case .ellipse(let center, let radiusX, let radiusY):
      append("<ellipse")
      attribute("cx", center.x, decimals: decimals)
      attribute("cy", center.y, decimals: decimals)
      attribute("rx", radiusX, decimals: decimals)
      attribute("ry", radiusY, decimals: decimals)
    case .polygon(let corners):
      append("<polygon")
      attribute("points", corners.map(text).joined(separator: " "))
    case .path(let path):
      append("<path d=\"")
      for element in path.elements {
        switch element {
        case .move(let end): append("M" + text(end))
        case .line(let end): append("L" + text(end))
        case .quadratic(let control, let end): append("Q\(text(control)) \(text(end))")
        case .cubic(let first, let second, let end): append("C\(text(first)) \(text(second)) \(text(end))")
        case .close: append("Z")
        }
      }
      append("\"")
    }
    if let fill = shape.fill { paint("fill", fill.color, alpha: fill.alpha) } else { attribute("fill", "none") }
    attribute("opacity", shape.opacity, decimals: 4, initial: 1)
    if let pen = shape.pen { append(pen) }
    attribute("transform", SVGMarkup.transform(shape.map))
    append("/>" + end)
  }

  private mutating func append(_ pen: FigureShape.Pen) {
    paint("stroke", pen.paint.color, alpha: pen.paint.alpha)
    attribute("stroke-width", pen.width, decimals: 4, initial: 1)
    if pen.cap != .butt { attribute("stroke-linecap", pen.cap.rawValue) }
    if pen.join != .miter { attribute("stroke-linejoin", pen.join.rawValue) }
    guard !pen.dash.isEmpty else { return }
    let decimals = FigureShape.Pen.dashDecimals
    attribute(
      "stroke-dasharray", pen.dash.map { SVGMarkup.number($0, decimals: decimals) }.joined(separator: " "))
    attribute("stroke-dashoffset", pen.dashPhase, decimals: decimals, initial: 0)
  }

  mutating func append(_ image: FigureImage) {
    append("<image")
    attribute("width", String(image.source.width))
    attribute("height", String(image.source.height))
    attribute("preserveAspectRatio", "none")
    attribute("opacity", image.opacity, decimals: 4, initial: 1)
    if image.blend.mixesColors { attribute("style", image.blend.declaration) }
    attribute("transform", SVGMarkup.transform(image.map))
    attribute("href", image.url)
    append("/>\n")
  }

  private mutating func append(_ pieces: FigurePieces) {
    append("<clipPath id=\"c\(pieces.name)\"><path")
    attribute("d", pieces.outline)
    append("/></clipPath>\n<g clip-path=\"url(#c\(pieces.name))\"")
    attribute("opacity", pieces.opacity, decimals: 4, initial: 1)
    // Isolated even if opaque: otherwise programs clip each piece by itself, and overlapping pieces get harder edges.
    attribute("style", pieces.blend.mixesColors ? pieces.blend.declaration : "isolation:isolate")
    append(">\n<g stroke-width=\"\(FigurePieces.border)\" stroke-linejoin=\"round\"><g id=\"r\(pieces.name)\">\n")
    for piece in pieces.pieces {
      append("<path")
      attribute("d", piece.outline)
      paint("fill", piece.color)
      paint("stroke", piece.color)
      append("/>\n")
    }
    append("</g></g>\n<use href=\"#r\(pieces.name)\" stroke-width=\"0\"/></g>\n")
  }
}

extension FigureImage {
  /// A data URL (RFC 2397) that holds an image as a PNG.
  static func dataURL(of source: ImageSource) -> [UInt8] {
    var file = MemorySink()
    let bitmap = Bitmap(width: source.width, height: source.height, pixels: source.pixels)
    // Never throws: writing to memory cannot fail, and these options suit every bitmap.
    try? writePNG(bitmap, options: PNGOptions(compression: .small, threads: 1), to: &file)
    return Array("data:image/png;base64,".utf8) + Base64.encoded(file.bytes.span)
  }
}

extension BlendMode {
  /// The declaration in CSS of a mode that mixes colors, which has the same name there.
  var declaration: String { "mix-blend-mode:\(rawValue)" }
}
