import Geometry
import Ink
import Raster

/// Draws a whole drawing at once from its samples: slow and plain, what the incremental renderer must equal.
public struct ScratchRenderer: Sendable {
  public let layout: CanvasLayout
  /// Whether the ink goes on to where touches are guessed to go.
  public let showsPredictions: Bool

  private let backdrop: ImageSource?

  /// - Parameter backdrop: A picture between the background and the ink, of the layout's size.
  public init(layout: CanvasLayout, backdrop: ImageSource? = nil, showsPredictions: Bool = false) {
    self.layout = layout
    self.backdrop = backdrop
    self.showsPredictions = showsPredictions
  }

  public func picture(of drawing: Drawing) -> Picture {
    var canvas = Canvas(width: layout.width, height: layout.height)
    let order = drawing.presentElements
    let masks = order.map { mask(of: $0, drawing, drawing.placement(of: $0)?.similarity) }
    let (columns, rows) = Tile.covering(layout.area)
    for row in rows {
      for column in columns { draw(Tile(column: column, row: row), order, masks, drawing, onto: &canvas) }
    }
    return Picture(canvas: canvas, background: layout.background, backdrop: backdrop)
  }

  /// All ink of a stroke of one colour; nil for other elements.
  private func mask(of ordinal: ElementIndex, _ drawing: Drawing, _ place: Similarity?) -> Mask? {
    guard let index = drawing.elements[ordinal].stroke, drawing.strokes[index].style.isOneColor else { return nil }
    let painter = ElementPainter(layout: layout, showsPredictions: showsPredictions)
    var mask = Mask(width: layout.width, height: layout.height, rule: drawing.model.coverageRule)
    for span in drawing.strokes[index].remodelled(predicted: showsPredictions, options: drawing.options) {
      mask.join(painter.pixels(span, place))
    }
    return mask
  }

  /// Layers from the lowest up; erasers take away from those that hold no detached element.
  private func draw(
    _ tile: Tile, _ order: [ElementIndex], _ masks: [Mask?], _ drawing: Drawing, onto canvas: inout Canvas
  ) {
    let empty = Canvas(width: layout.width, height: layout.height)
    var layers: [(content: Canvas, isDetached: Bool)] = [(empty, false)]
    for (ordinal, mask) in zip(order, masks) {
      if drawing.isEraser(ordinal) {
        for i in layers.indices where !layers[i].isDetached {
          lay(ordinal, mask, drawing, tile, onto: &layers[i].content)
        }
      } else if drawing.isDetached(ordinal) {
        var own = empty
        lay(ordinal, mask, drawing, tile, onto: &own)
        for pass in drawing.erasures(of: ordinal) {
          lay(pass.eraser, self.mask(of: pass.eraser, drawing, pass.map), drawing, tile, onto: &own)
        }
        if !own.isBlank(tile) { layers.append((own, true)) }
      } else {
        if layers[layers.count - 1].isDetached { layers.append((empty, false)) }
        lay(ordinal, mask, drawing, tile, onto: &layers[layers.count - 1].content)
      }
    }
    canvas.copy(tile, from: layers[0].content)
    for layer in layers.dropFirst() { canvas.composite(layer.content, opacity: 255, in: tile) }
  }

  private func lay(_ ordinal: ElementIndex, _ mask: Mask?, _ drawing: Drawing, _ tile: Tile, onto canvas: inout Canvas) {
    if let mask, let index = drawing.elements[ordinal].stroke {
      canvas.composite(mask, drawing.strokes[index].style.paint, in: tile)
    } else {
      var painter = ElementPainter(layout: layout, showsPredictions: showsPredictions)
      painter.draw(ordinal, of: drawing, in: tile, onto: &canvas)
    }
  }
}
