import Files
import Geometry
import Ink
import Raster
import Rendering
import TouchLog

/// One element of a drawing in a document: the figures that draw it or, for an eraser, the area that it erases.
struct ElementFigures: Sendable {
  /// The area that an eraser erases.
  struct ErasedArea: Sendable {
    /// Its outline, as path data.
    let outline: [UInt8]
    /// How much of the ink is erased: 255 for all of it.
    let alpha: UInt8
    /// The id of a path elsewhere in the document that has this outline; nil if there is none.
    fileprivate(set) var pathName: String?
  }

  /// What draws the element; empty for erasers, and for elements without ink.
  private(set) var figures: [Figure] = []
  /// Nil for elements that are not erasers, and for canceled erasers.
  private(set) var erasedArea: ErasedArea?
  /// The bounds of the element and a margin of one pixel, in pixels.
  private(set) var bounds = Rect.empty
  /// How it blends with the ink below.
  private(set) var blend = BlendMode.over
  /// The layer of a document to which it belongs; empty for none.
  private(set) var layer = ""
  /// The size of its outlines.
  private(set) var outlineSize = OutlineSize()
  /// The tags of the groups around the element; `closing` also has the markup that was appended after it.
  private var opening: [UInt8] = []
  private var closing: [UInt8] = []

  /// Markup that is not an element of a drawing, so that groups can be put around it.
  init(markup: [UInt8]) { opening = markup }

  /// - Parameters:
  ///   - layout: Maps points to pixels.
  ///   - placement: The map of the element's placement; for the pass of an eraser over one element, the map of
  ///     `Erasure`. Nil to leave the element where it was drawn.
  ///   - predicted: Whether ink extends to the predicted samples of touches.
  ///   - name: A name that no other element of the document has, to make ids from.
  ///   - isText: Whether it is written as SVG.
  init(
    _ element: ElementIndex, of drawing: Drawing, _ layout: CanvasLayout, _ placement: Similarity?, predicted: Bool,
    name: String, isText: Bool = true
  ) {
    layer = drawing.look(of: element).layer
    switch drawing.elements[element].content {
    case .stroke(let index):
      let stroke = drawing.strokes[index]
      let paints = drawing.paints(of: element)
      if let fill = paints.fill { drawInterior(of: stroke, fill, layout, placement) }
      if let (spans, recipe) = layout.tips(of: stroke, predicted: predicted, drawing.options, placement) {
        draw(spans, recipe, of: element, paints.ink, drawing, layout, placement, predicted: predicted)
      } else {
        let spans = stroke.spanCones(predicted: predicted, options: drawing.options)
        draw(stroke, spans.map { $0.map { layout.pixels($0, placement, drawing.model) } }, paints, name)
      }
      if let whole = paints.whole {
        blend = whole.blend
        let opacity = rounded(Double(whole.opacity) / 255, decimals: 4)
        figures = [.group(FigureGroup(figures: figures, opacity: opacity, blend: blend))]
      }
    case .shape(let shape):
      guard let geometry = drawing.geometry(ofShape: element, predicted: predicted) else { break }
      draw(shape, geometry, drawing.options, layout, placement)
    case .text(let text):
      let text = FigureText(text, layout, placement, drawing.model)
      bounds = text.bounds
      figures = [.text(text)]
    case .image(let image): draw(image, layout, placement)
    }
    if isText {
      for index in figures.indices { figures[index].encode() }
    }
    guard !bounds.isEmpty else { return }
    bounds.include(Point(bounds.minX, bounds.minY), radius: 1)
    bounds.include(Point(bounds.maxX, bounds.maxY), radius: 1)
  }

  /// The name of an element in documents: its number in the order in which elements began, from 1.
  static func name(of element: ElementIndex) -> String { String(element.rawValue + 1) }

  /// Whether nothing draws it, as nothing draws an eraser.
  var isEmpty: Bool {
    guard let first = figures.first else { return true }
    return if case .text(let text) = first { text.isEmpty } else { false }
  }

  /// Whether it draws or erases the same as another element, groups around them aside.
  func looksLike(_ other: ElementFigures) -> Bool {
    figures == other.figures && erasedArea?.outline == other.erasedArea?.outline
  }

  /// Draws the element, with the groups around it.
  func write(to receive: GeneratedDocument.Receiver) throws(FileError) {
    try receive(opening)
    if let first = figures.first, case .text(let text) = first {
      try text.write(to: receive)
    } else {
      var markup = SVGMarkup()
      markup.append(figures)
      try receive(markup.bytes)
    }
    try receive(closing)
  }

  // MARK: Groups around it

  /// Erases the area in a mask, with the groups around it.
  var erasingMarkup: [UInt8] {
    var markup = SVGMarkup()
    markup.append(opening)
    if let area = erasedArea {
      if let name = area.pathName, area.alpha > 0 {
        markup.append("<use")
        markup.attribute("href", "#" + name)
        markup.paint("fill", .black, alpha: area.alpha)
        markup.append("/>\n")
      } else {
        markup.append(FigureArea(area.outline, .black, alpha: area.alpha))
      }
    }
    markup.append(closing)
    return markup.bytes
  }

  /// Puts a group around the element and the groups around it.
  mutating func wrap(opening: [UInt8], closing: [UInt8]) {
    (self.opening, self.closing) = (opening + self.opening, self.closing + closing)
  }

  /// Adds an element that is markup after the element and the groups around it.
  mutating func append(_ other: ElementFigures) {
    precondition(other.figures.isEmpty, "only markup is appended")
    closing += other.opening + other.closing
  }

  /// Makes `erasingMarkup` refer to a path of the area's outline elsewhere in the document.
  mutating func referToPath(named name: String) { erasedArea?.pathName = name }

  mutating func extendBounds(to area: Rect) { bounds.formUnion(area) }

  // MARK: Contents

  private mutating func outline(_ cones: some Sequence<PixelCone>) -> [UInt8] {
    for cone in cones { bounds.formUnion(cone.cone.bounds) }
    var data = SVGPathData()
    data.add(InkOutline(cones))
    outlineSize += data.size
    return data.bytes
  }

  private mutating func draw(_ outline: [UInt8], _ color: Color, alpha: UInt8, _ blend: BlendMode = .over) {
    if alpha > 0 { figures.append(.area(FigureArea(outline, color, alpha: alpha, blend))) }
  }

  private mutating func drawInterior(
    of stroke: Stroke, _ fill: Paint, _ layout: CanvasLayout, _ placement: Similarity?
  ) {
    var data = SVGPathData()
    for (number, point) in layout.interior(of: stroke, placement).enumerated() {
      if number == 0 { data.move(to: point) } else { data.line(to: point) }
    }
    data.close()
    outlineSize += data.size
    draw(data.bytes, Color(fill.color), alpha: fill.opacity)
  }

  private mutating func draw(_ stroke: Stroke, _ spans: [[PixelCone]], _ paints: InkPaints, _ name: String) {
    let paint = paints.ink
    let outline = outline(spans.joined())
    guard !outline.isEmpty else { return }
    guard paint.blend != .erase else {
      erasedArea = ErasedArea(outline: outline, alpha: paint.opacity, pathName: nil)
      return
    }
    blend = paint.blend
    switch paint.source {
    case .color(let color): draw(outline, Color(color), alpha: paint.opacity, blend)
    case .pieces:
      let opacity = paints.whole == nil ? stroke.look.opacity : 1
      figures.append(.pieces(FigurePieces(stroke, spans, outline: outline, opacity: opacity, blend, name: name)))
    }
  }

  /// Draws the ink of a brush: as a shape if it is solid, otherwise as an image.
  private mutating func draw(
    _ spans: [[PixelTip]], _ recipe: BrushRecipe, of element: ElementIndex, _ paint: Paint, _ drawing: Drawing,
    _ layout: CanvasLayout, _ placement: Similarity?, predicted: Bool
  ) {
    blend = paint.blend
    if !recipe.hasLevel, case .color(let color) = paint.source {
      var data = SVGPathData()
      for tips in spans { TipOutline.add(tips, isBar: recipe.tip == .bar, to: &data) }
      for tip in spans.joined() { bounds.formUnion(tip.tip.cone.bounds) }
      outlineSize += data.size
      return draw(data.bytes, Color(color), alpha: paint.opacity, blend)
    }
    let touched = spans.joined().reduce(Rect.empty) { $0.union(PixelCone($1.tip.cone).touchedBounds) }
    guard paint.opacity > 0,
      let (image, pixels) = layout.picture(
        of: element, paint, drawing, placement, predicted: predicted, bounds: touched)
    else { return }
    let frame = Rect(
      minX: Double(pixels.minX), minY: Double(pixels.minY), maxX: Double(pixels.maxX), maxY: Double(pixels.maxY))
    bounds.formUnion(frame)
    figures.append(.image(FigureImage(image, in: frame, map: .identity, blend)))
  }

  private mutating func draw(
    _ shape: ShapeElement, _ geometry: ShapeGeometry, _ options: ModelOptions, _ layout: CanvasLayout,
    _ placement: Similarity?
  ) {
    var label: [UInt8] = []
    if let text = geometry.label {
      label = outline(
        shape.labelInk(text, options).flatMap { ink in
          ink.cones.map { layout.pixels($0, placement, options.model ?? .newest) }
        })
    }
    let toPixels = layout.map(placement)
    bounds.formUnion(toPixels.apply(geometry.bounds))
    let units = toPixels.concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    figures = [.shape(shape, geometry, label: label, map: units)]
  }

  private mutating func draw(_ image: ImageElement, _ layout: CanvasLayout, _ placement: Similarity?) {
    guard image.look.opacity > 0 else { return }
    let toPixels = layout.map(placement)
    bounds = toPixels.apply(image.frame)
    let source = ImageSource(image.content)
    figures = [.image(FigureImage(source, in: image.frame, map: toPixels, opacity: image.look.opacity))]
  }
}

extension FigurePieces {
  /// - Parameters:
  ///   - spans: The cones of the stroke's spans, in pixels.
  ///   - outline: The path data of the whole stroke.
  ///   - name: A name that no other element of the document has, to make ids from.
  init(
    _ stroke: Stroke, _ spans: [[PixelCone]], outline: [UInt8], opacity: Double, _ blend: BlendMode, name: String
  ) {
    (self.outline, self.name, self.blend) = (outline, name, blend)
    self.opacity = rounded(opacity, decimals: 4)
    var pieces: [(color: Color, cones: [PixelCone])] = []
    for (span, cones) in spans.enumerated() {
      RainbowInk.forEachPiece(of: cones, stroke.hues(ofSpan: span)) { cone, color in
        if let last = pieces.last, last.color == color, last.cones.last?.cone.end == cone.cone.start {
          pieces[pieces.count - 1].cones.append(cone)
        } else {
          pieces.append((color, [cone]))
        }
      }
    }
    self.pieces = pieces.map { piece in
      var data = SVGPathData()
      data.add(InkOutline(piece.cones))
      return Piece(outline: data.bytes, color: piece.color)
    }
  }
}
