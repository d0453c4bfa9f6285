internal import Files
internal import Geometry
internal import Raster
internal import TouchLog
internal import SVG

/// Paints figures as the content of a PDF page.
///
/// What is composited as a group, because of its opacity, blend mode, mask or isolation, becomes a form with a
/// transparency group (ISO 32000-1, 11.6.6).
struct PDFPainter {
  private let size: Size
  /// The images of all pages.
  private(set) var images: PDFImages
  /// The layers of all pages, and the numbers of those on this one.
  private(set) var layers: PDFLayers
  private var usedLayers: Set<Int> = []
  /// The graphics states and the names of the page's resources.
  private var states: [String: String] = [:]
  private var objects: [PDFFile.Reference: String] = [:]
  /// Reserved for the resources, which forms refer to before they are complete.
  private let resources: PDFFile.Reference
  /// The size of the page in units.
  private var pageUnits = ""
  /// How many more bytes of operators the page may have.
  private var room: Int

  init(size: Size, images: PDFImages, layers: PDFLayers, resources: PDFFile.Reference, limit: Int) {
    (self.size, self.images, self.layers, self.resources, room) = (size, images, layers, resources, limit)
  }

  /// The content of the page. Its forms and images are written to the file.
  /// - Parameter below: What is between the background and the ink, and its map to points.
  mutating func paint(
    _ page: FigurePage, pointsPerPixel: Double, above below: (form: EmbeddedForm, map: Affine)?, to file: inout PDFFile
  ) throws(FileError) -> [UInt8] {
    let unit = Double(FigurePage.unitsPerPixel)
    let scale = pointsPerPixel / unit
    pageUnits = "\(pdfNumber(Double(page.width) * unit)) \(pdfNumber(Double(page.height) * unit))"
    var content = Content()
    content.append(
      "\(SVGMarkup.number(scale, decimals: 6)) 0 0 \(SVGMarkup.number(-scale, decimals: 6)) 0 \(pdfNumber(size.height)) cm\n"
    )
    if page.background.alpha > 0 { paintBackground(page.background, to: &content) }
    try paint(page.paper, to: &content, &file)
    if let below { content.append(below.form.shown(through: below.map.concatenating(Affine(scale: 1 / scale)), &self)) }
    guard page.isIsolated, below == nil else {
      try paint(page.items, to: &content, &file)
      return content.bytes
    }
    var ink = Content()
    try paint(page.items, to: &ink, &file)
    try paint(form: ink, to: &content, &file)
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

  // MARK: Figures

  private mutating func paint(
    _ items: [FigurePage.Item], to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    for item in items {
      switch item {
      case .figures(let figures): try paint(figures, to: &content, &file)
      case .layer(let name, let items):
        let layer = try layers.number(of: name, in: &file)
        usedLayers.insert(layer)
        content.append("/OC /L\(layer) BDC\n")
        try paint(items, to: &content, &file)
        content.append("EMC\n")
      case .masked(let items, let mask):
        var group = Content()
        try paint(items, to: &group, &file)
        try paint(form: group, mask.blend, mask: mask, to: &content, &file)
      }
    }
  }

  private mutating func paint(
    _ figures: [Figure], to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    for figure in figures {
      let before = content.bytes.count
      switch figure {
      case .area(let area): paint(area, to: &content)
      case .shape(let shape): try paint(shape, to: &content, &file)
      case .image(let image): try paint(image, to: &content, &file)
      case .pieces(let pieces): try paint(pieces, to: &content, &file)
      case .text(let text): try paint(text.figures, to: &content, &file)
      case .group(let group):
        if group.opacity == 1, !group.blend.mixesColors {
          try paint(group.figures, to: &content, &file)
        } else {
          var members = Content()
          try paint(group.figures, to: &members, &file)
          try paint(form: members, opacity: group.opacity, group.blend, to: &content, &file)
        }
      }
      room -= content.bytes.count - before
      if room < 0 { throw FileError(operation: .write, path: "the page", code: FileError.noMemory) }
    }
  }

  /// Paints a group as a whole.
  private mutating func paint(
    form group: Content, opacity: Double = 1, _ blend: BlendMode = .over, clip: [UInt8] = [],
    mask: FigurePage.ErasingMask? = nil, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    guard !group.bytes.isEmpty else { return }
    content.append("q\n")
    if !clip.isEmpty {
      let path = PDFPath(outline: clip)
      content.translate(to: path.origin)
      content.append(path.bytes)
      content.append("W n\n")
      content.translate(to: path.origin.map { Point(-$0.x, -$0.y) })
    }
    var entries = Self.entries(alpha: opacity, line: 1, blend)
    if let mask {
      // White keeps what it covers, black erases it.
      var shape = Content()
      paint(PDFPath(mask.box, units: FigurePage.unitsPerPixel), FigurePaint(color: .white), to: &shape)
      for area in mask.areas { paint(area, to: &shape) }
      entries += "/SMask<</S/Luminosity/G \(try form(shape, &file).text)>>"
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

  private mutating func paintBackground(_ pixel: Pixel, to content: inout Content) {
    let paint = FigurePaint(color: Color(red: pixel.red, green: pixel.green, blue: pixel.blue), alpha: pixel.alpha)
    content.append("q \(Self.color(paint.color)) rg ")
    let entries = Self.entries(alpha: paint.opacity, line: 1)
    if !entries.isEmpty { content.append("/\(state(entries)) gs ") }
    content.append("0 0 \(pageUnits) re f Q\n")
  }

  private mutating func paint(_ area: FigureArea, to content: inout Content) {
    paint(PDFPath(outline: area.outline), area.fill, area.blend, to: &content)
  }

  private mutating func paint(
    _ path: PDFPath, _ fill: FigurePaint, _ blend: BlendMode = .over, to content: inout Content
  ) {
    paint(path, fill: fill, pen: nil, opacity: 1, blend, map: nil, to: &content)
  }

  private mutating func paint(
    _ shape: FigureShape, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    let pen = shape.pen.flatMap { $0.width > 0 ? $0 : nil }
    let path = PDFPath(shape.form)
    // Where a line and a fill overlap, one opacity must count once.
    guard shape.fill != nil, pen != nil, shape.opacity < 1 else {
      return paint(path, fill: shape.fill, pen: pen, opacity: shape.opacity, map: shape.map, to: &content)
    }
    var group = Content()
    paint(path, fill: shape.fill, pen: pen, opacity: 1, map: shape.map, to: &group)
    try paint(form: group, opacity: shape.opacity, to: &content, &file)
  }

  /// - Parameters:
  ///   - pen: Its width is positive.
  ///   - map: From the path's coordinates to units; nil for none.
  private mutating func paint(
    _ path: PDFPath, fill: FigurePaint?, pen: FigureShape.Pen?, opacity: Double, _ blend: BlendMode = .over,
    map: Affine?, to content: inout Content
  ) {
    guard !path.bytes.isEmpty, fill != nil || pen != nil else { return }
    content.append("q\n")
    let opacity = fill != nil && pen != nil ? 1 : opacity
    let entries = Self.entries(
      alpha: fill.map { $0.opacity * opacity } ?? 1, line: pen.map { $0.paint.opacity * opacity } ?? 1, blend)
    if !entries.isEmpty { content.append("/\(state(entries)) gs\n") }
    if let map { content.append(Self.matrix(map) + " cm\n") }
    content.translate(to: path.origin)
    if let fill, fill.color != .black { content.append("\(Self.color(fill.color)) rg\n") }
    if let pen { content.append(Self.operators(pen)) }
    content.append(path.bytes)
    if fill != nil, let pen, pen.paint.opacity < 1 {
      // One operator for both would remove the fill below the line (ISO 32000-1, 11.7.4.4).
      content.append("f\n")
      content.append(path.bytes)
      content.append("S\nQ\n")
      return
    }
    content.append(fill == nil ? "S\nQ\n" : pen != nil ? "B\nQ\n" : "f\nQ\n")
  }

  private mutating func paint(
    _ pieces: FigurePieces, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    var group = Content()
    for hasBorder in [true, false] {
      for piece in pieces.pieces {
        let paint = FigurePaint(color: piece.color)
        let pen = hasBorder ? FigurePieces.pen(paint) : nil
        self.paint(PDFPath(outline: piece.outline), fill: paint, pen: pen, opacity: 1, map: nil, to: &group)
      }
    }
    try paint(form: group, opacity: pieces.opacity, pieces.blend, clip: pieces.outline, to: &content, &file)
  }

  private mutating func paint(
    _ image: FigureImage, to content: inout Content, _ file: inout PDFFile
  ) throws(FileError) {
    let object = try images.object(image.source, in: &file)
    content.append("q\n")
    let entries = Self.entries(alpha: image.opacity, line: 1, image.blend)
    if !entries.isEmpty { content.append("/\(state(entries)) gs\n") }
    content.append(Self.matrix(image.map) + " cm\n")
    // An image fills the unit square, upside down here.
    let (width, height) = (image.source.width, image.source.height)
    content.append("\(width) 0 0 \(-height) 0 \(height) cm\n/\(name(of: object)) Do\nQ\n")
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
  private static func entries(alpha: Double, line: Double, _ blend: BlendMode = .over) -> String {
    var entries = ""
    if alpha < 1 { entries += "/ca \(pdfNumber(alpha))" }
    if line < 1 { entries += "/CA \(pdfNumber(line))" }
    if blend.mixesColors { entries += "/BM/\(blend.rawValue.prefix(1).uppercased())\(blend.rawValue.dropFirst())" }
    return entries
  }

  private static func color(_ color: Color) -> String {
    [color.red, color.green, color.blue].map { pdfNumber(Double($0) / 255) }.joined(separator: " ")
  }

  private static func matrix(_ map: Affine) -> String {
    ([map.a, map.b, map.c, map.d].map { SVGMarkup.number($0, decimals: 6) }
      + [map.tx, map.ty].map { SVGMarkup.number($0, decimals: 3) }).joined(separator: " ")
  }

  /// The operators that set a pen.
  private static func operators(_ pen: FigureShape.Pen) -> String {
    var text = "\(color(pen.paint.color)) RG \(pdfNumber(pen.width)) w"
    if pen.cap != .butt { text += pen.cap == .round ? " 1 J" : " 2 J" }
    if pen.join != .miter { text += pen.join == .round ? " 1 j" : " 2 j" } else { text += " 4 M" }
    if !pen.dash.isEmpty {
      text += " [\(pen.dash.map { pdfNumber($0) }.joined(separator: " "))] \(pdfNumber(pen.dashPhase)) d"
    }
    return text + "\n"
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
