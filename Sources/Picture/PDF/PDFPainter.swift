import Compare
internal import Files
internal import Geometry
import JSON
import PNG
import Raster
internal import TouchLog
import SVG

/// Turns a document of `SVGRenderer` into the content of a PDF page. Both draw the same shapes.
///
/// What SVG composites as a group, because of its opacity, blend mode, mask or isolation, becomes a form with a
/// transparency group (ISO 32000-1, 11.6.6).
struct PDFPainter {
  private let size: Size
  /// The images of all pages, by the hash of their data.
  private(set) var images: [String: PDFFile.Reference]
  /// The layers of all pages, and the numbers of those on this one.
  private(set) var layers: PDFLayers
  private var usedLayers: Set<Int> = []
  private var nodes: [String: SVGNode] = [:]
  /// The graphics states and the names of the page's resources.
  private var states: [String: String] = [:]
  private var objects: [PDFFile.Reference: String] = [:]
  /// Reserved for the resources, which forms refer to before they are complete.
  private let resources: PDFFile.Reference
  /// The size of the page in the SVG's units.
  private var pageUnits = ""

  init(size: Size, images: [String: PDFFile.Reference], layers: PDFLayers, resources: PDFFile.Reference) {
    (self.size, self.images, self.layers, self.resources) = (size, images, layers, resources)
  }

  /// The content of the page. Its forms and images are written to the file.
  mutating func page(
    _ document: SVGNode, pointsPerPixel: Double, to file: inout PDFFile
  ) throws(FileError) -> [UInt8] {
    collect(document)
    guard let root = document.children.first, let box = root.numbers("viewBox"), let width = root.number("width") else {
      preconditionFailure("an SVG document has a viewBox and a width")
    }
    let scale = pointsPerPixel * width / box[2]
    pageUnits = "\(pdfNumber(box[2])) \(pdfNumber(box[3]))"
    let map =
      "\(SVGMarkup.number(scale, decimals: 6)) 0 0 \(SVGMarkup.number(-scale, decimals: 6)) 0 \(pdfNumber(size.height)) cm\n"
    var content = Content()
    content.append(map)
    for node in root.children { try paint(node, Style(), to: &content, &file) }
    return content.bytes
  }

  /// Writes the resources.
  /// - Parameter fonts: The entry of the page's fonts.
  func finish(_ file: inout PDFFile, fonts: String) throws(FileError) {
    let states = states.sorted { $0.value < $1.value }.map { "/\($0.value)<<\($0.key)>>" }.joined()
    let objects = objects.sorted { $0.key.number < $1.key.number }.map { "/\($0.value) \($0.key.text)" }.joined()
    try file.write(
      "<</ExtGState<<\(states)>>/XObject<<\(objects)>>\(fonts)\(layers.resources(usedLayers))>>", as: resources)
  }

  /// Finds the elements that others refer to.
  private mutating func collect(_ node: SVGNode) {
    if let id = node.text("id") { nodes[id] = node }
    for child in node.children { collect(child) }
  }

  // MARK: Elements

  private mutating func paint(
    _ node: SVGNode, _ inherited: Style, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    let style = inherited.with(node)
    switch node.name {
    case "desc", "mask", "clipPath": return
    case "g", "use": try paintGroup(node, style, to: &content, &file)
    case "image": try paintImage(node, to: &content, &file)
    default:
      // Where a line and a fill overlap, one opacity must count once.
      guard style.fill != nil, style.hasStroke, node.number("opacity") ?? 1 < 1 else {
        return paintPath(node, style, to: &content)
      }
      var group = Content()
      paintPath(node, style, to: &group)
      try paint(form: group, node, to: &content, &file)
    }
  }

  private mutating func paintGroup(
    _ node: SVGNode, _ style: Style, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    let children = node.name == "use" ? node.reference("href").flatMap { nodes[$0] }.map { [$0] } ?? [] : node.children
    if let name = node.bytes("label") {
      let layer = try layers.number(of: String(decoding: name, as: UTF8.self), in: &file)
      usedLayers.insert(layer)
      content.append("/OC /L\(layer) BDC\n")
      for child in children { try paint(child, style, to: &content, &file) }
      return content.append("EMC\n")
    }
    let isPlain = node.number("opacity") == nil && node.text("style") == nil && node.text("mask") == nil
    if isPlain, node.text("clip-path") == nil {
      for child in children { try paint(child, style, to: &content, &file) }
      return
    }
    var group = Content()
    for child in children { try paint(child, style, to: &group, &file) }
    try paint(form: group, node, to: &content, &file)
  }

  /// Paints a group as a whole, as the attributes of its element say.
  private mutating func paint(
    form group: Content, _ node: SVGNode, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    guard !group.bytes.isEmpty else { return }
    content.append("q\n")
    if let clip = node.reference("clip-path").flatMap({ nodes[$0] })?.children.first {
      let path = PDFPath(clip)
      content.translate(to: path.origin)
      content.append(path.bytes)
      content.append("W n\n")
      content.translate(to: path.origin.map { Point(-$0.x, -$0.y) })
    }
    var entries = Self.entries(alpha: node.number("opacity") ?? 1, line: 1, blend: node.text("style"))
    if let mask = node.reference("mask").flatMap({ nodes[$0] }) {
      var shape = Content()
      for child in mask.children { try paint(child, Style(), to: &shape, &file) }
      let form = try self.form(shape, &file)
      entries += "/SMask<</S/Luminosity/G \(form.text)>>"
    }
    if !entries.isEmpty { content.append("/\(state(entries)) gs\n") }
    content.append("/\(name(of: try form(group, &file))) Do\nQ\n")
  }

  /// Writes a form with an isolated transparency group.
  private func form(_ content: Content, _ file: inout PDFFile) throws(FileError) -> PDFFile.Reference {
    try file.add(
      "/Type/XObject/Subtype/Form/BBox[0 0 \(pageUnits)]/Group<</S/Transparency/CS/DeviceRGB/I true>>"
        + "/Resources \(resources.text)", content.bytes)
  }

  private mutating func paintPath(_ node: SVGNode, _ style: Style, to content: inout Content) {
    if node.text("width") == "100%" {
      content.append("q \(Self.color(style.fill ?? .black)) rg ")
      let entries = Self.entries(alpha: style.fillOpacity, line: 1, blend: nil)
      if !entries.isEmpty { content.append("/\(state(entries)) gs ") }
      content.append("0 0 \(pageUnits) re f Q\n")
      return
    }
    let path = PDFPath(node)
    guard !path.bytes.isEmpty, style.fill != nil || style.hasStroke else { return }
    content.append("q\n")
    let opacity = style.fill != nil && style.hasStroke ? 1 : node.number("opacity") ?? 1
    let entries = Self.entries(
      alpha: style.fill == nil ? 1 : style.fillOpacity * opacity,
      line: style.hasStroke ? style.strokeOpacity * opacity : 1, blend: node.text("style"))
    if !entries.isEmpty { content.append("/\(state(entries)) gs\n") }
    if let transform = node.text("transform") { content.append(Self.matrix(transform) + " cm\n") }
    content.translate(to: path.origin)
    if let fill = style.fill, fill != .black { content.append("\(Self.color(fill)) rg\n") }
    if style.hasStroke { content.append(style.pen) }
    content.append(path.bytes)
    if style.fill != nil, style.hasStroke, style.strokeOpacity < 1 {
      // One operator for both would remove the fill below the line (ISO 32000-1, 11.7.4.4).
      content.append("f\n")
      content.append(path.bytes)
      content.append("S\nQ\n")
      return
    }
    content.append(style.fill == nil ? "S\nQ\n" : style.hasStroke ? "B\nQ\n" : "f\nQ\n")
  }

  private mutating func paintImage(
    _ node: SVGNode, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    guard let data = node.bytes("href"), let comma = data.firstIndex(of: UInt8(ascii: ",")) else { return }
    var hasher = SHA256()
    hasher.update(data.span)
    let hash = hasher.finalized()
    if images[hash] == nil {
      guard let png = try? Base64.decoded(data.span.extracting((comma + 1)...)),
        let bitmap = try? readPNG(from: MemorySource(png))
      else { preconditionFailure("an SVG document embeds PNGs") }
      images[hash] = try write(bitmap, &file)
    }
    guard let image = images[hash], let width = node.number("width"), let height = node.number("height") else { return }
    content.append("q\n")
    let entries = Self.entries(alpha: node.number("opacity") ?? 1, line: 1, blend: node.text("style"))
    if !entries.isEmpty { content.append("/\(state(entries)) gs\n") }
    if let transform = node.text("transform") { content.append(Self.matrix(transform) + " cm\n") }
    // An image fills the unit square, upside down here.
    content.append(
      "\(pdfNumber(width)) 0 0 \(pdfNumber(-height)) 0 \(pdfNumber(height)) cm\n/\(name(of: image)) Do\nQ\n")
  }

  /// Writes an image, its alpha as a soft mask.
  private func write(_ bitmap: Bitmap, _ file: inout PDFFile) throws(FileError) -> PDFFile.Reference {
    let source = ImageSource(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
    let head =
      "/Type/XObject/Subtype/Image/Width \(source.width)/Height \(source.height)/BitsPerComponent 8/Interpolate true"
    var (colors, alphas): ([UInt8], [UInt8]) = ([], [])
    colors.reserveCapacity(source.pixels.count * (source.isGray ? 1 : 3))
    alphas.reserveCapacity(source.pixels.count)
    for word in source.pixels {
      let pixel = Pixel(word: word)
      colors.append(pixel.red)
      if !source.isGray {
        colors.append(pixel.green)
        colors.append(pixel.blue)
      }
      alphas.append(pixel.alpha)
    }
    var mask = ""
    if !source.isOpaque { mask = "/SMask \(try file.add("\(head)/ColorSpace/DeviceGray", alphas).text)" }
    return try file.add("\(head)/ColorSpace/\(source.isGray ? "DeviceGray" : "DeviceRGB")\(mask)", colors)
  }

  // MARK: Resources

  private mutating func state(_ entries: String) -> String {
    if let known = states[entries] { return known }
    let name = "G\(states.count)"
    states[entries] = name
    return name
  }

  /// The name of an image or a form in the page's resources.
  mutating func name(of object: PDFFile.Reference) -> String {
    let name = "X\(object.number)"
    objects[object] = name
    return name
  }

  /// The entries of a graphics state; empty for the usual one.
  /// - Parameter blend: An attribute `style`.
  private static func entries(alpha: Double, line: Double, blend: String?) -> String {
    var entries = ""
    if alpha < 1 { entries += "/ca \(pdfNumber(alpha))" }
    if line < 1 { entries += "/CA \(pdfNumber(line))" }
    if let mode = blend?.split(separator: ":").last, blend?.hasPrefix("mix-blend-mode") == true {
      entries += "/BM/\(mode.prefix(1).uppercased())\(mode.dropFirst())"
    }
    return entries
  }

  fileprivate static func color(_ color: Color) -> String {
    [color.red, color.green, color.blue].map { pdfNumber(Double($0) / 255) }.joined(separator: " ")
  }

  /// The matrix of an attribute `transform`.
  private static func matrix(_ transform: String) -> String {
    func numbers(_ text: Substring) -> [Double] {
      var scanner = SVGNumber.Scanner(Array(text.utf8))
      var numbers: [Double] = []
      while let number = scanner.number() { numbers.append(number) }
      return numbers
    }
    var (linear, offset) = ([1.0, 0, 0, 1], [0.0, 0])
    for part in transform.split(separator: ")") {
      guard let brace = part.firstIndex(of: "(") else { continue }
      let values = numbers(part[part.index(after: brace)...])
      switch part[..<brace] {
      case "translate": offset = values
      case "scale": linear = [values[0], 0, 0, values[0]]
      default: (linear, offset) = (Array(values.prefix(4)), Array(values.suffix(2)))
      }
    }
    return (linear.map { SVGMarkup.number($0, decimals: 6) } + offset.map { SVGMarkup.number($0, decimals: 3) })
      .joined(separator: " ")
  }
}

/// The operators of a page or a form.
private struct Content {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  mutating func translate(to point: Point?) {
    guard let point, point != Point(0, 0) else { return }
    append("1 0 0 1 \(pdfNumber(point.x)) \(pdfNumber(point.y)) cm\n")
  }
}

/// The properties that elements inherit.
private struct Style {
  /// Nil for none.
  var fill: Color? = .black
  var fillOpacity = 1.0
  private var stroke: Color?
  private(set) var strokeOpacity = 1.0
  private var width = 1.0
  private var cap = "butt"
  private var join = "miter"
  private var dash: [Double] = []
  private var dashOffset = 0.0

  var hasStroke: Bool { stroke != nil && width > 0 }

  func with(_ node: SVGNode) -> Style {
    var style = self
    if let fill = node.text("fill") { style.fill = Color(fill) }
    if let stroke = node.text("stroke") { style.stroke = Color(stroke) }
    style.fillOpacity = node.number("fill-opacity") ?? fillOpacity
    style.strokeOpacity = node.number("stroke-opacity") ?? strokeOpacity
    style.width = node.number("stroke-width") ?? width
    style.cap = node.text("stroke-linecap") ?? cap
    style.join = node.text("stroke-linejoin") ?? join
    style.dash = node.numbers("stroke-dasharray") ?? dash
    style.dashOffset = node.number("stroke-dashoffset") ?? dashOffset
    return style
  }

  /// The operators that set the pen.
  var pen: String {
    var text = "\(PDFPainter.color(stroke ?? .black)) RG \(pdfNumber(width)) w"
    if cap != "butt" { text += cap == "round" ? " 1 J" : " 2 J" }
    if join != "miter" { text += join == "round" ? " 1 j" : " 2 j" } else { text += " 4 M" }
    if !dash.isEmpty { text += " [\(dash.map(pdfNumber).joined(separator: " "))] \(pdfNumber(dashOffset)) d" }
    return text + "\n"
  }
}
