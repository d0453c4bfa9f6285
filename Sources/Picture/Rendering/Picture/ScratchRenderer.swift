import Geometry
import Ink
import Raster

/// Draws a whole drawing at once from its samples: slow and simple, the reference for `PictureRenderer`.
package struct ScratchRenderer: Sendable {
  package let layout: CanvasLayout
  /// Whether the ink extends to where touches are predicted to go.
  package let showsPredictions: Bool

  private let backdrop: ImageSource?
  private let images = ImageSources()

  /// - Parameter backdrop: An image of the layout's size between the background and the ink.
  package init(layout: CanvasLayout, backdrop: ImageSource? = nil, showsPredictions: Bool = false) {
    self.layout = layout
    self.backdrop = backdrop
    self.showsPredictions = showsPredictions
  }

  /// The picture of a drawing as it is now.
  package func picture(of drawing: Drawing) -> Picture {
    var canvas = Canvas(width: layout.width, height: layout.height)
    let order = drawing.presentElements
    let masks = order.map { mask(of: $0, drawing, drawing.similarity(of: $0)) }
    for tile in Tile.all(of: layout.area) { draw(tile, order, masks, drawing, onto: &canvas) }
    return Picture(canvas: canvas, background: layout.background, backdrop: backdrop)
  }

  /// All ink of a stroke of one color; nil for other elements.
  private func mask(of element: ElementIndex, _ drawing: Drawing, _ similarity: Similarity?) -> Mask? {
    guard let stroke = drawing.stroke(of: element), stroke.look.fitsMask else { return nil }
    var mask = Mask(width: layout.width, height: layout.height, rule: drawing.model.coverageRule)
    for span in layout.remodeled(stroke, predicted: showsPredictions, drawing.options, similarity) {
      mask.join(span)
    }
    return mask
  }

  /// Draws layers from the lowest up. Erasers remove ink from all layers that do not hold a detached element.
  private func draw(
    _ tile: Tile, _ order: [ElementIndex], _ masks: [Mask?], _ drawing: Drawing, onto canvas: inout Canvas
  ) {
    let empty = Canvas(width: layout.width, height: layout.height)
    var layers: [(content: Canvas, isDetached: Bool, blend: BlendMode)] = [(empty, false, .over)]
    for (element, mask) in zip(order, masks) {
      if drawing.isEraser(element) {
        for i in layers.indices where !layers[i].isDetached {
          add(element, mask, drawing, tile, onto: &layers[i].content)
        }
      } else if drawing.isDetached(element) {
        var own = empty
        add(element, mask, drawing, tile, onto: &own)
        for erasure in drawing.erasures(of: element) {
          add(erasure.eraser, self.mask(of: erasure.eraser, drawing, erasure.map), drawing, tile, onto: &own)
        }
        if !own.isBlank(tile) { layers.append((own, true, drawing.paints(of: element).blend)) }
      } else {
        let blend = drawing.paints(of: element).blend
        let last = layers.count - 1
        if last == 0 || !layers[last].isDetached && layers[last].blend == .over && blend == .over {
          add(element, mask, drawing, tile, onto: &layers[last].content)
        } else {
          var own = empty
          add(element, mask, drawing, tile, onto: &own)
          if !own.isBlank(tile) { layers.append((own, false, blend)) }
        }
      }
    }
    canvas.copy(tile, from: layers[0].content)
    for layer in layers.dropFirst() { canvas.composite(layer.content, Paint(.pieces, blend: layer.blend), in: tile) }
  }

  private func add(
    _ element: ElementIndex, _ mask: Mask?, _ drawing: Drawing, _ tile: Tile, onto canvas: inout Canvas
  ) {
    if let mask, let stroke = drawing.stroke(of: element) {
      canvas.composite(mask, layout.paint(stroke.look), in: tile)
    } else {
      var painter = ElementPainter(layout: layout, showsPredictions: showsPredictions, images: images)
      painter.draw(element, of: drawing, in: tile, onto: &canvas)
    }
  }
}

extension ScratchRenderer: Renderer {
  package init(_ setup: RendererSetup) {
    self.init(layout: setup.layout, backdrop: setup.backdrop, showsPredictions: setup.showsPredictions)
  }

  /// Does nothing: each output is drawn from the drawing alone.
  package func update(to drawing: Drawing) {}

  package func output(of drawing: Drawing) -> RendererOutput { .picture(picture(of: drawing)) }
}
