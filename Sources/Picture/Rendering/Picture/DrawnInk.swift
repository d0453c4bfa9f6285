import Geometry
import Ink
import Raster

/// The drawn ink of a drawing: complete elements on a canvas, and beside it the live elements.
///
/// Settled ink is joined to its stroke's mask once. An element is laid onto the canvas when it is complete and all
/// elements that began before it are on the canvas. A change to an element on the canvas, such as an undo or a late
/// revision, redraws the tiles that it touches, from the index of the spans in each tile.
///
/// Invariants: an element is on the canvas if its index is less than `live.first`. `live` holds the elements from there
/// up to the last one that has changed. `index` lists the settled spans of both.
struct DrawnInk: Sendable {
  let layout: CanvasLayout
  let showsPredictions: Bool
  let memoryLimit: Int
  /// The complete elements. It is out of date in `dirtyTiles` until `finishBatch`.
  private(set) var canvas: Canvas
  /// How many canvas tiles the owner of this value keeps. They count toward the memory limit.
  var ownersTileCount = 0

  private var live = LiveElements()
  /// The highest rank of an element on the canvas.
  private var highestRank = Int.min
  private var index: TileIndex
  /// The tiles of the canvas that must be redrawn.
  private var dirtyTiles: Set<Tile> = []
  /// The tiles of the canvas and of live ink that have changed since `takeChangedTiles`, if `tracksChanges`.
  private var changedTiles: Set<Tile> = []
  private var tracksChanges = false
  private var composer: TileComposer
  private var spareMasks: [Mask] = []
  /// Working memory of `bake` and `rebake`.
  private var cones = SpanCones()

  /// - Parameter memoryLimit: The most bytes that canvas tiles and masks may take.
  init(layout: CanvasLayout, showsPredictions: Bool, memoryLimit: Int) {
    self.layout = layout
    self.showsPredictions = showsPredictions
    self.memoryLimit = memoryLimit
    canvas = Canvas(width: layout.width, height: layout.height)
    index = TileIndex(layout: layout, showsPredictions: showsPredictions)
    composer = TileComposer(layout: layout, showsPredictions: showsPredictions)
  }

  /// Whether many elements wait for one that touches still make. Each of them has a mask.
  func isCrowded(in drawing: Drawing) -> Bool {
    live.count >= Self.mostWaiting && live.first < drawing.elements.endIndex && drawing.elements[live.first].isPresent
      && drawing.isInProgress(live.first)
  }

  /// The most elements with masks.
  private static let mostWaiting = 1000

  /// Whether an element is not on the canvas yet.
  func isLive(_ element: ElementIndex) -> Bool { element >= live.first }

  /// Draws the settled ink of one change. A batch of changes ends with `finishBatch`.
  /// - Throws: `RenderError` if the ink takes more memory than the limit. The ink is then incomplete.
  mutating func draw(_ change: ElementChange, of drawing: Drawing) throws(RenderError) {
    guard isLive(change.element) else { return redraw(change, of: drawing) }
    drawLive(change, of: drawing)
    // At once: the next stroke then reuses the same masks while they are in the cache.
    try commit(drawing)
  }

  /// Brings the canvas up to date after the changes of a batch.
  mutating func finishBatch(of drawing: Drawing) throws(RenderError) {
    try commit(drawing)
    for tile in dirtyTiles {
      let entries = index.entries(in: tile).filter { !isLive($0.element) }
      composer.draw(tile, entries, of: drawing, onto: &canvas)
    }
    if tracksChanges { changedTiles.formUnion(dirtyTiles) }
    dirtyTiles.removeAll(keepingCapacity: true)
  }

  /// Draws all live elements of a finished drawing at once, if they are plain ink: on several threads, each of which
  /// draws rows of tiles, or on one, if none of them has a mask, or so many that the last ones
  /// may have none.
  ///
  /// They are not added to the index, so only the canvas may be used afterwards.
  /// - Parameter changes: The changes that are not drawn yet.
  /// - Returns: Whether the elements are drawn; otherwise nothing has changed.
  mutating func drawRest(of drawing: Drawing, _ changes: [ElementChange], threads: Int) -> Bool {
    // Counts all tiles of the picture, so that reaching the limit does not depend on the order of drawing.
    let (columns, rows) = Tile.covering(layout.area)
    let drawsAll = live.count == 0 || live.count >= Self.mostWaiting
    guard threads > 1 || drawsAll, dirtyTiles.isEmpty, changes.allSatisfy({ isLive($0.element) }),
      columns.count * rows.count * (Canvas.tileBytes + threads * Mask.tileBytes) <= memoryLimit,
      let rest = RestPainter(drawing, from: live.first, above: highestRank, layout: layout)
    else { return false }
    if threads > 1, rest.draw(onto: &canvas, threads: threads) { return true }
    if drawsAll { rest.draw(onto: &canvas) }
    return drawsAll
  }

  /// - Parameter tiles: How many more canvas tiles are about to be used.
  /// - Throws: `RenderError` if they and the ink take more memory than the limit.
  func checkMemory(adding tiles: Int = 0) throws(RenderError) {
    let bytes = (canvas.tileCount + ownersTileCount + tiles) * Canvas.tileBytes + live.tileCount * Mask.tileBytes
    if bytes > memoryLimit { throw .memoryLimit(memoryLimit) }
  }

  // MARK: Elements on the canvas

  private mutating func redraw(_ change: ElementChange, of drawing: Drawing) {
    let element = drawing.elements[change.element]
    highestRank = Swift.max(highestRank, element.rank)
    if change.isWhole || hasChangedInterior(change, of: drawing) {
      dirtyTiles.formUnion(index.remove(element: change.element))
      guard element.isPresent else { return }
      dirtyTiles.formUnion(index.insert(change.element, of: drawing))
      return
    }
    guard element.isPresent, let stroke = drawing.stroke(of: change.element) else { return }
    for revised in change.revisedSpans {
      index.insert(stroke, revised.span, change.element, drawing)
      let covered = layout.touchedPixels(drawing.moved(revised.covered, with: change.element))
      dirtyTiles.formUnion(index.tiles(in: covered))
    }
  }

  /// Lays the first live elements onto the canvas, up to the first that is not complete.
  private mutating func commit(_ drawing: Drawing) throws(RenderError) {
    while live.count > 0, Self.isComplete(live[0], of: drawing) {
      let element = drawing.elements[live[0].element]
      if !element.isPresent { removeInk(at: 0) }
      // A stroke needs the tiles of its mask; other elements may need all tiles in their area.
      let (columns, rows) = Tile.covering(element.stroke == nil ? index.area(of: live[0].element) : .none)
      let inkedTiles = live[0].mask.tiles.count
      try checkMemory(adding: inkedTiles + columns.count * rows.count)
      if live[0].mask.isOverfull { throw .memoryLimit(memoryLimit) }
      if element.isPresent { lay(at: 0, of: drawing) }
      highestRank = Swift.max(highestRank, element.rank)
      if tracksChanges { changedTiles.formUnion(live[0].tail?.tiles ?? []) }
      removeInk(at: 0)
      spareMasks.append(live.removeFirst().mask)
    }
  }

  private static func isComplete(_ live: LiveElement, of drawing: Drawing) -> Bool {
    guard drawing.elements[live.element].isPresent else { return true }
    guard let index = drawing.elements[live.element].stroke else { return !drawing.isInProgress(live.element) }
    return drawing.strokes[index].isSettled && live.spanCount == drawing.strokes[index].spans.count
  }

  /// Lays a complete element on top of the canvas, or marks its tiles as dirty if other ink lies above it.
  private mutating func lay(at position: Int, of drawing: Drawing) {
    let element = live[position].element
    let isOnTop = drawing.elements[element].rank > highestRank
    let isSimple = isOnTop && !drawing.isRearranged
    if isSimple, let stroke = drawing.stroke(of: element), stroke.look.fitsMask {
      canvas.composite(live[position].mask, layout.paint(stroke.look))
      return
    }
    let tiles = index.tiles(of: element)
    if isSimple, drawing.paints(of: element).isPlain {
      // Faster than tile by tile.
      composer.painter.draw(element, of: drawing, in: nil, onto: &canvas)
      if tracksChanges { changedTiles.formUnion(tiles) }
      return
    }
    for tile in tiles {
      let entries = index.entries(in: tile)
      guard isOnTop, !composer.needsLayers(entries, of: drawing) else {
        dirtyTiles.insert(tile)
        continue
      }
      let spans = entries.filter { $0.element == element }.map { $0.span }
      if !spans.isEmpty { composer.painter.draw(element, .spans(spans), of: drawing, in: tile, onto: &canvas) }
      if tracksChanges { changedTiles.insert(tile) }
    }
  }

  // MARK: Live elements

  private mutating func drawLive(_ change: ElementChange, of drawing: Drawing) {
    let position = livePosition(of: change.element, drawing)
    guard let stroke = drawing.stroke(of: change.element) else { return enterAnew(at: position, of: drawing) }
    let isPresent = drawing.elements[change.element].isPresent
    let isWhole = change.isWhole || hasChangedInterior(change, of: drawing)
    if isWhole, live[position].spanCount > 0 || !isPresent {
      let left = index.remove(element: change.element)
      if tracksChanges { changedTiles.formUnion(left) }
      removeInk(at: position)
    }
    guard isPresent else { return }
    for revised in change.revisedSpans where revised.span.rawValue < live[position].spanCount {
      rebake(stroke, revised.span, drawing.moved(revised.covered, with: change.element), at: position, drawing)
    }
    for span in SpanIndex(live[position].spanCount)..<stroke.spans.endIndex {
      bake(stroke, span, at: position, drawing)
    }
    live[position].spanCount = stroke.spans.count
  }

  /// Whether a change to spans of a stroke may change its interior.
  private func hasChangedInterior(_ change: ElementChange, of drawing: Drawing) -> Bool {
    guard !change.revisedSpans.isEmpty, let stroke = drawing.stroke(of: change.element) else { return false }
    return stroke.look.fillsStrokes
  }

  /// The index of an element in `live`. If the element is not in `live` yet, it is appended, with all elements before
  /// it.
  private mutating func livePosition(of element: ElementIndex, _ drawing: Drawing) -> Int {
    let position = live.first.distance(to: element)
    while live.count <= position { live.append(mask: takeMask(drawing.model.coverageRule)) }
    return position
  }

  /// An empty mask, from those that are no longer used if possible.
  private mutating func takeMask(_ rule: CoverageRule) -> Mask {
    guard var mask = spareMasks.popLast() else {
      return Mask(width: layout.width, height: layout.height, rule: rule, tileLimit: memoryLimit / Mask.tileBytes)
    }
    mask.removeAll(rule: rule)
    return mask
  }

  /// Updates the index of spans for a live element that is not a stroke.
  private mutating func enterAnew(at position: Int, of drawing: Drawing) {
    let element = live[position].element
    let left = index.remove(element: element)
    if tracksChanges { changedTiles.formUnion(left) }
    guard drawing.elements[element].isPresent else { return }
    let entered = index.insert(element, of: drawing)
    if tracksChanges { changedTiles.formUnion(entered) }
  }

  /// Joins a new settled span to its stroke's mask.
  private mutating func bake(_ stroke: Stroke, _ span: SpanIndex, at position: Int, _ drawing: Drawing) {
    let element = live[position].element
    guard stroke.look.fitsMask else {
      let entered = index.insert(stroke, span, element, drawing)
      if tracksChanges { changedTiles.formUnion(entered) }
      return
    }
    cones.load(stroke, span, drawing.similarity(of: element), layout, drawing.model)
    cones.join(to: &live[position].mask)
    // The mask's tiles in the span's bounds: more than the span's own, and found much faster.
    let pixels = layout.touchedPixels(drawing.moved(stroke.spans[span].bounds, with: element))
    index.extendArea(of: element, over: pixels)
    let (columns, rows) = Tile.covering(pixels)
    live[position].mask.forEachTile(columns: columns, rows: rows) { tile in
      index.insert(element: element, span: span, in: tile)
    }
    if tracksChanges { changedTiles.formUnion(index.tiles(in: pixels)) }
  }

  /// Redraws a live stroke's mask in the tiles of a settled span that has changed.
  private mutating func rebake(
    _ stroke: Stroke, _ span: SpanIndex, _ covered: Rect, at position: Int, _ drawing: Drawing
  ) {
    let element = live[position].element
    index.insert(stroke, span, element, drawing)
    let tiles = index.tiles(in: layout.touchedPixels(covered))
    if tracksChanges { changedTiles.formUnion(tiles) }
    guard stroke.look.fitsMask else { return }
    for tile in tiles {
      live[position].mask.clear(tile)
      for entry in index.entries(in: tile) where entry.element == element {
        cones.load(stroke, entry.span, drawing.similarity(of: element), layout, drawing.model)
        cones.join(to: &live[position].mask, within: tile.pixels)
      }
    }
  }

  private mutating func removeInk(at position: Int) {
    if tracksChanges { changedTiles.formUnion(live[position].mask.tiles) }
    live[position].mask.removeAll()
    live[position].spanCount = 0
  }
}

// MARK: Frames

extension DrawnInk {
  /// Begins to record which tiles change. All tiles of live ink count as changed at first.
  mutating func trackChanges() {
    guard !tracksChanges else { return }
    tracksChanges = true
    for position in live.indices {
      changedTiles.formUnion(live[position].mask.tiles)
      changedTiles.formUnion(index.tiles(of: live[position].element))
    }
  }

  /// The tiles whose pixels may have changed since the last call.
  mutating func takeChangedTiles() -> Set<Tile> {
    var taken: Set<Tile> = []
    swap(&taken, &changedTiles)
    return taken
  }

  /// Draws the ink of live elements that has not settled.
  mutating func drawTails(of drawing: Drawing) {
    for position in live.indices { drawTail(of: drawing, at: position) }
  }

  private mutating func drawTail(of drawing: Drawing, at position: Int) {
    let element = live[position].element
    guard let stroke = drawing.stroke(of: element) else {
      // A prediction may change a shape although the shape has no new event.
      if showsPredictions { enterAnew(at: position, of: drawing) }
      return
    }
    // Removed, so that the mask has one owner and is not copied.
    var mask = live[position].tail ?? takeMask(drawing.model.coverageRule)
    live[position].tail = nil
    changedTiles.formUnion(mask.tiles)
    mask.removeAll()
    if drawing.elements[element].isPresent {
      let similarity = drawing.similarity(of: element)
      for span in layout.tail(of: stroke, predicted: showsPredictions, drawing.options, similarity) {
        mask.join(span)
      }
    }
    changedTiles.formUnion(mask.tiles)
    live[position].tail = mask
  }

  /// Draws a tile with its live ink onto an overlay of the canvas. If it has none, the overlay's tile becomes clear.
  mutating func draw(_ tile: Tile, of drawing: Drawing, onto overlay: inout Canvas) {
    let inked = live.filter { hasInk($0, in: tile, of: drawing) }
    guard !inked.isEmpty else {
      overlay.release(tile)
      return
    }
    let entries = index.entries(in: tile)
    let isInOrder = inked.allSatisfy { drawing.elements[$0.element].rank > highestRank }
    if isInOrder, !composer.needsLayers(entries, of: drawing) {
      overlay.copy(tile, from: canvas)
      for element in inked { composer.add(element, entries, of: drawing, in: tile, onto: &overlay) }
    } else {
      composer.draw(tile, entries, and: inked, of: drawing, onto: &overlay)
    }
  }

  private func hasInk(_ live: LiveElement, in tile: Tile, of drawing: Drawing) -> Bool {
    guard drawing.elements[live.element].isPresent else { return false }
    if live.mask.hasInk(in: tile) || live.tail?.hasInk(in: tile) == true { return true }
    if let stroke = drawing.elements[live.element].stroke, drawing.strokes[stroke].look.fitsMask {
      return false
    }
    return index.entries(in: tile).contains { $0.element == live.element }
  }
}
