import Geometry
import Ink

/// What is drawn of a shape, in pixels.
struct ShapeOutline: Sendable {
  let ordinal: ElementIndex
  /// The drawing's.
  let version: Int
  /// Polygons for the nonzero rule.
  private(set) var fill: [[Point]] = []
  private(set) var ink: [[Point]] = []
  /// The strokes of the label's letters.
  private(set) var label: [[RoundCone]] = []

  /// How far curves may lie from their chords, in pixels.
  private static let flatness = 0.02

  /// - Parameter place: Where the shape was taken.
  init(
    _ shape: ShapeElement, _ ordinal: ElementIndex, of drawing: Drawing, _ layout: CanvasLayout, _ place: Similarity?,
    predicted: Bool
  ) {
    self.ordinal = ordinal
    version = drawing.version
    guard let geometry = drawing.geometry(ofShape: ordinal, predicted: predicted) else { return }
    let map = (place?.affine ?? .identity).concatenating(Affine(layout.transform))
    fill = geometry.fillPolygons(through: map, tolerance: ShapeOutline.flatness)
    ink = geometry.inkPolygons(through: map, tolerance: ShapeOutline.flatness)
    guard let text = geometry.label else { return }
    label = shape.labelInk(text, drawing.options).map { ink in
      ink.cones.map { layout.pixels(place?.apply($0) ?? $0) }
    }
  }
}
