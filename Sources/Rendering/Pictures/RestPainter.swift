import Files
import Geometry
import Ink
import Raster
import Synchronization

/// Draws the last strokes of a finished drawing, each thread in rows of tiles of its own.
///
/// Cones look the same whatever part of them is drawn, so the picture does not depend on how the rows are shared out.
struct RestPainter: Sendable {
  private let layout: CanvasLayout
  private let drawing: Drawing
  /// The elements that are not on the canvas yet, all of them strokes of one colour.
  private let rest: Range<ElementIndex>

  /// nil where the rest must be drawn as the elements come: what is not plain ink, or not laid on top in order.
  /// - Parameters:
  ///   - committed: How many elements are on the canvas.
  ///   - highestRank: Of these.
  init?(_ drawing: Drawing, from committed: Int, above highestRank: Int, layout: CanvasLayout) {
    guard !drawing.isRearranged, committed <= drawing.elements.count else { return nil }
    self.layout = layout
    self.drawing = drawing
    rest = ElementIndex(committed)..<drawing.elements.endIndex
    var rank = highestRank
    for ordinal in rest where drawing.elements[ordinal].isPresent {
      guard let stroke = drawing.stroke(of: ordinal), stroke.isSettled, stroke.style.isOneColor else { return nil }
      guard drawing.elements[ordinal].rank > rank else { return nil }
      rank = drawing.elements[ordinal].rank
    }
  }

  /// Draws the rest.
  /// - Returns: false where there is too little to share out; nothing is drawn then.
  func draw(onto canvas: inout Canvas, threads: Int) -> Bool {
    let bands = bands(threads)
    guard bands.count > 1 else { return false }
    let parts = Mutex(bands.map { Optional(canvas.takeRows($0)) })
    let next = Atomic<Int>(0)
    parallel(bands.count) {
      let number = next.add(1, ordering: .relaxed).oldValue
      guard var part = parts.withLock({ $0[number].take() }) else { return }
      draw(bands[number], onto: &part)
      parts.withLock { $0[number] = part }
    }
    for (band, part) in zip(bands, parts.withLock { $0 }) {
      if let part { canvas.putRows(band, of: part) }
    }
    return true
  }

  /// With fewer spans than this for each thread, sharing them out takes longer than drawing them.
  private static let leastSpans = 50

  /// Rows of tiles that hold about as many spans each; less than two where the work is little.
  private func bands(_ threads: Int) -> [Range<Int>] {
    let rows = (layout.height + Tile.side - 1) / Tile.side
    var counts = [Int](repeating: 0, count: rows)
    for ordinal in rest {
      guard drawing.elements[ordinal].isPresent, let stroke = drawing.stroke(of: ordinal) else { continue }
      for span in stroke.spans {
        let pixels = layout.touchedPixels(drawing.placed(span.bounds, ordinal))
        if !pixels.isEmpty { counts[(pixels.minY + pixels.maxY) / 2 / Tile.side] += 1 }
      }
    }
    let total = counts.reduce(0, +)
    let count = Swift.min(threads, total / Self.leastSpans)
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
    var mask = Mask(width: layout.width, height: layout.height, rule: drawing.model.coverageRule)
    var cones: [RoundCone] = []
    for ordinal in rest {
      guard drawing.elements[ordinal].isPresent, let stroke = drawing.stroke(of: ordinal) else { continue }
      for span in stroke.spans.indices {
        let covered = layout.touchedPixels(drawing.placed(stroke.spans[span].bounds, ordinal))
        guard !covered.intersection(pixels).isEmpty else { continue }
        cones.removeAll(keepingCapacity: true)
        layout.appendCones(of: stroke, span, placed: drawing.placement(of: ordinal)?.similarity, to: &cones)
        mask.join(cones, within: pixels)
      }
      canvas.composite(mask, stroke.style.paint)
      mask.removeAll()
    }
  }
}
