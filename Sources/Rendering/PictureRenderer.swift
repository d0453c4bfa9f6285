import Geometry
import Ink
import Raster

/// Follows a drawing and keeps its picture up to date, drawing only what has changed.
///
/// Settled ink is joined to its stroke's mask once. A stroke that is complete is laid onto the canvas when all strokes
/// that began before it are there. What is still open, the tails of touches that are down, is drawn over that on the
/// tiles that it touches, anew for each frame. A revision of ink that is on the canvas draws the tiles anew that it
/// touches, from the index of what is in them.
public struct PictureRenderer: Sendable {
  public let layout: CanvasLayout
  /// Whether frames show where touches are guessed to go.
  public let showsPredictions: Bool

  /// The drawing's version that was drawn last.
  private var version = -1
  /// The complete strokes, the first `committed` of the drawing.
  private var canvas: Canvas
  private var committed = 0
  /// The strokes after those, in order.
  private var live: [LiveStroke] = []
  /// The tiles of the last frame that differ from `canvas`: those with ink of live strokes.
  private var overlay: Canvas
  private var staleTiles: Set<Tile> = []
  private var index: TileIndex
  private var spareMasks: [Mask] = []
  private var scratch: Mask
  private var chain: [RoundCone] = []

  private struct LiveStroke {
    var ordinal: Int
    /// The settled ink.
    var mask: Mask
    /// How many spans the mask holds.
    var baked = 0
    /// The tail's ink in the last frame.
    var tail: Mask?
  }

  /// Whether any frame was drawn: before that there is no need to know what differs from the last one.
  private var drawsFrames = false
  private let memoryLimit: Int

  /// - Parameter memoryLimit: What the tiles of ink may take, in bytes.
  public init(layout: CanvasLayout, showsPredictions: Bool = false, memoryLimit: Int = .max) {
    self.layout = layout
    self.showsPredictions = showsPredictions
    self.memoryLimit = memoryLimit
    canvas = Canvas(width: layout.width, height: layout.height)
    overlay = canvas
    index = TileIndex(width: layout.width, height: layout.height)
    scratch = Mask(width: layout.width, height: layout.height)
  }

  /// The picture of the last frame. Its strokes that are complete are up to date with the last `bake`.
  public var picture: Picture {
    Picture(canvas: canvas, overlay: overlay.tileCount > 0 ? overlay : nil, background: layout.background)
  }

  /// Draws what has settled since the last time. Called after any number of events, it costs the same in all.
  ///
  /// - Throws: `RenderError` where the ink takes more memory than it may; the picture is then of no use.
  public mutating func bake(_ drawing: Drawing) throws(RenderError) {
    let changes = drawing.changes(since: version)
    version = changes.version
    var dirty: Set<Tile> = []
    for change in changes.strokes {
      let stroke = drawing.strokes[change.stroke]
      guard change.stroke >= committed else {
        for revised in change.revisedSpans {
          enter(cones(stroke, revised.span), stroke.ordinal, revised.span)
          dirty.formUnion(inkedTiles(revised.covered))
        }
        continue
      }
      let place = livePlace(of: change.stroke)
      if change.kind == .vanished {
        takeInk(at: place)
        continue
      }
      for revised in change.revisedSpans where revised.span < live[place].baked {
        rebake(stroke, revised.span, revised.covered, at: place)
      }
      for span in live[place].baked..<stroke.spans.count { bake(stroke, span, at: place) }
      live[place].baked = stroke.spans.count
      // At once, so that the next stroke takes the same memory, which is still in the cache.
      try commit(drawing)
    }
    for tile in dirty { redrawCanvas(tile, of: drawing) }
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
      for stroke in live { staleTiles.formUnion(stroke.mask.tiles) }
    }
    for place in live.indices { drawTail(of: drawing.strokes[live[place].ordinal], drawing.options, at: place) }
    for tile in staleTiles { drawOverlay(tile, of: drawing) }
    defer { staleTiles.removeAll(keepingCapacity: true) }
    try checkMemory(adding: 0)
    return staleTiles
  }

  // MARK: Live strokes

  /// The place in `live` of a stroke that is not committed; strokes before it come in with it.
  private mutating func livePlace(of ordinal: Int) -> Int {
    while committed + live.count <= ordinal {
      live.append(LiveStroke(ordinal: committed + live.count, mask: takeMask()))
    }
    return ordinal - committed
  }

  private mutating func takeMask() -> Mask {
    spareMasks.popLast()
      ?? Mask(width: layout.width, height: layout.height, tileLimit: memoryLimit / Mask.tileBytes)
  }

  /// The cones of a settled span, in pixels.
  private mutating func cones(_ stroke: Stroke, _ span: Int) -> [RoundCone] {
    // Taken out, so that the memory is used again.
    var cones = chain
    chain = []
    cones.removeAll(keepingCapacity: true)
    stroke.appendCones(ofSpan: span, to: &cones)
    for i in cones.indices { cones[i] = layout.pixels(cones[i]) }
    return cones
  }

  private mutating func bake(_ stroke: Stroke, _ span: Int, at place: Int) {
    let cones = cones(stroke, span)
    live[place].mask.join(cones)
    chain = cones
    // The stroke's own tiles within the span's bounds: more than the span's, and found much faster.
    let (columns, rows) = Tile.covering(layout.touchedPixels(stroke.spans[span].bounds))
    let mask = live[place].mask
    for tile in mask.tiles(columns: columns, rows: rows) {
      index.insert(stroke: stroke.ordinal, span: span, in: tile)
    }
    if drawsFrames { markStale(stroke.spans[span].bounds) }
  }

  /// Draws a live stroke's mask anew where a span has changed.
  private mutating func rebake(_ stroke: Stroke, _ span: Int, _ covered: Rect, at place: Int) {
    enter(cones(stroke, span), stroke.ordinal, span)
    for tile in inkedTiles(covered) {
      live[place].mask.clear(tile)
      for entry in index.entries(in: tile) where Int(entry.stroke) == stroke.ordinal {
        live[place].mask.join(cones(stroke, Int(entry.span)), within: tile.pixels)
      }
    }
    markStale(covered)
  }

  private mutating func drawTail(of stroke: Stroke, _ options: ModelOptions, at place: Int) {
    // Taken out, so that it is not copied when it changes.
    var mask = live[place].tail ?? takeMask()
    live[place].tail = nil
    staleTiles.formUnion(mask.tiles)
    mask.removeAll()
    for span in stroke.tail(predicted: showsPredictions, options: options) { mask.join(span.map(layout.pixels)) }
    staleTiles.formUnion(mask.tiles)
    live[place].tail = mask
  }

  /// Takes the ink of a live stroke away.
  private mutating func takeInk(at place: Int) {
    if drawsFrames { staleTiles.formUnion(live[place].mask.tiles) }
    live[place].mask.removeAll()
  }

  /// Lays the strokes onto the canvas that are complete and whose turn it is.
  private mutating func commit(_ drawing: Drawing) throws(RenderError) {
    var count = 0
    while count < live.count {
      let stroke = drawing.strokes[live[count].ordinal]
      guard stroke.state == .cancelled || stroke.isSettled && live[count].baked == stroke.spans.count else { break }
      try checkMemory(adding: live[count].mask.tiles.count)
      if live[count].mask.isOverfull { throw .memoryLimit(memoryLimit) }
      if stroke.state != .cancelled { canvas.composite(live[count].mask, stroke.style.paint) }
      if drawsFrames { staleTiles.formUnion(live[count].tail?.tiles ?? []) }
      takeInk(at: count)
      spareMasks.append(live[count].mask)
      count += 1
    }
    live.removeFirst(count)
    committed += count
  }

  private func checkMemory(adding tiles: Int) throws(RenderError) {
    let masks = live.reduce(0) { $0 + $1.mask.tiles.count + ($1.tail?.tiles.count ?? 0) }
    let bytes = (canvas.tileCount + overlay.tileCount + tiles) * Canvas.tileBytes + masks * Mask.tileBytes
    if bytes > memoryLimit { throw .memoryLimit(memoryLimit) }
  }

  // MARK: Tiles

  /// The tiles with ink in an area, in points.
  private func inkedTiles(_ covered: Rect) -> [Tile] { index.tiles(in: layout.touchedPixels(covered)) }

  private mutating func markStale(_ covered: Rect) {
    if drawsFrames { staleTiles.formUnion(inkedTiles(covered)) }
  }

  private mutating func enter(_ cones: [RoundCone], _ stroke: Int, _ span: Int) {
    for cone in cones {
      cone.forEachTile(of: layout.area.covering(cone.touchedBounds)) {
        index.insert(stroke: stroke, span: span, in: $0)
      }
    }
  }

  /// Draws a tile of the canvas anew from the complete strokes that have ink in it.
  private mutating func redrawCanvas(_ tile: Tile, of drawing: Drawing) {
    canvas.release(tile)
    var entries = index.entries(in: tile)[...]
    while let first = entries.first, Int(first.stroke) < committed {
      let stroke = drawing.strokes[Int(first.stroke)]
      scratch.removeAll()
      while let entry = entries.first, entry.stroke == first.stroke {
        scratch.join(cones(stroke, Int(entry.span)), within: tile.pixels)
        entries.removeFirst()
      }
      if stroke.state != .cancelled { canvas.composite(scratch, stroke.style.paint, in: tile) }
    }
    if drawsFrames { staleTiles.insert(tile) }
  }

  /// Draws a tile of the frame: the canvas and what live strokes lay onto it.
  private mutating func drawOverlay(_ tile: Tile, of drawing: Drawing) {
    let inked = live.filter { $0.mask.hasInk(in: tile) || $0.tail?.hasInk(in: tile) == true }
    guard !inked.isEmpty else {
      overlay.release(tile)
      return
    }
    overlay.copy(tile, from: canvas)
    for stroke in inked {
      scratch.removeAll()
      scratch.join(stroke.mask, in: tile)
      if let tail = stroke.tail { scratch.join(tail, in: tile) }
      overlay.composite(scratch, drawing.strokes[stroke.ordinal].style.paint, in: tile)
    }
  }
}
