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
  var version = -1
  /// Where a bake was stopped: up to this element, what is drawn is what this later version has.
  private var stopped: (version: Int, element: ElementIndex)?
  /// The complete elements, the first `committed` of the drawing.
  var canvas: Canvas
  var committed = 0
  /// The elements after those, in order.
  var live: [LiveElement] = []
  /// The tiles of the last frame that differ from `canvas`: those with ink of live elements.
  var overlay: Canvas
  var staleTiles: Set<Tile> = []
  /// The tiles of the canvas that are to be drawn anew.
  var dirtyTiles: Set<Tile> = []
  var index: TileIndex
  /// Where the index has each element, in pixels; by the elements' places.
  var indexed: [PixelRect] = []
  /// The highest rank of an element on the canvas.
  var highestRank = Int.min
  var spareMasks: [Mask] = []
  var chain: [RoundCone] = []
  var composer: TileComposer
  /// Whether any frame was drawn: before that there is no need to know what differs from the last one.
  var drawsFrames = false
  let memoryLimit: Int
  let backdrop: ImageSource?

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
  /// - Parameter isStopped: Asked now and then whether to draw no more; the next bake goes on.
  /// - Throws: `RenderError` where the ink takes more memory than it may; the picture is then of no use.
  public mutating func bake(_ drawing: Drawing, until isStopped: (() -> Bool)? = nil) throws(RenderError) {
    let changes = drawing.changes(since: version)
    for (number, change) in changesLeft(of: drawing, changes).enumerated() {
      if stopped == nil, number % 8 == 7, let isStopped, isStopped() {
        stopped = (changes.version, change.element.advanced(by: -1))
        return
      }
      if change.element.rawValue < committed {
        follow(change, of: drawing)
      } else {
        followLive(change, of: drawing)
        // At once, so that the next stroke takes the same memory, which is still in the cache.
        try commit(drawing)
      }
    }
    (version, stopped) = (changes.version, nil)
    try commit(drawing)
    for tile in dirtyTiles {
      composer.draw(tile, index.entries(in: tile), upTo: committed, of: drawing, onto: &canvas)
    }
    if drawsFrames { staleTiles.formUnion(dirtyTiles) }
    dirtyTiles.removeAll(keepingCapacity: true)
  }

  /// What is not drawn yet of some changes since `version`.
  private func changesLeft(of drawing: Drawing, _ changes: DrawingChanges) -> [ElementChange] {
    guard let stopped else { return changes.elements }
    return drawing.changes(since: stopped.version).elements.filter { $0.element <= stopped.element }
      + changes.elements.filter { $0.element > stopped.element }
  }

  /// Draws a finished drawing to its end, where it can in rows of tiles on several threads. The index does not learn of
  /// what is drawn like that: nothing but `picture` may be asked for afterwards.
  ///
  /// - Throws: As `bake` does.
  mutating func finish(_ drawing: Drawing, threads: Int) throws(RenderError) {
    let changes = drawing.changes(since: stopped?.version ?? version)
    let isUpToDate = changes.elements.allSatisfy { $0.element.rawValue >= committed }
    // All tiles of the picture, so that the limit does not depend on the order of drawing.
    let tiles = Tile.all(of: layout.area).count
    guard threads > 1, !drawsFrames, dirtyTiles.isEmpty, isUpToDate,
      tiles * (Canvas.tileBytes + threads * Mask.tileBytes) <= memoryLimit,
      let rest = RestPainter(drawing, from: committed, above: highestRank, layout: layout),
      rest.draw(onto: &canvas, threads: threads)
    else {
      try drawFrame(drawing)
      return
    }
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

  /// Lays the elements onto the canvas that are complete and whose turn it is.
  mutating func commit(_ drawing: Drawing) throws(RenderError) {
    var count = 0
    while count < live.count, Self.isComplete(live[count].ordinal, baked: live[count].baked, of: drawing) {
      let ordinal = live[count].ordinal
      let element = drawing.elements[ordinal]
      if !element.isPresent { takeInk(at: count) }
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
  static func isComplete(_ ordinal: ElementIndex, baked: Int, of drawing: Drawing) -> Bool {
    guard drawing.elements[ordinal].isPresent else { return true }
    guard let index = drawing.elements[ordinal].stroke else { return !drawing.isInProgress(ordinal) }
    return drawing.strokes[index].isSettled && baked == drawing.strokes[index].spans.count
  }

  /// Lays a complete element on top of the canvas, or has the tiles drawn anew where it belongs elsewhere.
  mutating func lay(at place: Int, of drawing: Drawing) {
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
      let spans = index.entries(in: tile).filter { Int($0.element) == ordinal.rawValue }.map { Int($0.span) }
      if !spans.isEmpty { composer.painter.draw(ordinal, .spans(spans), of: drawing, in: tile, onto: &canvas) }
      if drawsFrames { staleTiles.insert(tile) }
    }
  }

  @inline(always)
  func checkMemory(adding tiles: Int) throws(RenderError) {
    let masks = live.reduce(0) { $0 + $1.mask.tiles.count + ($1.tail?.tiles.count ?? 0) }
    let bytes = (canvas.tileCount + overlay.tileCount + tiles) * Canvas.tileBytes + masks * Mask.tileBytes
    if bytes > memoryLimit { throw .memoryLimit(memoryLimit) }
  }
}
