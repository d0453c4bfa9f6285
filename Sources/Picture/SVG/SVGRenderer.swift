public import Files
import Geometry
public import Ink
public import Raster
public import Rendering

/// Follows a drawing as an SVG document. An element is written again only when it has changed.
///
/// SVG programs draw the document like `PictureRenderer` draws the picture, except for how they round coverage on
/// edges. The ink of a stroke is one path, the outline of its round cones; shapes are SVG shapes; images are embedded.
///
/// In pictures of rsvg-convert, channels differ by less than 1 of 255 on average, and by at most 40. Larger differences
/// occur only where two stretches of one stroke both cover parts of a pixel, a and b: `ink-1` joins them by their
/// maximum, max(a, b), and a path has their union, min(1, a + b) if they do not overlap, which is up to ½ more.
public struct SVGRenderer: Sendable {
  package let layout: CanvasLayout
  /// Whether ink extends to the predicted samples of touches.
  package let showsPredictions: Bool
  /// The lines of the document's description.
  private let notes: [String]
  private let backdrop: ImageSource?

  /// The drawing's version that `elements` shows; -1 before the first.
  private var version = -1
  private var elements: [ElementIndex: ElementFigures] = [:]

  /// Whether images are prepared to be written as text.
  private var isText = true

  /// - Parameter backdrop: An image of the layout's size between the background and the ink.
  public init(
    layout: CanvasLayout, backdrop: ImageSource? = nil, showsPredictions: Bool = false, notes: [String] = []
  ) {
    self.layout = layout
    self.backdrop = backdrop
    self.showsPredictions = showsPredictions
    self.notes = notes
  }

  /// The size of all outlines of ink.
  var outlineSize: OutlineSize { elements.values.reduce(into: OutlineSize()) { $0 += $1.outlineSize } }

  /// Writes the elements that have changed.
  /// - Returns: The document of the whole drawing, in UTF-8.
  public mutating func document(of drawing: Drawing) -> GeneratedDocument {
    let document = assembled(drawing)
    return GeneratedDocument { receive throws(FileError) in try document.write(to: receive) }
  }

  /// What a document of a drawing shows, for another format.
  package static func page(
    of drawing: Drawing, layout: CanvasLayout, backdrop: ImageSource?, showsPredictions: Bool
  ) -> FigurePage {
    var renderer = SVGRenderer(layout: layout, backdrop: backdrop, showsPredictions: showsPredictions)
    renderer.isText = false
    return renderer.assembled(drawing).page
  }

  private mutating func assembled(_ drawing: Drawing) -> SVGDocument {
    update(to: drawing)
    var document = SVGDocument(layout: layout, backdrop: backdrop, notes: notes)
    for index in drawing.presentElements {
      guard let element = elements[index] else { continue }
      if drawing.isEraser(index) {
        document.erase(element)
      } else if drawing.isDetached(index) {
        let passes = drawing.erasures(of: index).map {
          ElementFigures($0.eraser, of: drawing, layout, $0.map, predicted: showsPredictions, name: "")
        }
        document.add(detached: element, erasedBy: passes)
      } else {
        document.add(element)
      }
    }
    return document
  }
}

extension SVGRenderer: Renderer {
  package static var makesPicture: Bool { false }

  package init(_ setup: RendererSetup) {
    self.init(
      layout: setup.layout, backdrop: setup.backdrop, showsPredictions: setup.showsPredictions, notes: setup.notes)
  }

  package mutating func output(of drawing: Drawing) -> RendererOutput { .document(document(of: drawing)) }

  package mutating func update(to drawing: Drawing) {
    let changes = drawing.changes(since: version)
    version = changes.version
    for change in changes.elements {
      let index = change.element
      elements[index] =
        change.kind == .vanished
        ? nil
        : ElementFigures(
          index, of: drawing, layout, drawing.placement(of: index)?.similarity, predicted: showsPredictions,
          name: ElementFigures.name(of: index), isText: isText)
    }
  }
}
