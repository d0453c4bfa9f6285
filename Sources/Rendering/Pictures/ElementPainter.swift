import Geometry
import Ink
import Raster
import TouchLog

/// Draws elements, a tile at a time.
struct ElementPainter: Sendable {
  let layout: CanvasLayout
  /// Whether ink goes on to where touches are guessed to go.
  let showsPredictions: Bool
  /// Working memory.
  var mask: Mask
  var group: Canvas
  private var chain: [RoundCone] = []
  /// The shape drawn last, which is most often drawn in the next tile too.
  private var outline: ShapeOutline?
  private var placed: (picture: LoadedPicture, placement: ImagePlacement, image: PlacedImage?)?

  init(layout: CanvasLayout, showsPredictions: Bool) {
    self.layout = layout
    self.showsPredictions = showsPredictions
    mask = Mask(width: layout.width, height: layout.height)
    group = Canvas(width: layout.width, height: layout.height)
  }

  /// What of an element is drawn.
  enum Part {
    /// Settled spans of a stroke.
    case spans([Int])
    /// Settled spans, and what has not settled.
    case spansAndTail([Int])
    case all

    func spans(of stroke: Stroke) -> [Int] {
      switch self {
      case .spans(let spans), .spansAndTail(let spans): spans
      case .all: Array(stroke.spans.indices)
      }
    }

    var hasTail: Bool {
      if case .spans = self { return false }
      return true
    }
  }

  /// Lays an element onto a tile of a canvas.
  mutating func draw(
    _ ordinal: ElementIndex, _ part: Part = .all, of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas
  ) {
    let place = drawing.placement(of: ordinal)?.similarity
    switch drawing.elements[ordinal].content {
    case .stroke(let index):
      let stroke = drawing.strokes[index]
      if stroke.style.color == .rainbow, stroke.style.tool != .eraser {
        drawRainbow(stroke, part, drawing, place, tile, onto: &canvas)
      } else {
        join(stroke, part, drawing, place, tile)
        canvas.composite(mask, stroke.style.paint, in: tile)
      }
    case .shape(let shape): draw(shape, ordinal, drawing, place, tile, onto: &canvas)
    case .text(let text): draw(text, drawing, place, tile, onto: &canvas)
    case .image(let image): draw(image, place, tile, onto: &canvas)
    }
  }

  /// Takes away of a tile what an eraser covers.
  /// - Parameter map: From where the eraser went to where that takes effect.
  mutating func erase(_ eraser: ElementIndex, _ map: Similarity, of drawing: Drawing, in tile: Tile, from canvas: inout Canvas) {
    guard let index = drawing.elements[eraser].stroke else { return }
    join(drawing.strokes[index], .all, drawing, map, tile)
    canvas.composite(mask, drawing.strokes[index].style.paint, in: tile)
  }

  /// Lays something onto each pixel of a tile that an element covers, also where it is an eraser.
  mutating func cover(_ ordinal: ElementIndex, of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas) {
    guard let stroke = drawing.stroke(of: ordinal) else {
      return draw(ordinal, of: drawing, in: tile, onto: &canvas)
    }
    let place = drawing.placement(of: ordinal)?.similarity
    let spans = stroke.spans.indices.filter { span in
      let bounds = stroke.spans[span].bounds
      return !layout.touchedPixels(place.map { $0.apply(bounds) } ?? bounds).intersection(tile.pixels).isEmpty
    }
    join(stroke, .spansAndTail(spans), drawing, place, tile)
    canvas.composite(mask, Paint(color: Pixel(red: 0, green: 0, blue: 0, alpha: 255)), in: tile)
  }

  /// Cones of the drawing in pixels.
  func pixels(_ cones: [RoundCone], _ place: Similarity?) -> [RoundCone] {
    guard let place else { return cones.map(layout.pixels) }
    return cones.map { layout.pixels(place.apply($0)) }
  }

  // MARK: Strokes

  private mutating func join(
    _ stroke: Stroke, _ part: Part, _ drawing: Drawing, _ place: Similarity?, _ tile: Tile
  ) {
    mask.removeAll(rule: drawing.model.coverageRule)
    forEachSpan(of: stroke, part, drawing) { painter, _, cones in
      painter.mask.join(painter.pixels(cones, place), within: tile.pixels)
    }
  }

  mutating func forEachSpan(
    of stroke: Stroke, _ part: Part, _ drawing: Drawing, _ body: (inout ElementPainter, Int, [RoundCone]) -> Void
  ) {
    for span in part.spans(of: stroke) {
      chain.removeAll(keepingCapacity: true)
      stroke.appendCones(ofSpan: span, to: &chain)
      let cones = chain
      body(&self, span, cones)
    }
    guard part.hasTail, stroke.state == .active else { return }
    let tail = stroke.tail(predicted: showsPredictions, options: drawing.options)
    for (index, cones) in tail.enumerated() { body(&self, stroke.spans.count + index, cones) }
  }

  // MARK: Shapes, texts and pictures

  private mutating func draw(
    _ shape: ShapeElement, _ ordinal: ElementIndex, _ drawing: Drawing, _ place: Similarity?, _ tile: Tile,
    onto canvas: inout Canvas
  ) {
    let outline = outline(of: shape, ordinal, drawing, place)
    let color = shape.pen.color.color(atHue: shape.hue)
    guard let fill = shape.fillPaint, shape.pen.opacity < 1 else {
      if let fill = shape.fillPaint {
        join(outline.fill, within: tile.pixels)
        canvas.composite(mask, fill, in: tile)
      }
      join(outline, within: tile.pixels)
      canvas.composite(mask, shape.pen.paint(in: color), in: tile)
      return
    }
    // As one, so that a translucent outline does not let its own filling through.
    group.release(tile)
    join(outline.fill, within: tile.pixels)
    group.composite(mask, fill, in: tile)
    join(outline, within: tile.pixels)
    group.composite(mask, Paint(color: Pixel(color)), in: tile)
    canvas.composite(group, opacity: byte(255 * shape.pen.opacity), in: tile)
  }

  /// Lays all of an element onto the canvas at once, which is faster than tile by tile and gives the same.
  /// - Returns: Whether that could be done: not for what goes through a canvas of its own.
  mutating func drawWhole(_ ordinal: ElementIndex, of drawing: Drawing, onto canvas: inout Canvas) -> Bool {
    let place = drawing.placement(of: ordinal)?.similarity
    switch drawing.elements[ordinal].content {
    case .shape(let shape) where shape.fillPaint == nil || shape.pen.opacity == 1:
      let outline = outline(of: shape, ordinal, drawing, place)
      if let fill = shape.fillPaint {
        join(outline.fill, within: nil)
        canvas.composite(mask, fill)
      }
      join(outline, within: nil)
      canvas.composite(mask, shape.pen.paint(in: shape.pen.color.color(atHue: shape.hue)))
      return true
    case .text(let text) where text.pen.color != .rainbow:
      mask.removeAll(rule: drawing.model.coverageRule)
      for ink in text.ink { mask.join(pixels(ink.cones, place)) }
      canvas.composite(mask, text.pen.paint)
      return true
    case .shape, .text, .stroke, .image: return false
    }
  }

  private mutating func outline(
    of shape: ShapeElement, _ ordinal: ElementIndex, _ drawing: Drawing, _ place: Similarity?
  ) -> ShapeOutline {
    if let outline, outline.version == drawing.version, outline.ordinal == ordinal { return outline }
    let new = ShapeOutline(shape, ordinal, of: drawing, layout, place, predicted: showsPredictions)
    outline = new
    return new
  }

  private mutating func join(_ polygons: [[Point]], within clip: PixelRect?) {
    mask.removeAll(rule: .maximum)
    mask.fill(polygons, rule: .nonzero, within: clip)
  }

  /// The outline, the arrow's head and the label.
  private mutating func join(_ outline: ShapeOutline, within clip: PixelRect?) {
    join(outline.ink, within: clip)
    for cones in outline.label { mask.join(cones, within: clip) }
  }

  private mutating func draw(
    _ text: TextElement, _ drawing: Drawing, _ place: Similarity?, _ tile: Tile, onto canvas: inout Canvas
  ) {
    guard text.pen.color == .rainbow else {
      mask.removeAll(rule: drawing.model.coverageRule)
      for ink in text.ink { mask.join(pixels(ink.cones, place), within: tile.pixels) }
      canvas.composite(mask, text.pen.paint, in: tile)
      return
    }
    group.release(tile)
    for ink in text.ink {
      mask.removeAll(rule: drawing.model.coverageRule)
      mask.join(pixels(ink.cones, place), within: tile.pixels)
      let hue = text.hue + ink.character * ElementPainter.eventsPerLetter
      group.join(mask, Pixel(InkColor.rainbow.color(atHue: hue)), in: tile)
    }
    canvas.composite(group, opacity: byte(255 * text.pen.opacity), in: tile)
  }

  /// A letter is written with about so many events: what the hue turns from one to the next.
  static let eventsPerLetter = 10

  private mutating func draw(_ image: ImageElement, _ place: Similarity?, _ tile: Tile, onto canvas: inout Canvas) {
    let opacity = byte(255 * image.opacity)
    guard let picture = image.content as? LoadedPicture else { return }
    let (width, height) = (Double(picture.width), Double(picture.height))
    let map = Affine(
      a: image.frame.width / width, b: 0, c: 0, d: image.frame.height / height, tx: image.frame.minX,
      ty: image.frame.minY
    ).concatenating(place?.affine ?? .identity).concatenating(Affine(layout.transform))
    let placement = ImagePlacement(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
    if placed?.placement != placement || placed?.picture !== picture {
      placed = (picture, placement, PlacedImage(picture.source, placement))
    }
    guard let image = placed?.image else { return }
    canvas.draw(image, opacity: opacity, in: tile)
  }
}

extension ShapeElement {
  /// What fills it, before its opacity; nil for nothing.
  var fillPaint: Paint? {
    if case .color(let color) = look.fill { return Paint(color: Pixel(color)) }
    return nil
  }
}

extension Pixel {
  init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}
