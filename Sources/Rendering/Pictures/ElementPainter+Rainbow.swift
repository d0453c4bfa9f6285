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
      let hues = stroke.hue + first..<stroke.hue + first + count
      RainbowInk.forEachPiece(of: painter.pixels(cones, place), hues) { cone, color in
        painter.mask.removeAll(rule: .maximum)
        painter.mask.join([cone], within: tile.pixels)
        painter.group.join(painter.mask, Pixel(color), in: tile)
      }
    }
    let mode: Paint.Mode = stroke.style.tool == .marker ? .multiply : .over
    canvas.composite(group, opacity: byte(255 * stroke.style.opacity), mode: mode, in: tile)
  }
}

/// The pieces that such ink is cut into.
package enum RainbowInk {
  /// How many events the hue advances from one letter of a text to the next: about as many as a pen writes it with.
  package static let eventsPerLetter = 10

  /// Calls `body` with the pieces of a span in order, each of one colour.
  /// - Parameters:
  ///   - cones: All of the span's.
  ///   - hues: Of its events, for which its length is shared out evenly.
  package static func forEachPiece(of cones: [RoundCone], _ hues: Range<Int>, _ body: (RoundCone, Color) -> Void) {
    let lengths = cones.map { ($0.end - $0.start).length }
    let whole = lengths.reduce(0, +)
    var passed = 0.0
    for (cone, length) in zip(cones, lengths) {
      let share = whole > 0 ? (passed / whole, (passed + length) / whole) : (0, 0)
      passed += length
      cut(cone, from: share.0 * Double(hues.count), to: share.1 * Double(hues.count), hues.lowerBound, body)
    }
  }

  /// Cuts up what is of the events from `start` to `end`, so that each has its own hue.
  private static func cut(
    _ cone: RoundCone, from start: Double, to end: Double, _ hue: Int, _ body: (RoundCone, Color) -> Void
  ) {
    if end - start > 1 {
      let (first, second) = cone.halves
      cut(first, from: start, to: (start + end) / 2, hue, body)
      cut(second, from: (start + end) / 2, to: end, hue, body)
      return
    }
    body(cone, InkColor.rainbow.color(atHue: hue + Int((start + end) / 2)))
  }
}
