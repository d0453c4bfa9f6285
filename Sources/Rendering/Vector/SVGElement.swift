import Files
import Geometry
import Images
import Ink
import Raster
import TouchLog

/// What an element of a drawing is in a document, in whole: it changes only when the element does.
struct SVGElement {
  /// The tags that draw it; nothing for erasers.
  private(set) var tags: [UInt8] = []
  /// What an eraser takes away, as path data, and how much of it, 0...255.
  private(set) var erased: [UInt8] = []
  private(set) var erasedAlpha: UInt8 = 0
  /// The name of the path that it is, where that stands elsewhere in the document.
  var erasedName = ""
  /// What its ink covers, in pixels, with a pixel around it.
  var bounds = Rect.empty
  /// Whether its colour is multiplied with that of the ink below.
  private(set) var multiplies = false
  /// What stands around its tags, for what is to be done with all of it.
  var wrapping: (opening: [UInt8], closing: [UInt8]) = ([], [])
  /// How many places its outlines name, and in how many bytes.
  private(set) var outlinePoints = 0
  private(set) var outlineBytes = 0

  /// Tags that are no element's.
  init(tags: [UInt8]) { self.tags = tags }

  /// - Parameters:
  ///   - layout: From points to pixels.
  ///   - map: Of an eraser's pass, from where it went to where that takes effect; else where the element was taken.
  ///   - name: Unlike that of any other element in the document, for what it refers to.
  init(_ ordinal: ElementIndex, of drawing: Drawing, _ layout: CanvasLayout, _ map: Similarity?, predicted: Bool, name: String) {
    switch drawing.elements[ordinal].content {
    case .stroke(let index):
      let stroke = drawing.strokes[index]
      let spans = SVGElement.spans(of: stroke, drawing, predicted: predicted).map { $0.map { layout.pixels($0, map) } }
      add(stroke, spans, name)
    case .shape(let shape): add(shape, ordinal, drawing, layout, map, predicted: predicted)
    case .text(let text): add(text, layout, map)
    case .image(let image): add(image, layout, map)
    }
    guard !bounds.isEmpty else { return }
    bounds.include(Point(bounds.minX, bounds.minY), radius: 1)
    bounds.include(Point(bounds.maxX, bounds.maxY), radius: 1)
  }

  /// The cones of a stroke, in points, span by span: those that are kept, and the tail.
  static func spans(of stroke: Stroke, _ drawing: Drawing, predicted: Bool) -> [[RoundCone]] {
    var spans = stroke.spans.indices.map { span in
      var cones: [RoundCone] = []
      stroke.appendCones(ofSpan: span, to: &cones)
      return cones
    }
    if stroke.state == .active { spans += stroke.tail(predicted: predicted, options: drawing.options) }
    return spans
  }

  private mutating func outline(_ cones: some Sequence<RoundCone>) -> [UInt8] {
    for cone in cones { bounds.formUnion(cone.bounds) }
    var data = SVGPathData()
    data.add(InkOutline(cones))
    outlinePoints += data.pointCount
    outlineBytes += data.bytes.count
    return data.bytes
  }

  private mutating func add(_ stroke: Stroke, _ spans: [[RoundCone]], _ name: String) {
    let outline = outline(spans.joined())
    guard !outline.isEmpty else { return }
    let paint = stroke.style.paint
    guard stroke.style.tool != .eraser else {
      (erased, erasedAlpha) = (outline, paint.color.alpha)
      return
    }
    multiplies = paint.mode == .multiply
    guard stroke.style.isOneColor else {
      tags = SVGRainbow(stroke, spans).tags(outline: outline, name: name)
      return
    }
    tags = SVGElement.path(outline, Color(paint.color), alpha: paint.color.alpha, multiplies: multiplies)
  }

  static func path(
    _ data: [UInt8], _ color: Color, alpha: UInt8, multiplies: Bool = false
  ) -> [UInt8] {
    guard alpha > 0 else { return [] }
    var text = SVGText()
    text.append("<path")
    text.attribute("d", data)
    text.paint("fill", color, alpha: alpha)
    if multiplies { text.append(SVGElement.multiply) }
    text.append("/>\n")
    return text.bytes
  }

  /// The tags that draw it, with what stands around them.
  var drawnTags: [UInt8] { wrapping.opening + tags + wrapping.closing }

  /// The tags that draw in a mask what an eraser takes away, with what stands around them.
  var erasingTags: [UInt8] {
    var text = SVGText()
    text.append(wrapping.opening)
    if erasedName.isEmpty || erasedAlpha == 0 {
      text.append(SVGElement.path(erased, .black, alpha: erasedAlpha))
    } else {
      text.append("<use")
      text.attribute("href", "#" + erasedName)
      text.paint("fill", .black, alpha: erasedAlpha)
      text.append("/>\n")
    }
    text.append(wrapping.closing)
    return text.bytes
  }

  static let multiply = " style=\"mix-blend-mode:multiply\""

  private mutating func add(
    _ shape: ShapeElement, _ ordinal: ElementIndex, _ drawing: Drawing, _ layout: CanvasLayout, _ map: Similarity?,
    predicted: Bool
  ) {
    guard let geometry = drawing.geometry(ofShape: ordinal, predicted: predicted) else { return }
    var label: [UInt8] = []
    if let text = geometry.label {
      label = outline(shape.labelInk(text, drawing.options).flatMap { ink in ink.cones.map { layout.pixels($0, map) } })
    }
    let toPixels = (map?.affine ?? .identity).concatenating(Affine(layout.transform))
    bounds.formUnion(toPixels.apply(geometry.bounds))
    let units = toPixels.concatenating(Affine(scale: Double(SVGPathData.unitsPerPixel)))
    var text = SVGText()
    SVGShape(shape, geometry, map: units).write(label: label, to: &text)
    tags = text.bytes
  }

  private mutating func add(_ text: TextElement, _ layout: CanvasLayout, _ map: Similarity?) {
    guard text.pen.color == .rainbow else {
      let data = outline(text.ink.flatMap { ink in ink.cones.map { layout.pixels($0, map) } })
      let paint = text.pen.paint
      tags = data.isEmpty ? [] : SVGElement.path(data, Color(paint.color), alpha: paint.color.alpha)
      return
    }
    var group = SVGText()
    group.append("<g")
    group.attribute("opacity", text.pen.opacity, places: 4, initial: 1)
    group.append(">\n")
    var rest = text.ink[...]
    while let first = rest.first {
      let letter = rest.prefix { $0.character == first.character }
      rest = rest.dropFirst(letter.count)
      let data = outline(letter.flatMap { ink in ink.cones.map { layout.pixels($0, map) } })
      let hue = text.hue + first.character * ElementPainter.eventsPerLetter
      group.append(SVGElement.path(data, InkColor.rainbow.color(atHue: hue), alpha: 255))
    }
    group.append("</g>\n")
    tags = group.bytes
  }

  private mutating func add(_ image: ImageElement, _ layout: CanvasLayout, _ map: Similarity?) {
    guard let picture = image.content as? LoadedPicture, image.opacity > 0 else { return }
    let toPixels = (map?.affine ?? .identity).concatenating(Affine(layout.transform))
    bounds = toPixels.apply(image.frame)
    let placed = SVGImage(picture.source, in: image.frame, map: toPixels)
    tags = placed.tags(opacity: image.opacity)
  }
}

extension CanvasLayout {
  /// A cone of the drawing in pixels.
  /// - Parameter place: Where its element was taken.
  func pixels(_ cone: RoundCone, _ place: Similarity?) -> RoundCone { pixels(place?.apply(cone) ?? cone) }
}

extension Color {
  /// The pixel's colour without its alpha.
  init(_ pixel: Pixel) { self.init(red: pixel.red, green: pixel.green, blue: pixel.blue) }
}
