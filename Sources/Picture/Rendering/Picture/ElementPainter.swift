import Geometry
import Ink
import Lettering
import Raster
import TouchLog

/// Draws elements, a tile at a time.
///
/// In its functions, `similarity` is the map of an element's placement; nil if the element was not moved.
struct ElementPainter: Sendable {
  let layout: CanvasLayout
  /// Whether ink extends to where touches are predicted to go.
  private let showsPredictions: Bool
  private var images: ImagePainter
  /// The shape drawn last, because it is most often in the next tile too.
  private var outline: ShapeOutline?
  // Working memory.
  private var mask: Mask
  private var group: Canvas
  private let empty: Canvas
  private var span = SpanCones()

  /// - Parameter images: Shared with other painters of the same drawing, if there are some.
  init(layout: CanvasLayout, showsPredictions: Bool, images: ImageSources = ImageSources()) {
    self.layout = layout
    self.showsPredictions = showsPredictions
    self.images = ImagePainter(images)
    mask = Mask(width: layout.width, height: layout.height)
    group = Canvas(width: layout.width, height: layout.height)
    empty = group
  }

  /// Which parts of an element to draw. Elements that are not strokes are always drawn whole.
  enum Part {
    /// Some settled spans of a stroke.
    case spans([SpanIndex])
    /// Some settled spans, and the ink that has not settled.
    case spansAndTail([SpanIndex])
    case all

    fileprivate func spans(of stroke: Stroke) -> [SpanIndex] {
      switch self {
      case .spans(let spans), .spansAndTail(let spans): spans
      case .all: Array(stroke.spans.indices)
      }
    }

    fileprivate var hasTail: Bool {
      if case .spans = self { return false }
      return true
    }
  }

  /// Draws an element over a tile of a canvas.
  mutating func draw(
    _ element: ElementIndex, _ part: Part = .all, of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas
  ) {
    let similarity = drawing.similarity(of: element)
    switch drawing.elements[element].content {
    case .stroke(let index):
      let stroke = drawing.strokes[index]
      let paint = layout.paint(stroke.look)
      if stroke.isFilled {
        draw(filled: stroke, element, part, drawing, similarity, tile, onto: &canvas)
      } else if paint.source == .pieces {
        joinPieces(stroke, part, drawing, similarity, tile)
        canvas.composite(group, paint, in: tile)
      } else {
        join(stroke, part, drawing, similarity, tile)
        canvas.composite(mask, paint, in: tile)
      }
    case .shape(let shape): draw(shape, element, drawing, similarity, tile, onto: &canvas)
    case .text(let text): draw(text, drawing, similarity, tile, onto: &canvas)
    case .image(let image):
      images.draw(image, movedBy: similarity, through: layout.transform, in: tile, onto: &canvas)
    }
  }

  /// Removes the ink that the pass of an eraser covers from a tile of a canvas.
  mutating func erase(_ erasure: Erasure, of drawing: Drawing, in tile: Tile, from canvas: inout Canvas) {
    guard let stroke = drawing.stroke(of: erasure.eraser) else { return }
    join(stroke, .all, drawing, erasure.map, tile)
    canvas.composite(mask, stroke.look.paint, in: tile)
  }

  /// Draws ink on the pixels of a tile that an element covers: strokes and the passes of erasers in opaque black, other
  /// elements as they are.
  mutating func cover(_ element: ElementIndex, of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas) {
    guard let stroke = drawing.stroke(of: element) else {
      return draw(element, of: drawing, in: tile, onto: &canvas)
    }
    let spans = stroke.spans.indices.filter { span in
      let bounds = drawing.moved(stroke.spans[span].bounds, with: element)
      return !layout.touchedPixels(bounds).intersection(tile.pixels).isEmpty
    }
    join(stroke, .spansAndTail(spans), drawing, drawing.similarity(of: element), tile)
    canvas.composite(mask, Paint(color: Pixel(red: 0, green: 0, blue: 0, alpha: 255)), in: tile)
  }

  /// Draws an element over a whole canvas at once: faster than tile by tile, with the same pixels.
  /// - Returns: Whether the element is drawn; false if it is a stroke or an image, or needs a separate canvas.
  mutating func drawWhole(_ element: ElementIndex, of drawing: Drawing, onto canvas: inout Canvas) -> Bool {
    let similarity = drawing.similarity(of: element)
    switch drawing.elements[element].content {
    case .shape(let shape) where shape.isDrawnInParts:
      let outline = outline(of: shape, element, drawing, similarity)
      if let fill = shape.fillPaint {
        join(outline.fill, within: nil)
        canvas.composite(mask, fill)
      }
      join(outline, within: nil)
      canvas.composite(mask, shape.look.paint(atHue: shape.hue))
      return true
    case .text(let text) where text.look.paint.source != .pieces:
      mask.removeAll(rule: drawing.model.coverageRule)
      for ink in text.ink { mask.join(pixels(ink.cones, similarity, drawing.model)) }
      join(text.outlines, similarity, within: nil)
      canvas.composite(mask, text.look.paint)
      return true
    case .shape, .text, .stroke, .image: return false
    }
  }

  private func pixels(_ cones: [RoundCone], _ similarity: Similarity?, _ model: StrokeModel) -> [PixelCone] {
    cones.map { layout.pixels($0, similarity, model) }
  }

  // MARK: Strokes

  /// Draws a filled stroke, first on a separate canvas, as a shape that is not drawn in parts.
  private mutating func draw(
    filled stroke: Stroke, _ element: ElementIndex, _ part: Part, _ drawing: Drawing, _ similarity: Similarity?,
    _ tile: Tile, onto canvas: inout Canvas
  ) {
    var own = empty
    if let fill = stroke.look.strokeFill {
      join(outline(of: stroke, element, drawing, similarity).fill, within: tile.pixels)
      own.composite(mask, fill, in: tile)
    }
    var look = stroke.look
    (look.opacity, look.blend) = (1, .over)
    let ink = layout.paint(look)
    if ink.source == .pieces {
      joinPieces(stroke, part, drawing, similarity, tile)
      own.composite(group, ink, in: tile)
    } else {
      join(stroke, part, drawing, similarity, tile)
      own.composite(mask, ink, in: tile)
    }
    let whole = Paint(.pieces, opacity: byte(255 * stroke.look.opacity), blend: stroke.look.blendMode)
    canvas.composite(own, whole, in: tile)
  }

  private mutating func outline(
    of stroke: Stroke, _ element: ElementIndex, _ drawing: Drawing, _ similarity: Similarity?
  ) -> ShapeOutline {
    if let outline, outline.version == drawing.version, outline.element == element { return outline }
    let new = ShapeOutline(stroke, element, of: drawing, layout, similarity)
    outline = new
    return new
  }

  /// Makes `mask` the ink of a stroke.
  private mutating func join(
    _ stroke: Stroke, _ part: Part, _ drawing: Drawing, _ similarity: Similarity?, _ tile: Tile
  ) {
    mask.removeAll(rule: drawing.model.coverageRule)
    forEachSpan(of: stroke, part, drawing, similarity) { painter, _, ink in
      painter.mask.join(ink, within: tile.pixels)
    }
  }

  /// Calls `body` with this painter, the number of each span and its ink.
  private mutating func forEachSpan(
    of stroke: Stroke, _ part: Part, _ drawing: Drawing, _ similarity: Similarity?,
    _ body: (inout ElementPainter, Int, SpanInk) -> Void
  ) {
    for number in part.spans(of: stroke) {
      span.load(stroke, number, similarity, layout, drawing.model)
      body(&self, number.rawValue, span.ink)
    }
    guard part.hasTail, stroke.state == .active else { return }
    let tail = layout.tail(of: stroke, predicted: showsPredictions, drawing.options, similarity)
    for (index, ink) in tail.enumerated() { body(&self, stroke.spans.count + index, ink) }
  }

  /// Makes `group` ink whose color changes along the stroke. Its pieces are joined by the maximum, as ink of one color
  /// is in `ink-1`.
  private mutating func joinPieces(
    _ stroke: Stroke, _ part: Part, _ drawing: Drawing, _ similarity: Similarity?, _ tile: Tile
  ) {
    group.release(tile)
    let texture = layout.paint(stroke.look).texture
    forEachSpan(of: stroke, part, drawing, similarity) { painter, span, ink in
      let first = span * Stroke.samplesPerSpan
      let count = Swift.max(1, Swift.min(Stroke.samplesPerSpan, stroke.samples.count - first))
      let hues = stroke.hue + first..<stroke.hue + first + count
      RainbowInk.forEachPiece(of: ink, hues) { piece, color in
        painter.mask.removeAll(rule: .maximum)
        painter.mask.join(piece, within: tile.pixels)
        painter.group.join(painter.mask, Pixel(color), texture, in: tile)
      }
    }
  }

  // MARK: Shapes and texts

  private mutating func draw(
    _ shape: ShapeElement, _ element: ElementIndex, _ drawing: Drawing, _ similarity: Similarity?, _ tile: Tile,
    onto canvas: inout Canvas
  ) {
    let outline = outline(of: shape, element, drawing, similarity)
    guard let fill = shape.fillPaint, !shape.isDrawnInParts else {
      if let fill = shape.fillPaint {
        join(outline.fill, within: tile.pixels)
        canvas.composite(mask, fill, in: tile)
      }
      join(outline, within: tile.pixels)
      canvas.composite(mask, shape.look.paint(atHue: shape.hue), in: tile)
      return
    }
    // First on a separate canvas, so that the interior does not show through the translucent outline.
    group.release(tile)
    join(outline.fill, within: tile.pixels)
    group.composite(mask, fill, in: tile)
    join(outline, within: tile.pixels)
    let pen = Pixel(shape.look.color.color(atHue: shape.hue))
    group.composite(mask, Paint(color: pen), in: tile)
    let whole = Paint(.pieces, opacity: byte(255 * shape.look.opacity), blend: shape.look.tool.blend)
    canvas.composite(group, whole, in: tile)
  }

  private mutating func outline(
    of shape: ShapeElement, _ element: ElementIndex, _ drawing: Drawing, _ similarity: Similarity?
  ) -> ShapeOutline {
    if let outline, outline.version == drawing.version, outline.element == element { return outline }
    let new = ShapeOutline(shape, element, of: drawing, layout, similarity, predicted: showsPredictions)
    outline = new
    return new
  }

  /// Adds the letters of font files to `mask`, each by itself: contours of different fonts may have opposite directions.
  private mutating func join(
    _ letters: [TextLayout.Outline], _ similarity: Similarity?, within clip: PixelRect?
  ) {
    let map = (similarity?.affine ?? .identity).concatenating(Affine(layout.transform))
    for letter in letters {
      if let clip {
        let bounds = similarity?.apply(letter.bounds) ?? letter.bounds
        guard !layout.touchedPixels(bounds).intersection(clip).isEmpty else { continue }
      }
      let polygons = letter.path.transformed(by: map).polygons(tolerance: ShapeOutline.flatness)
      mask.fill(polygons, rule: .nonzero, within: clip)
    }
  }

  /// Makes `mask` the interior of polygons.
  private mutating func join(_ polygons: [[Point]], within clip: PixelRect?) {
    mask.removeAll(rule: .maximum)
    mask.fill(polygons, rule: .nonzero, within: clip)
  }

  /// Makes `mask` the lines of a shape, with the head of an arrow and the label.
  private mutating func join(_ outline: ShapeOutline, within clip: PixelRect?) {
    join(outline.ink, within: clip)
    for cones in outline.label { mask.join(cones, within: clip) }
  }

  private mutating func draw(
    _ text: TextElement, _ drawing: Drawing, _ similarity: Similarity?, _ tile: Tile, onto canvas: inout Canvas
  ) {
    let paint = text.look.paint
    guard paint.source == .pieces else {
      mask.removeAll(rule: drawing.model.coverageRule)
      for ink in text.ink { mask.join(pixels(ink.cones, similarity, drawing.model), within: tile.pixels) }
      join(text.outlines, similarity, within: tile.pixels)
      canvas.composite(mask, paint, in: tile)
      return
    }
    group.release(tile)
    func joinMask(_ character: Int) {
      let hue = text.hue + character * RainbowInk.eventsPerLetter
      group.join(mask, Pixel(InkColor.rainbow.color(atHue: hue)), in: tile)
    }
    for ink in text.ink {
      mask.removeAll(rule: drawing.model.coverageRule)
      mask.join(pixels(ink.cones, similarity, drawing.model), within: tile.pixels)
      joinMask(ink.character)
    }
    for letter in text.outlines {
      mask.removeAll(rule: drawing.model.coverageRule)
      join([letter], similarity, within: tile.pixels)
      joinMask(letter.character)
    }
    canvas.composite(group, paint, in: tile)
  }
}

/// The ink of a shape, in pixels.
private struct ShapeOutline: Sendable {
  let element: ElementIndex
  /// The version of the drawing.
  let version: Int
  /// The interior, as polygons for the nonzero rule.
  private(set) var fill: [[Point]] = []
  /// The lines, as polygons for the nonzero rule.
  private(set) var ink: [[Point]] = []
  /// The strokes of the label's letters.
  private(set) var label: [[PixelCone]] = []

  /// How far curves may lie from their chords, in pixels.
  static let flatness = 0.02

  /// The interior of a filled stroke.
  init(
    _ stroke: Stroke, _ element: ElementIndex, of drawing: Drawing, _ layout: CanvasLayout, _ similarity: Similarity?
  ) {
    (self.element, version) = (element, drawing.version)
    fill = [layout.interior(of: stroke, similarity)]
  }

  init(
    _ shape: ShapeElement, _ element: ElementIndex, of drawing: Drawing, _ layout: CanvasLayout,
    _ similarity: Similarity?, predicted: Bool
  ) {
    self.element = element
    version = drawing.version
    guard let geometry = drawing.geometry(ofShape: element, predicted: predicted) else { return }
    let map = (similarity?.affine ?? .identity).concatenating(Affine(layout.transform))
    fill = geometry.fillPolygons(through: map, tolerance: ShapeOutline.flatness)
    ink = geometry.inkPolygons(through: map, tolerance: ShapeOutline.flatness)
    guard let text = geometry.label else { return }
    label = shape.labelInk(text, drawing.options).map { ink in
      ink.cones.map { layout.pixels($0, similarity, drawing.model) }
    }
  }
}
