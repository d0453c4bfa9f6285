import Geometry
import Ink
import Raster

/// Elements that are not on the canvas yet.
extension PictureRenderer {
  mutating func followLive(_ change: ElementChange, of drawing: Drawing) {
    let place = livePlace(of: change.element, drawing)
    let element = drawing.elements[change.element]
    guard let index = element.stroke else {
      enterAnew(at: place, of: drawing)
      return
    }
    let stroke = drawing.strokes[index]
    if change.isWhole, live[place].baked > 0 || !element.isPresent {
      let left = leave(change.element)
      if drawsFrames { staleTiles.formUnion(left) }
      takeInk(at: place)
    }
    guard element.isPresent else { return }
    for revised in change.revisedSpans where revised.span < live[place].baked {
      rebake(stroke, revised.span, drawing.placed(revised.covered, change.element), at: place, drawing)
    }
    for span in live[place].baked..<stroke.spans.count { bake(stroke, span, at: place, drawing) }
    live[place].baked = stroke.spans.count
  }

  /// The place in `live` of an element that is not on the canvas; those before it come in with it.
  mutating func livePlace(of ordinal: ElementIndex, _ drawing: Drawing) -> Int {
    while committed + live.count <= ordinal.rawValue {
      live.append(LiveElement(ordinal: ElementIndex(committed + live.count), mask: takeMask(drawing.model.coverageRule)))
    }
    return ordinal.rawValue - committed
  }

  mutating func takeMask(_ rule: CoverageRule) -> Mask {
    guard var mask = spareMasks.popLast() else {
      return Mask(width: layout.width, height: layout.height, rule: rule, tileLimit: memoryLimit / Mask.tileBytes)
    }
    mask.removeAll(rule: rule)
    return mask
  }

  func indexed(_ ordinal: ElementIndex) -> PixelRect {
    ordinal.rawValue < indexed.count ? indexed[ordinal.rawValue] : .none
  }

  /// Puts what is drawn as one where it is now.
  mutating func enterAnew(at place: Int, of drawing: Drawing) {
    let ordinal = live[place].ordinal
    let left = leave(ordinal)
    if drawsFrames { staleTiles.formUnion(left) }
    guard drawing.elements[ordinal].isPresent else { return }
    let tiles = enter(ordinal, of: drawing)
    if drawsFrames { staleTiles.formUnion(tiles) }
  }

  mutating func bake(_ stroke: Stroke, _ span: Int, at place: Int, _ drawing: Drawing) {
    let ordinal = live[place].ordinal
    guard stroke.style.isOneColor else {
      let tiles = enter(stroke, span, ordinal, drawing)
      if drawsFrames { staleTiles.formUnion(tiles) }
      return
    }
    let cones = cones(stroke, span, ordinal, drawing)
    live[place].mask.join(cones)
    chain = cones
    // The stroke's own tiles within the span's bounds: more than the span's, and found much faster.
    let pixels = layout.touchedPixels(drawing.placed(stroke.spans[span].bounds, ordinal))
    note(ordinal, in: pixels)
    let (columns, rows) = Tile.covering(pixels)
    live[place].mask.forEachTile(columns: columns, rows: rows) { tile in
      index.insert(element: ordinal.rawValue, span: span, in: tile)
    }
    if drawsFrames { staleTiles.formUnion(index.tiles(in: pixels)) }
  }

  /// Draws a live stroke's mask anew where a span has changed.
  mutating func rebake(
    _ stroke: Stroke, _ span: Int, _ covered: Rect, at place: Int, _ drawing: Drawing
  ) {
    let ordinal = live[place].ordinal
    enter(stroke, span, ordinal, drawing)
    let tiles = index.tiles(in: layout.touchedPixels(covered))
    if drawsFrames { staleTiles.formUnion(tiles) }
    guard stroke.style.isOneColor else { return }
    for tile in tiles {
      live[place].mask.clear(tile)
      for entry in index.entries(in: tile) where Int(entry.element) == ordinal.rawValue {
        live[place].mask.join(cones(stroke, Int(entry.span), ordinal, drawing), within: tile.pixels)
      }
    }
  }

  mutating func drawTail(of drawing: Drawing, at place: Int) {
    let ordinal = live[place].ordinal
    guard let index = drawing.elements[ordinal].stroke else {
      // A guess may change a shape without an event of its own.
      if showsPredictions { enterAnew(at: place, of: drawing) }
      return
    }
    let stroke = drawing.strokes[index]
    // Taken out, so that it is not copied when it changes.
    var mask = live[place].tail ?? takeMask(drawing.model.coverageRule)
    live[place].tail = nil
    staleTiles.formUnion(mask.tiles)
    mask.removeAll()
    let similarity = drawing.placement(of: ordinal)?.similarity
    if drawing.elements[ordinal].isPresent {
      for span in stroke.tail(predicted: showsPredictions, options: drawing.options) {
        mask.join(composer.painter.pixels(span, similarity))
      }
    }
    staleTiles.formUnion(mask.tiles)
    live[place].tail = mask
  }

  /// Takes the ink of a live stroke away.
  mutating func takeInk(at place: Int) {
    if drawsFrames { staleTiles.formUnion(live[place].mask.tiles) }
    live[place].mask.removeAll()
    live[place].baked = 0
  }

  /// Draws a tile of the frame: the canvas and what live elements lay onto it.
  mutating func drawOverlay(_ tile: Tile, of drawing: Drawing) {
    let inked = live.filter { hasInk($0, in: tile, of: drawing) }
    guard !inked.isEmpty else {
      overlay.release(tile)
      return
    }
    let entries = index.entries(in: tile)
    let isInOrder = inked.allSatisfy { drawing.elements[$0.ordinal].rank > highestRank }
    if isInOrder, !composer.needsLayers(entries, of: drawing) {
      overlay.copy(tile, from: canvas)
      for element in inked { composer.draw(element, entries, of: drawing, in: tile, onto: &overlay) }
    } else {
      composer.draw(tile, entries, and: inked, of: drawing, onto: &overlay)
    }
  }

  func hasInk(_ element: LiveElement, in tile: Tile, of drawing: Drawing) -> Bool {
    guard drawing.elements[element.ordinal].isPresent else { return false }
    if element.mask.hasInk(in: tile) || element.tail?.hasInk(in: tile) == true { return true }
    if let stroke = drawing.elements[element.ordinal].stroke, drawing.strokes[stroke].style.isOneColor { return false }
    return index.entries(in: tile).contains { Int($0.element) == element.ordinal.rawValue }
  }
}

/// An element that is not on the canvas yet.
struct LiveElement {
  var ordinal: ElementIndex
  /// The settled ink of a stroke of one colour.
  var mask: Mask
  /// How many spans of a stroke are drawn.
  var baked = 0
  /// Where the ink of a stroke that is not settled was in the last frame.
  var tail: Mask?
}
