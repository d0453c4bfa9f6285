import Geometry
import Ink
import Raster
import TouchLog

/// Ink whose colour changes with its events.
extension ElementPainter {
  /// Joined by the maximum as ink of one colour is.
  mutating func drawRainbow(
    _ stroke: Stroke, _ part: Part, _ drawing: Drawing, _ place: Similarity?, _ tile: Tile,
    onto canvas: inout Canvas
  ) {
    group.release(tile)
    forEachSpan(of: stroke, part, drawing) { painter, span, cones in
      let first = span * Stroke.samplesPerSpan
      let count = Swift.max(1, Swift.min(Stroke.samplesPerSpan, stroke.samples.count - first))
      painter.joinRainbow(painter.pixels(cones, place), stroke.hue + first..<stroke.hue + first + count, tile)
    }
    let mode: Paint.Mode = stroke.style.tool == .marker ? .multiply : .over
    canvas.composite(group, opacity: byte(255 * stroke.style.opacity), mode: mode, in: tile)
  }

  /// - Parameter hues: Of the span's events.
  private mutating func joinRainbow(_ cones: [RoundCone], _ hues: Range<Int>, _ tile: Tile) {
    let lengths = cones.map { ($0.end - $0.start).length }
    let whole = lengths.reduce(0, +)
    var passed = 0.0
    for (cone, length) in zip(cones, lengths) {
      let share = whole > 0 ? (passed / whole, (passed + length) / whole) : (0, 0)
      passed += length
      joinRainbow(
        cone, from: share.0 * Double(hues.count), to: share.1 * Double(hues.count), hues.lowerBound, tile)
    }
  }

  /// Joins a piece that is of the events from `start` to `end`: cut up so that each has its own hue.
  private mutating func joinRainbow(
    _ cone: RoundCone, from start: Double, to end: Double, _ hue: Int, _ tile: Tile
  ) {
    if end - start > 1 {
      let (first, second) = cone.halves
      joinRainbow(first, from: start, to: (start + end) / 2, hue, tile)
      joinRainbow(second, from: (start + end) / 2, to: end, hue, tile)
      return
    }
    mask.removeAll()
    mask.join([cone], within: tile.pixels)
    let event = hue + Int((start + end) / 2)
    group.join(mask, Pixel(InkColor.rainbow.color(atHue: event)), in: tile)
  }
}
