import Geometry
import Ink
import Lettering
import Raster
import TouchLog

/// Draws elements, a tile at a time or, for a tile of nil, on the whole canvas at once: with the same pixels.
///
/// In its functions, `similarity` is the map of an element's placement; nil if the element was not moved.
struct ElementPainter: Sendable {
  let layout: CanvasLayout
  /// Whether ink extends to where touches are predicted to go.
  private let showsPredictions: Bool
  private var images: ImagePainter
  /// The outline drawn last, because it is most often in the next tile too.
  private var outline: ElementOutline?
  // Working memory.
  private var mask: Mask
  private var wet: Mask
  private var wetInk: WetInk?
  private var group: Canvas
  private let empty: Canvas
  private var span = SpanCones()

  /// - Parameter images: Shared with other painters of the same drawing, if there are some.
  init(layout: CanvasLayout, showsPredictions: Bool, images: ImageSources = ImageSources()) {
    self.layout = layout
    self.showsPredictions = showsPredictions
    self.images = ImagePainter(images)
    mask = Mask(width: layout.width, height: layout.height)
    wet = mask
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
    _ element: ElementIndex, _ part: Part = .all, of drawing: Drawing, in tile: Tile?, onto canvas: inout Canvas
  ) {
    let paints = drawing.paints(of: element)
    guard let whole = paints.whole else { return draw(element, paints, part, drawing, tile, onto: &canvas) }
    var own = empty
    draw(element, paints, part, drawing, tile, onto: &own)
    for tile in tiles(tile) { canvas.composite(own, whole, in: tile) }
  }

  private mutating func draw(
    _ element: ElementIndex, _ paints: InkPaints, _ part: Part, _ drawing: Drawing, _ tile: Tile?,
    onto canvas: inout Canvas
  ) {
    let similarity = drawing.similarity(of: element)
    if let fill = paints.fill {
      mask.removeAll(rule: .maximum)
      mask.fill(outline(of: element, drawing, similarity).interior, rule: .nonzero, within: tile?.pixels)
      composite(fill, tile, onto: &canvas)
    }
    draw(paints.ink, of: element, part, in: drawing, movedBy: similarity, in: tile, onto: &canvas)
  }

  /// Draws the ink of an element without its interior.
  mutating func draw(
    _ ink: Paint, of element: ElementIndex, _ part: Part = .all, in drawing: Drawing, movedBy similarity: Similarity?,
    in tile: Tile?, onto canvas: inout Canvas
  ) {
    var ink = ink
    switch drawing.elements[element].content {
    case .image(let image):
      for tile in tiles(tile) {
        images.draw(image, ink, movedBy: similarity, through: layout.transform, in: tile, onto: &canvas)
      }
      return
    case .stroke(let index): ink.texture = layout.paint(drawing.strokes[index].look).texture
    case .shape, .text: break
    }
    guard ink.source == .pieces else {
      join(element, part, drawing, similarity, tile?.pixels)
      if let texture = ink.texture, let stroke = drawing.stroke(of: element) { bleed(stroke, texture, drawing) }
      return composite(ink, tile, onto: &canvas)
    }
    joinPieces(element, part, ink.texture, drawing, similarity, tile)
    for tile in tiles(tile) { canvas.composite(group, ink, in: tile) }
  }

  /// Removes the ink that the pass of an eraser covers from a tile of a canvas.
  mutating func erase(_ erasure: Erasure, of drawing: Drawing, in tile: Tile, from canvas: inout Canvas) {
    let paint = drawing.paints(of: erasure.eraser).ink
    draw(paint, of: erasure.eraser, in: drawing, movedBy: erasure.map, in: tile, onto: &canvas)
  }

  /// Draws ink on the pixels of a tile that an element covers: strokes and the passes of erasers in opaque black, other
  /// elements as they are.
  mutating func cover(_ element: ElementIndex, of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas) {
    guard let stroke = drawing.stroke(of: element) else {
      return draw(element, of: drawing, in: tile, onto: &canvas)
    }
    let spans = spans(of: stroke, element, drawing, in: tile.pixels)
    join(element, .spansAndTail(spans), drawing, drawing.similarity(of: element), tile.pixels)
    canvas.composite(mask, Paint(color: Pixel(red: 0, green: 0, blue: 0, alpha: 255)), in: tile)
  }

  private func tiles(_ tile: Tile?) -> [Tile] { tile.map { [$0] } ?? Tile.all(of: layout.area) }

  private func composite(_ paint: Paint, _ tile: Tile?, onto canvas: inout Canvas) {
    if let tile { canvas.composite(mask, paint, in: tile) } else { canvas.composite(mask, paint) }
  }

  // MARK: Ink of one color

  /// Makes `mask` the ink of an element: that of a stroke, the lines of a shape, with the head of an arrow and the label,
  /// or the letters of a text.
  private mutating func join(
    _ element: ElementIndex, _ part: Part, _ drawing: Drawing, _ similarity: Similarity?, _ clip: PixelRect?
  ) {
    switch drawing.elements[element].content {
    case .stroke(let index):
      mask.removeAll(rule: drawing.model.coverageRule)
      forEachSpan(of: drawing.strokes[index], part, drawing, similarity) { painter, _, ink in
        painter.mask.join(ink, within: clip)
      }
    case .shape:
      let outline = outline(of: element, drawing, similarity)
      mask.removeAll(rule: .maximum)
      mask.fill(outline.lines, rule: .nonzero, within: clip)
      for cones in outline.label { mask.join(cones, within: clip) }
    case .text(let text):
      mask.removeAll(rule: drawing.model.coverageRule)
      for ink in text.ink { mask.join(pixels(ink.cones, similarity, drawing.model), within: clip) }
      for letter in text.outlines { join(letter, similarity, within: clip) }
    case .image: break
    }
  }

  /// Makes the ink in `mask`, that of a stroke, run into wet ink.
  private mutating func bleed(_ stroke: Stroke, _ texture: Texture, _ drawing: Drawing) {
    guard stroke.look.drying > 0 else { return }
    let known = wetInk.flatMap { $0.version == drawing.version ? $0 : nil } ?? WetInk(of: drawing)
    wetInk = known
    let inked = mask.tiles.reduce(PixelRect.none) { $0.union($1.pixels) }
    for (element, wetness) in known.strokes(before: stroke) {
      guard let below = drawing.stroke(of: element) else { continue }
      let touching = spans(of: below, element, drawing, in: inked)
      guard !touching.isEmpty else { continue }
      wet.removeAll(rule: drawing.model.coverageRule)
      forEachSpan(of: below, .spans(touching), drawing, drawing.similarity(of: element)) { painter, _, ink in
        painter.wet.join(ink, within: inked)
      }
      mask.bleed(into: wet, wetness: wetness, texture)
    }
  }

  /// The settled spans of an element's stroke that may have ink in some pixels.
  private func spans(
    of stroke: Stroke, _ element: ElementIndex, _ drawing: Drawing, in pixels: PixelRect
  ) -> [SpanIndex] {
    stroke.spans.indices.filter { span in
      let bounds = drawing.moved(stroke.spans[span].bounds, with: element)
      return !layout.touchedPixels(bounds).intersection(pixels).isEmpty
    }
  }

  private func pixels(_ cones: [RoundCone], _ similarity: Similarity?, _ model: StrokeModel) -> [PixelCone] {
    cones.map { layout.pixels($0, similarity, model) }
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

  /// Adds a letter of a font file to `mask`, each by itself: contours of different fonts may have opposite directions.
  private mutating func join(_ letter: TextLayout.Outline, _ similarity: Similarity?, within clip: PixelRect?) {
    if let clip {
      let bounds = similarity?.apply(letter.bounds) ?? letter.bounds
      guard !layout.touchedPixels(bounds).intersection(clip).isEmpty else { return }
    }
    let polygons = letter.path.transformed(by: layout.map(similarity)).polygons(tolerance: ElementOutline.flatness)
    mask.fill(polygons, rule: .nonzero, within: clip)
  }

  private mutating func outline(
    of element: ElementIndex, _ drawing: Drawing, _ similarity: Similarity?
  ) -> ElementOutline {
    if let outline, outline.version == drawing.version, outline.element == element { return outline }
    let new = ElementOutline(element, of: drawing, layout, similarity, predicted: showsPredictions)
    outline = new
    return new
  }

  // MARK: Ink in pieces

  /// Makes `group` ink whose color changes along a stroke or from letter to letter. The pieces of a stroke are joined by
  /// the maximum, as ink of one color is in `ink-1`.
  private mutating func joinPieces(
    _ element: ElementIndex, _ part: Part, _ texture: Texture?, _ drawing: Drawing, _ similarity: Similarity?,
    _ tile: Tile?
  ) {
    if let tile { group.release(tile) } else { group = empty }
    switch drawing.elements[element].content {
    case .stroke(let index):
      let stroke = drawing.strokes[index]
      forEachSpan(of: stroke, part, drawing, similarity) { painter, span, ink in
        RainbowInk.forEachPiece(of: ink, stroke.hues(ofSpan: span)) { piece, color in
          painter.mask.removeAll(rule: .maximum)
          painter.mask.join(piece, within: tile?.pixels)
          painter.joinPiece(color, texture)
        }
      }
    case .text(let text):
      for ink in text.ink {
        mask.removeAll(rule: drawing.model.coverageRule)
        mask.join(pixels(ink.cones, similarity, drawing.model), within: tile?.pixels)
        joinPiece(text.color(ofCharacter: ink.character))
      }
      for letter in text.outlines {
        mask.removeAll(rule: drawing.model.coverageRule)
        join(letter, similarity, within: tile?.pixels)
        joinPiece(text.color(ofCharacter: letter.character))
      }
    case .shape, .image: break
    }
  }

  private mutating func joinPiece(_ color: Color, _ texture: Texture? = nil) {
    for tile in mask.tiles { group.join(mask, Pixel(color), texture, in: tile) }
  }
}

/// What is filled of an element, in pixels.
private struct ElementOutline: Sendable {
  let element: ElementIndex
  /// The version of the drawing.
  let version: Int
  /// The interior, as polygons for the nonzero rule.
  private(set) var interior: [[Point]] = []
  /// The lines of a shape, as polygons for the nonzero rule.
  private(set) var lines: [[Point]] = []
  /// The strokes of the letters of a shape's label.
  private(set) var label: [[PixelCone]] = []

  /// How far curves may lie from their chords, in pixels.
  static let flatness = 0.02

  init(
    _ element: ElementIndex, of drawing: Drawing, _ layout: CanvasLayout, _ similarity: Similarity?, predicted: Bool
  ) {
    (self.element, version) = (element, drawing.version)
    if let stroke = drawing.stroke(of: element) { interior = [layout.interior(of: stroke, similarity)] }
    guard case .shape(let shape) = drawing.elements[element].content,
      let geometry = drawing.geometry(ofShape: element, predicted: predicted)
    else { return }
    let map = layout.map(similarity)
    interior = geometry.fillPolygons(through: map, tolerance: Self.flatness)
    lines = geometry.inkPolygons(through: map, tolerance: Self.flatness)
    guard let text = geometry.label else { return }
    label = shape.labelInk(text, drawing.options).map { ink in
      ink.cones.map { layout.pixels($0, similarity, drawing.model) }
    }
  }
}
