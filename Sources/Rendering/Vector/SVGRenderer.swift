import Geometry
import Ink
import Raster
import TouchLog

/// Follows a drawing as an SVG document: what an element looks like is worked out when it has changed.
///
/// Programs that draw the document give the picture that `PictureRenderer` draws, but for how they weigh the pixels on
/// edges. Ink is one path a stroke, of the outline of its round cones; shapes are shapes.
///
/// rsvg-convert's channels differ by less than 1 of 255 on average, and by 40 at most but where two separate stretches
/// of one stroke cover parts a and b of one pixel: stretches are joined by their maximum in the picture, max(a, b), and
/// a path covers the area of both, min(1, a + b) where they lie side by side, which is up to ½ more.
public struct SVGRenderer: Sendable {
  public let layout: CanvasLayout
  public let showsPredictions: Bool
  /// What is noted beside the picture, as lines of text.
  public var notes: [String] = []

  private var version = -1
  private var elements: [ElementIndex: SVGElement] = [:]
  private let backdrop: ImageSource?

  /// - Parameter backdrop: A picture between the background and the ink, of the layout's size.
  public init(layout: CanvasLayout, backdrop: ImageSource? = nil, showsPredictions: Bool = false) {
    self.layout = layout
    self.backdrop = backdrop
    self.showsPredictions = showsPredictions
  }

  /// How many places the outlines of ink name, control points among them, and in how many bytes.
  public var outlineSize: (points: Int, bytes: Int) {
    elements.values.reduce(into: (0, 0)) { sum, element in
      sum.0 += element.outlinePoints
      sum.1 += element.outlineBytes
    }
  }

  /// The document of a drawing as it is, in UTF-8.
  public mutating func document(of drawing: Drawing) -> [UInt8] {
    update(to: drawing)
    var writer = SVGDocument(layout: layout, backdrop: backdrop, notes: notes)
    for ordinal in drawing.presentElements {
      guard let element = elements[ordinal] else { continue }
      if drawing.isEraser(ordinal) {
        writer.erase(element)
      } else if drawing.isDetached(ordinal) {
        let passes = drawing.erasures(of: ordinal).map {
          SVGElement($0.eraser, of: drawing, layout, $0.map, predicted: showsPredictions, name: "")
        }
        writer.add(detached: element, erasedBy: passes)
      } else {
        writer.add(element)
      }
    }
    return writer.bytes
  }
}

extension SVGRenderer: DrawingRenderer {
  public mutating func update(to drawing: Drawing) {
    let changes = drawing.changes(since: version)
    version = changes.version
    for change in changes.elements {
      let ordinal = change.element
      elements[ordinal] =
        change.kind == .vanished
        ? nil
        : SVGElement(
          ordinal, of: drawing, layout, drawing.placement(of: ordinal)?.similarity, predicted: showsPredictions,
          name: String(ordinal.rawValue + 1))
    }
  }
}
