import Geometry
import Ink
import Raster

/// Draws tiles from the elements that they hold, in the order of their ranks.
///
/// Each element is drawn over those below it, and erasers remove the ink below them. An element that is detached from
/// an eraser (`Drawing.isDetached`) is drawn onto a separate layer, from which only its own erasures remove ink. So is, above
/// such a layer, ink that mixes its color with what lies below.
struct TileComposer: Sendable {
  var painter: ElementPainter
  private let empty: Canvas
  /// Working memory for the mask and the tail of a live element.
  private var scratch: Mask

  init(layout: CanvasLayout, showsPredictions: Bool) {
    painter = ElementPainter(layout: layout, showsPredictions: showsPredictions)
    empty = Canvas(width: layout.width, height: layout.height)
    scratch = Mask(width: layout.width, height: layout.height)
  }

  /// Whether some of the elements of a tile are detached from erasers.
  func needsLayers(_ entries: [TileIndex.Entry], of drawing: Drawing) -> Bool {
    guard drawing.isRearranged, !drawing.erasers.isEmpty else { return false }
    var last: ElementIndex?
    return entries.contains { entry in
      guard entry.element != last else { return false }
      last = entry.element
      return drawing.elements[entry.element].isPresent && !drawing.isEraser(entry.element)
        && drawing.isDetached(entry.element)
    }
  }

  /// Redraws a tile of a canvas.
  /// - Parameters:
  ///   - entries: The settled spans in the tile.
  ///   - live: The live elements in the tile.
  mutating func draw(
    _ tile: Tile, _ entries: [TileIndex.Entry], and live: [LiveElement] = [], of drawing: Drawing,
    onto canvas: inout Canvas
  ) {
    canvas.release(tile)
    var spans: [ElementIndex: [SpanIndex]] = [:]
    for entry in entries { spans[entry.element, default: []].append(entry.span) }
    for element in live where spans[element.element] == nil { spans[element.element] = [] }
    let order = spans.keys.filter { drawing.elements[$0].isPresent }
      .sorted { drawing.elements[$0].rank < drawing.elements[$1].rank }
    let isLayered = drawing.isRearranged && !drawing.erasers.isEmpty
    // The lowest layer is the canvas itself.
    var above: [(content: Canvas, isDetached: Bool, blend: BlendMode)] = []
    for element in order {
      let part = spans[element] ?? []
      if isLayered, drawing.isEraser(element) {
        draw(element, part, live, of: drawing, tile, onto: &canvas)
        for i in above.indices where !above[i].isDetached {
          draw(element, part, live, of: drawing, tile, onto: &above[i].content)
        }
      } else if isLayered, drawing.isDetached(element) {
        var own = empty
        draw(element, part, live, of: drawing, tile, onto: &own)
        for erasure in drawing.erasures(of: element) {
          painter.erase(erasure, of: drawing, in: tile, from: &own)
        }
        if !own.isBlank(tile) { above.append((own, true, drawing.paints(of: element).blend)) }
      } else if let last = above.indices.last {
        let blend = drawing.paints(of: element).blend
        if !above[last].isDetached, above[last].blend == .over, blend == .over {
          draw(element, part, live, of: drawing, tile, onto: &above[last].content)
        } else {
          var own = empty
          draw(element, part, live, of: drawing, tile, onto: &own)
          if !own.isBlank(tile) { above.append((own, false, blend)) }
        }
      } else {
        draw(element, part, live, of: drawing, tile, onto: &canvas)
      }
    }
    for layer in above { canvas.composite(layer.content, Paint(.pieces, blend: layer.blend), in: tile) }
  }

  private mutating func draw(
    _ element: ElementIndex, _ spans: [SpanIndex], _ live: [LiveElement], of drawing: Drawing, _ tile: Tile,
    onto canvas: inout Canvas
  ) {
    if let live = live.first(where: { $0.element == element }) {
      draw(live, spans, of: drawing, in: tile, onto: &canvas)
    } else {
      painter.draw(element, .spans(spans), of: drawing, in: tile, onto: &canvas)
    }
  }

  /// Draws a live element over a tile of a canvas.
  /// - Parameter entries: The settled spans in the tile.
  mutating func add(
    _ live: LiveElement, _ entries: [TileIndex.Entry], of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas
  ) {
    let spans = entries.filter { $0.element == live.element }.map { $0.span }
    draw(live, spans, of: drawing, in: tile, onto: &canvas)
  }

  private mutating func draw(
    _ live: LiveElement, _ spans: [SpanIndex], of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas
  ) {
    guard let stroke = drawing.elements[live.element].stroke, drawing.strokes[stroke].look.fitsMask
    else {
      painter.draw(live.element, .spansAndTail(spans), of: drawing, in: tile, onto: &canvas)
      return
    }
    scratch.removeAll(rule: live.mask.rule)
    scratch.join(live.mask, in: tile)
    if let tail = live.tail { scratch.join(tail, in: tile) }
    canvas.composite(scratch, painter.layout.paint(drawing.strokes[stroke].look), in: tile)
  }
}
