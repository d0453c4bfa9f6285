import Geometry
import Ink
import Raster

/// Follows a drawing and keeps its picture up to date, drawing only what has changed.
///
/// Settled ink is joined to its stroke's mask once. An element that is complete is laid onto the canvas when all that
/// began before it are there. What is still open, the tails of touches that are down, is drawn over that on the
/// tiles that it touches, anew for each frame. A change to what is on the canvas, by an undo or a late revision say,
/// draws the tiles anew that it touches, from the index of what is in them.
public struct PictureRenderer: Sendable {
  public let layout: CanvasLayout
  /// Whether frames show where touches are guessed to go.
  public let showsPredictions: Bool

  /// The drawing's version that was drawn last.
  private var version = -1
  /// The complete elements, the first `committed` of the drawing.
  var canvas: Canvas
  var committed = 0
  /// The elements after those, in order.
  var live: [LiveElement] = []
  /// The tiles of the last frame that differ from `canvas`: those with ink of live elements.
  private var overlay: Canvas
  private var staleTiles: Set<Tile> = []
  /// The tiles of the canvas that are to be drawn anew.
  private var dirtyTiles: Set<Tile> = []
  var index: TileIndex
  /// Where the index has each element, in pixels; by the elements' places.
  private var indexed: [PixelRect] = []
  /// The highest rank of an element on the canvas.
  private var highestRank = Int.min
  private var spareMasks: [Mask] = []
  private var chain: [RoundCone] = []
  var composer: TileComposer
  /// Whether any frame was drawn: before that there is no need to know what differs from the last one.
  private var drawsFrames = false
  private let memoryLimit: Int
  private let backdrop: ImageSource?

  /// - Parameters:
  ///   - backdrop: A picture between the background and the ink, of the layout's size.
  ///   - memoryLimit: What the tiles of ink may take, in bytes.
  public init(
    layout: CanvasLayout, backdrop: ImageSource? = nil, showsPredictions: Bool = false, memoryLimit: Int = .max
  ) {
    self.backdrop = backdrop
    self.layout = layout
    self.showsPredictions = showsPredictions
    self.memoryLimit = memoryLimit
    canvas = Canvas(width: layout.width, height: layout.height)
    overlay = canvas
    index = TileIndex(width: layout.width, height: layout.height)
    composer = TileComposer(layout: layout, showsPredictions: showsPredictions)
  }

  /// The picture of the last frame. Its elements that are complete are up to date with the last `bake`.
  public var picture: Picture {
    Picture(
      canvas: canvas, overlay: overlay.tileCount > 0 ? overlay : nil, background: layout.background,
      backdrop: backdrop)
  }

  /// Draws what has settled since the last time. Called after any number of events, it costs the same in all.
  ///
  /// - Throws: `RenderError` where the ink takes more memory than it may; the picture is then of no use.
  public mutating func bake(_ drawing: Drawing) throws(RenderError) {
    let changes = drawing.changes(since: version)
    version = changes.version
    for change in changes.elements {
      if change.element < committed {
        follow(change, of: drawing)
      } else {
        followLive(change, of: drawing)
        // At once, so that the next stroke takes the same memory, which is still in the cache.
        try commit(drawing)
      }
    }
    for tile in dirtyTiles {
      composer.draw(tile, index.entries(in: tile), upTo: committed, of: drawing, onto: &canvas)
    }
    if drawsFrames { staleTiles.formUnion(dirtyTiles) }
    dirtyTiles.removeAll(keepingCapacity: true)
    try commit(drawing)
  }

  /// Draws the moment: what `bake` draws, and the tails that have not settled.
  ///
  /// - Returns: The tiles that may differ from the last frame.
  /// - Throws: As `bake` does.
  @discardableResult
  public mutating func drawFrame(_ drawing: Drawing) throws(RenderError) -> Set<Tile> {
    try bake(drawing)
    if !drawsFrames {
      drawsFrames = true
      for element in live {
        staleTiles.formUnion(element.mask.tiles)
        staleTiles.formUnion(index.tiles(in: indexed(element.ordinal)))
      }
    }
    for place in live.indices { drawTail(of: drawing, at: place) }
    for tile in staleTiles { drawOverlay(tile, of: drawing) }
    defer { staleTiles.removeAll(keepingCapacity: true) }
    try checkMemory(adding: 0)
    return staleTiles
  }

  // MARK: Elements on the canvas

  /// Takes a change to an element on the canvas in.
  private mutating func follow(_ change: ElementChange, of drawing: Drawing) {
    let element = drawing.elements[change.element]
    highestRank = Swift.max(highestRank, element.rank)
    if change.isWhole {
      dirtyTiles.formUnion(leave(change.element))
      guard element.isPresent else { return }
      dirtyTiles.formUnion(enter(change.element, of: drawing))
      return
    }
    guard element.isPresent, let stroke = element.stroke else { return }
    for revised in change.revisedSpans {
      enter(drawing.strokes[stroke], revised.span, change.element, drawing)
      let covered = layout.touchedPixels(placed(revised.covered, change.element, drawing))
      dirtyTiles.formUnion(index.tiles(in: covered))
    }
  }

  /// Takes an element out of the index.
  /// - Returns: The tiles that it was in.
  private mutating func leave(_ ordinal: Int) -> [Tile] {
    guard ordinal < indexed.count else { return [] }
    defer { indexed[ordinal] = .none }
    return index.remove(element: ordinal, in: indexed[ordinal])
  }

  /// Puts all of an element into the index.
  /// - Returns: The tiles that it may touch.
  private mutating func enter(_ ordinal: Int, of drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    if let index = drawing.elements[ordinal].stroke {
      let stroke = drawing.strokes[index]
      for span in stroke.spans.indices { tiles.formUnion(enter(stroke, span, ordinal, drawing)) }
      return tiles
    }
    let pixels = layout.touchedPixels(drawing.bounds(of: ordinal, predicted: showsPredictions))
    note(ordinal, in: pixels)
    let (columns, rows) = Tile.covering(pixels)
    for row in rows {
      for column in columns {
        let tile = Tile(column: column, row: row)
        index.insert(element: ordinal, span: 0, in: tile)
        tiles.insert(tile)
      }
    }
    return tiles
  }

  @discardableResult
  private mutating func enter(_ stroke: Stroke, _ span: Int, _ ordinal: Int, _ drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    note(ordinal, in: layout.touchedPixels(placed(stroke.spans[span].bounds, ordinal, drawing)))
    for cone in cones(stroke, span, ordinal, drawing) {
      cone.forEachTile(of: layout.area.covering(cone.touchedBounds)) {
        index.insert(element: ordinal, span: span, in: $0)
        tiles.insert($0)
      }
    }
    return tiles
  }

  /// Notes that the index has an element in some pixels.
  private mutating func note(_ ordinal: Int, in pixels: PixelRect) {
    while indexed.count <= ordinal { indexed.append(.none) }
    indexed[ordinal] = indexed[ordinal].union(pixels)
  }

  private func placed(_ bounds: Rect, _ ordinal: Int, _ drawing: Drawing) -> Rect {
    drawing.placement(of: ordinal).map { $0.similarity.apply(bounds) } ?? bounds
  }

  /// The cones of a settled span, in pixels.
  private mutating func cones(_ stroke: Stroke, _ span: Int, _ ordinal: Int, _ drawing: Drawing) -> [RoundCone] {
    // Taken out, so that the memory is used again.
    var cones = chain
    chain = []
    cones.removeAll(keepingCapacity: true)
    stroke.appendCones(ofSpan: span, to: &cones)
    if let place = drawing.placement(of: ordinal)?.similarity {
      for i in cones.indices { cones[i] = layout.pixels(place.apply(cones[i])) }
    } else {
      for i in cones.indices { cones[i] = layout.pixels(cones[i]) }
    }
    return cones
  }

  // MARK: Live elements

  private mutating func followLive(_ change: ElementChange, of drawing: Drawing) {
    let place = livePlace(of: change.element)
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
      rebake(stroke, revised.span, placed(revised.covered, change.element, drawing), at: place, drawing)
    }
    for span in live[place].baked..<stroke.spans.count { bake(stroke, span, at: place, drawing) }
    live[place].baked = stroke.spans.count
  }

  /// The place in `live` of an element that is not on the canvas; those before it come in with it.
  private mutating func livePlace(of ordinal: Int) -> Int {
    while committed + live.count <= ordinal {
      live.append(LiveElement(ordinal: committed + live.count, mask: takeMask()))
    }
    return ordinal - committed
  }

  private mutating func takeMask() -> Mask {
    spareMasks.popLast()
      ?? Mask(width: layout.width, height: layout.height, tileLimit: memoryLimit / Mask.tileBytes)
  }

  private func indexed(_ ordinal: Int) -> PixelRect {
    ordinal < indexed.count ? indexed[ordinal] : .none
  }

  /// Puts what is drawn as one where it is now.
  private mutating func enterAnew(at place: Int, of drawing: Drawing) {
    let ordinal = live[place].ordinal
    let left = leave(ordinal)
    if drawsFrames { staleTiles.formUnion(left) }
    guard drawing.elements[ordinal].isPresent else { return }
    let tiles = enter(ordinal, of: drawing)
    if drawsFrames { staleTiles.formUnion(tiles) }
  }

  private mutating func bake(_ stroke: Stroke, _ span: Int, at place: Int, _ drawing: Drawing) {
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
    let pixels = layout.touchedPixels(placed(stroke.spans[span].bounds, ordinal, drawing))
    note(ordinal, in: pixels)
    let (columns, rows) = Tile.covering(pixels)
    live[place].mask.forEachTile(columns: columns, rows: rows) { tile in
      index.insert(element: ordinal, span: span, in: tile)
    }
    if drawsFrames { staleTiles.formUnion(index.tiles(in: pixels)) }
  }

  /// Draws a live stroke's mask anew where a span has changed.
  private mutating func rebake(
    _ stroke: Stroke, _ span: Int, _ covered: Rect, at place: Int, _ drawing: Drawing
  ) {
    let ordinal = live[place].ordinal
    enter(stroke, span, ordinal, drawing)
    let tiles = index.tiles(in: layout.touchedPixels(covered))
    if drawsFrames { staleTiles.formUnion(tiles) }
    guard stroke.style.isOneColor else { return }
    for tile in tiles {
      live[place].mask.clear(tile)
      for entry in index.entries(in: tile) where Int(entry.element) == ordinal {
        live[place].mask.join(cones(stroke, Int(entry.span), ordinal, drawing), within: tile.pixels)
      }
    }
  }

  private mutating func drawTail(of drawing: Drawing, at place: Int) {
    let ordinal = live[place].ordinal
    guard let index = drawing.elements[ordinal].stroke else {
      // A guess may change a shape without an event of its own.
      if showsPredictions { enterAnew(at: place, of: drawing) }
      return
    }
    let stroke = drawing.strokes[index]
    // Taken out, so that it is not copied when it changes.
    var mask = live[place].tail ?? takeMask()
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
  private mutating func takeInk(at place: Int) {
    if drawsFrames { staleTiles.formUnion(live[place].mask.tiles) }
    live[place].mask.removeAll()
    live[place].baked = 0
  }

  /// Lays the elements onto the canvas that are complete and whose turn it is.
  private mutating func commit(_ drawing: Drawing) throws(RenderError) {
    var count = 0
    while count < live.count, Self.isComplete(live[count].ordinal, baked: live[count].baked, of: drawing) {
      let ordinal = live[count].ordinal
      let element = drawing.elements[ordinal]
      let (columns, rows) = Tile.covering(element.stroke == nil ? indexed(ordinal) : .none)
      try checkMemory(adding: live[count].mask.tiles.count + columns.count * rows.count)
      if live[count].mask.isOverfull { throw .memoryLimit(memoryLimit) }
      if element.isPresent { lay(at: count, of: drawing) }
      highestRank = Swift.max(highestRank, element.rank)
      if drawsFrames { staleTiles.formUnion(live[count].tail?.tiles ?? []) }
      takeInk(at: count)
      spareMasks.append(live[count].mask)
      count += 1
    }
    live.removeFirst(count)
    committed += count
  }

  /// - Parameter baked: How many of its spans are drawn.
  private static func isComplete(_ ordinal: Int, baked: Int, of drawing: Drawing) -> Bool {
    guard drawing.elements[ordinal].isPresent else { return true }
    guard let index = drawing.elements[ordinal].stroke else { return !drawing.isInProgress(ordinal) }
    return drawing.strokes[index].isSettled && baked == drawing.strokes[index].spans.count
  }

  /// Lays a complete element on top of the canvas, or has the tiles drawn anew where it belongs elsewhere.
  private mutating func lay(at place: Int, of drawing: Drawing) {
    let ordinal = live[place].ordinal
    let isOnTop = drawing.elements[ordinal].rank > highestRank
    if isOnTop, !drawing.isRearranged, let stroke = drawing.stroke(of: ordinal), stroke.style.isOneColor {
      canvas.composite(live[place].mask, stroke.style.paint)
      return
    }
    let tiles = index.tiles(in: indexed(ordinal))
    let isSimple = isOnTop && !drawing.isRearranged
    if isSimple, composer.painter.drawWhole(ordinal, of: drawing, onto: &canvas) {
      if drawsFrames { staleTiles.formUnion(tiles) }
      return
    }
    for tile in tiles {
      guard isOnTop, !composer.needsLayers(index.entries(in: tile), of: drawing) else {
        dirtyTiles.insert(tile)
        continue
      }
      let spans = index.entries(in: tile).filter { Int($0.element) == ordinal }.map { Int($0.span) }
      if !spans.isEmpty { composer.painter.draw(ordinal, .spans(spans), of: drawing, in: tile, onto: &canvas) }
      if drawsFrames { staleTiles.insert(tile) }
    }
  }

  @inline(always)
  private func checkMemory(adding tiles: Int) throws(RenderError) {
    let masks = live.reduce(0) { $0 + $1.mask.tiles.count + ($1.tail?.tiles.count ?? 0) }
    let bytes = (canvas.tileCount + overlay.tileCount + tiles) * Canvas.tileBytes + masks * Mask.tileBytes
    if bytes > memoryLimit { throw .memoryLimit(memoryLimit) }
  }

  /// Draws a tile of the frame: the canvas and what live elements lay onto it.
  private mutating func drawOverlay(_ tile: Tile, of drawing: Drawing) {
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

  private func hasInk(_ element: LiveElement, in tile: Tile, of drawing: Drawing) -> Bool {
    guard drawing.elements[element.ordinal].isPresent else { return false }
    if element.mask.hasInk(in: tile) || element.tail?.hasInk(in: tile) == true { return true }
    if let stroke = drawing.elements[element.ordinal].stroke, drawing.strokes[stroke].style.isOneColor { return false }
    return index.entries(in: tile).contains { Int($0.element) == element.ordinal }
  }
}

/// An element that is not on the canvas yet.
struct LiveElement {
  var ordinal: Int
  /// The settled ink of a stroke of one colour.
  var mask: Mask
  /// How many spans of a stroke are drawn.
  var baked = 0
  /// Where the ink of a stroke that is not settled was in the last frame.
  var tail: Mask?
}
