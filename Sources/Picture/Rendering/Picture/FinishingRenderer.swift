import Files
import Geometry
import Ink
import Raster
import Synchronization

/// Draws one drawing for its final picture. It may draw settled ink while the drawing still grows; the rest is drawn
/// at the end, on several threads if possible.
package struct FinishingRenderer: Sendable {
  private let backdrop: ImageSource?
  private var ink: DrawnInk
  /// The drawing's version up to which `ink` is drawn; -1 at the beginning.
  private var version = -1
  /// The point at which the last bake was stopped: the elements before `element` are drawn up to `version`, which is
  /// later than that of `ink`.
  private var stop: (version: Int, element: ElementIndex)?

  /// - Parameters:
  ///   - backdrop: An image of the layout's size between the background and the ink.
  ///   - memoryLimit: The most bytes that the tiles of ink may take.
  package init(layout: CanvasLayout, backdrop: ImageSource? = nil, memoryLimit: Int = .max) {
    self.backdrop = backdrop
    ink = DrawnInk(layout: layout, showsPredictions: false, memoryLimit: memoryLimit)
  }

  /// Draws what has settled since the last bake, unless it would have to be kept until a touch ends. The time for all
  /// bakes together does not depend on their number.
  ///
  /// - Parameter isStopped: Called before every eighth change; if it returns true, the rest is left for the next bake.
  ///   Not called by a bake that continues a stopped one.
  /// - Throws: `RenderError` if the ink takes more memory than the limit. The renderer must not be used again.
  package mutating func bake(_ drawing: Drawing, until isStopped: (() -> Bool)? = nil) throws(RenderError) {
    if isStopped != nil, ink.isCrowded(in: drawing) { return }
    for (number, change) in changesLeft(in: drawing).enumerated() {
      if stop == nil, number % 8 == 7, let isStopped, isStopped() {
        stop = (drawing.version, change.element)
        return
      }
      try ink.draw(change, of: drawing)
    }
    (version, stop) = (drawing.version, nil)
    try ink.finishBatch(of: drawing)
  }

  /// The changes that are not drawn yet.
  private func changesLeft(in drawing: Drawing) -> [ElementChange] {
    let changes = drawing.changes(since: version).elements
    guard let stop else { return changes }
    return drawing.changes(since: stop.version).elements.filter { $0.element < stop.element }
      + changes.filter { $0.element >= stop.element }
  }

  /// Draws the rest of a drawing and returns its picture. The renderer is then empty, and can draw another drawing.
  ///
  /// - Parameter threads: The most threads to draw on, the caller's included.
  /// - Throws: `RenderError` if the ink takes more memory than the limit.
  package mutating func finish(_ drawing: Drawing, threads: Int = 1) throws(RenderError) -> Picture {
    // Swapped, so that the ink has one owner.
    var last = FinishingRenderer(layout: ink.layout, backdrop: backdrop, memoryLimit: ink.memoryLimit)
    swap(&last, &self)
    if last.ink.drawRest(of: drawing, last.changesLeft(in: drawing), threads: threads) {
      return Picture(canvas: last.ink.canvas, background: last.ink.layout.background, backdrop: backdrop)
    }
    try last.bake(drawing)
    // Ink of touches that have not ended is drawn as in a frame.
    var frame = PictureRenderer(continuing: last.ink, at: last.version, backdrop: backdrop)
    try frame.drawFrame(drawing)
    return frame.picture
  }
}

/// Draws the last strokes of a finished drawing. Each thread draws its own rows of tiles; a single thread draws all.
///
/// A cone covers the same pixels in every clip, so the picture does not depend on how the rows are divided.
struct RestPainter: Sendable {
  private let layout: CanvasLayout
  private let drawing: Drawing
  /// The elements that are not on the canvas yet: strokes of one color, in ascending rank.
  private let rest: Range<ElementIndex>

  /// Fails if an element is not settled ink of one color, or cannot be laid on top of those before it.
  /// - Parameters:
  ///   - first: The first element that is not on the canvas.
  ///   - highestRank: The highest rank of the elements on the canvas.
  init?(_ drawing: Drawing, from first: ElementIndex, above highestRank: Int, layout: CanvasLayout) {
    guard !drawing.isRearranged, first <= drawing.elements.endIndex else { return nil }
    self.layout = layout
    self.drawing = drawing
    rest = first..<drawing.elements.endIndex
    var rank = highestRank
    for element in rest where drawing.elements[element].isPresent {
      guard let stroke = drawing.stroke(of: element), stroke.isSettled, stroke.look.fitsMask else {
        return nil
      }
      guard drawing.elements[element].rank > rank else { return nil }
      rank = drawing.elements[element].rank
    }
  }

  /// - Returns: Whether the elements are drawn; false if there are too few to divide, and nothing has changed.
  func draw(onto canvas: inout Canvas, threads: Int) -> Bool {
    let bands = bands(threads)
    guard bands.count > 1 else { return false }
    let parts = Mutex((next: 0, canvases: bands.map { Optional(canvas.takeRows($0)) }))
    parallel(bands.count) {
      let (number, taken) = parts.withLock { parts in
        defer { parts.next += 1 }
        return (parts.next, parts.canvases[parts.next].take())
      }
      guard var part = taken else { return }
      draw(bands[number], onto: &part)
      parts.withLock { $0.canvases[number] = part }
    }
    for (band, part) in zip(bands, parts.withLock { $0.canvases }) {
      if let part { canvas.putRows(band, of: part) }
    }
    return true
  }

  /// Draws the elements on this thread.
  func draw(onto canvas: inout Canvas) { draw(0..<rowCount, onto: &canvas) }

  /// The number of rows of tiles.
  private var rowCount: Int { (layout.height + Tile.side - 1) / Tile.side }

  /// How many tiles of a mask get their memory in one piece.
  private static let mostTilesAtOnce = 64

  /// With fewer spans for each thread, dividing them takes longer than drawing them.
  private static let fewestSpans = 50

  /// Ranges of tile rows that hold about equally many spans; fewer than two if there is little to draw.
  private func bands(_ threads: Int) -> [Range<Int>] {
    let rows = rowCount
    var counts = [Int](repeating: 0, count: rows)
    for element in rest {
      guard drawing.elements[element].isPresent, let stroke = drawing.stroke(of: element) else { continue }
      for span in stroke.spans {
        let pixels = layout.touchedPixels(drawing.moved(span.bounds, with: element))
        if !pixels.isEmpty { counts[(pixels.minY + pixels.maxY) / 2 / Tile.side] += 1 }
      }
    }
    let total = counts.reduce(0, +)
    let count = Swift.min(threads, total / Self.fewestSpans)
    guard count > 1 else { return [] }
    let share = total / count
    var bands: [Range<Int>] = []
    var (start, sum) = (0, 0)
    for row in 0..<rows {
      sum += counts[row]
      guard sum >= share * (bands.count + 1), total - sum >= share / 2 else { continue }
      bands.append(start..<row + 1)
      start = row + 1
    }
    return bands + [start..<rows]
  }

  private func draw(_ band: Range<Int>, onto canvas: inout Canvas) {
    let pixels = PixelRect(
      minX: 0, minY: band.lowerBound * Tile.side, maxX: layout.width, maxY: band.upperBound * Tile.side)
    let (columns, rows) = Tile.covering(pixels.intersection(layout.area))
    var mask = Mask(
      width: layout.width, height: layout.height, rule: drawing.model.coverageRule,
      expectedTiles: Swift.min(columns.count * rows.count, Self.mostTilesAtOnce))
    var cones = SpanCones()
    for element in rest {
      guard drawing.elements[element].isPresent, let stroke = drawing.stroke(of: element) else { continue }
      let similarity = drawing.similarity(of: element)
      for span in stroke.spans.indices {
        let bounds = stroke.spans[span].bounds
        let covered = layout.touchedPixels(similarity?.apply(bounds) ?? bounds)
        guard !covered.intersection(pixels).isEmpty else { continue }
        cones.load(stroke, span, similarity, layout, drawing.model)
        cones.join(to: &mask, within: pixels)
      }
      canvas.composite(mask, layout.paint(stroke.look))
      mask.removeAll()
    }
  }
}
