import Geometry
import Ink
import Raster

/// Draws tiles from the elements that are in them, in their order.
///
/// Elements are laid one on the other, and erasers take away from what is there. Elements that are detached from an
/// eraser (`Drawing.isDetached`) go onto layers of their own, which only their own holes are cut from.
struct TileComposer: Sendable {
  var painter: ElementPainter
  private var layer: Canvas
  private let empty: Canvas
  private var scratch: Mask

  init(layout: CanvasLayout, showsPredictions: Bool) {
    painter = ElementPainter(layout: layout, showsPredictions: showsPredictions)
    empty = Canvas(width: layout.width, height: layout.height)
    layer = empty
    scratch = Mask(width: layout.width, height: layout.height)
  }

  /// Whether elements among `entries` are detached from erasers.
  func needsLayers(_ entries: [TileIndex.Entry], of drawing: Drawing) -> Bool {
    guard drawing.isRearranged, !drawing.erasers.isEmpty else { return false }
    var last = Int32(-1)
    return entries.contains { entry in
      guard entry.element != last else { return false }
      last = entry.element
      let ordinal = ElementIndex(Int(entry.element))
      return drawing.elements[ordinal].isPresent && !drawing.isEraser(ordinal) && drawing.isDetached(ordinal)
    }
  }

  /// Draws a tile anew from the elements on the canvas, the first `count` of the drawing.
  mutating func draw(
    _ tile: Tile, _ entries: [TileIndex.Entry], upTo count: Int, of drawing: Drawing, onto canvas: inout Canvas
  ) {
    compose(tile, entries.filter { Int($0.element) < count }, [], of: drawing, onto: &canvas)
  }

  /// Draws a tile anew from the elements on the canvas and live ones.
  mutating func draw(
    _ tile: Tile, _ entries: [TileIndex.Entry], and live: [LiveElement], of drawing: Drawing,
    onto canvas: inout Canvas
  ) {
    compose(tile, entries, live, of: drawing, onto: &canvas)
  }

  private mutating func compose(
    _ tile: Tile, _ entries: [TileIndex.Entry], _ live: [LiveElement], of drawing: Drawing,
    onto canvas: inout Canvas
  ) {
    canvas.release(tile)
    var spans: [ElementIndex: [Int]] = [:]
    for entry in entries { spans[ElementIndex(Int(entry.element)), default: []].append(Int(entry.span)) }
    for element in live where spans[element.ordinal] == nil { spans[element.ordinal] = [] }
    let order = spans.keys.filter { drawing.elements[$0].isPresent }
      .sorted { drawing.elements[$0].rank < drawing.elements[$1].rank }
    let layered = drawing.isRearranged && !drawing.erasers.isEmpty
    // The lowest layer is the canvas itself.
    var above: [(content: Canvas, isDetached: Bool)] = []
    for ordinal in order {
      let part = spans[ordinal] ?? []
      if layered, drawing.isEraser(ordinal) {
        draw(ordinal, part, live, of: drawing, tile, onto: &canvas)
        for i in above.indices where !above[i].isDetached {
          draw(ordinal, part, live, of: drawing, tile, onto: &above[i].content)
        }
      } else if layered, drawing.isDetached(ordinal) {
        var own = empty
        draw(ordinal, part, live, of: drawing, tile, onto: &own)
        for pass in drawing.erasures(of: ordinal) {
          painter.erase(pass.eraser, pass.map, of: drawing, in: tile, from: &own)
        }
        if !own.isBlank(tile) { above.append((own, true)) }
      } else if let last = above.indices.last {
        if above[last].isDetached { above.append((empty, false)) }
        draw(ordinal, part, live, of: drawing, tile, onto: &above[above.count - 1].content)
      } else {
        draw(ordinal, part, live, of: drawing, tile, onto: &canvas)
      }
    }
    for layer in above { canvas.composite(layer.content, opacity: 255, in: tile) }
  }

  private mutating func draw(
    _ ordinal: ElementIndex, _ spans: [Int], _ live: [LiveElement], of drawing: Drawing, _ tile: Tile,
    onto canvas: inout Canvas
  ) {
    if let element = live.first(where: { $0.ordinal == ordinal }) {
      draw(element, spans, of: drawing, in: tile, onto: &canvas)
    } else {
      painter.draw(ordinal, .spans(spans), of: drawing, in: tile, onto: &canvas)
    }
  }

  /// Lays a live element onto a tile.
  mutating func draw(
    _ element: LiveElement, _ entries: [TileIndex.Entry], of drawing: Drawing, in tile: Tile,
    onto canvas: inout Canvas
  ) {
    let spans = entries.filter { Int($0.element) == element.ordinal.rawValue }.map { Int($0.span) }
    draw(element, spans, of: drawing, in: tile, onto: &canvas)
  }

  private mutating func draw(
    _ element: LiveElement, _ spans: [Int], of drawing: Drawing, in tile: Tile, onto canvas: inout Canvas
  ) {
    guard let index = drawing.elements[element.ordinal].stroke, drawing.strokes[index].style.isOneColor else {
      painter.draw(element.ordinal, .spansAndTail(spans), of: drawing, in: tile, onto: &canvas)
      return
    }
    scratch.removeAll(rule: element.mask.rule)
    scratch.join(element.mask, in: tile)
    if let tail = element.tail { scratch.join(tail, in: tile) }
    canvas.composite(scratch, drawing.strokes[index].style.paint, in: tile)
  }
}
