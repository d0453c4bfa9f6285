import Geometry
import TouchLog

/// The contents of a drawing.
extension Drawing {
  /// The number of changes so far.
  package var version: Int { document.version }

  /// All elements in the order in which they began, including those that are not present: canceled, deleted or undone.
  public var elements: ElementList { document.elements }

  /// The strokes of all touches in the order in which they began: ink, and the drags that make shapes and texts.
  @inlinable
  public var strokes: IndexedArray<StrokeIndex, Stroke> { document.strokeStore.strokes }

  /// The options of the ink, with the model that the header named.
  package var options: ModelOptions { document.options }

  /// The model of the ink.
  package var model: StrokeModel { document.model }

  /// The element that commands without a name act on.
  public var selection: ElementIndex? { document.selection }

  /// The changes since the drawing had version `version`; all elements for a version of -1.
  ///
  /// - Complexity: Proportional to the number of changes, whatever the size of the drawing.
  package func changes(since version: Int) -> DrawingChanges { document.changes(since: version) }

  /// The version at which an element last changed.
  package func version(of element: ElementIndex) -> Int { document.journal.lastChange(of: element) }

  /// The present elements in the order in which they are drawn, the lowest first, including passes of erasers.
  package var presentElements: [ElementIndex] {
    // What sorts would otherwise hold, and copy, the whole drawing.
    let elements = elements
    return elements.indices.filter { elements[$0].isPresent }.sorted { elements[$0].rank < elements[$1].rank }
  }

  /// The stroke of an element, or nil if the element is not a stroke.
  public func stroke(of element: ElementIndex) -> Stroke? {
    guard let stroke = elements[element].stroke else { return nil }
    return strokes[stroke]
  }

  /// Whether touches that make an element are still down.
  public func isInProgress(_ element: ElementIndex) -> Bool {
    touches.areDown { strokes[$0].element == element }
  }

  /// Whether any touch is down.
  package var isTouched: Bool { touches.areDown { _ in true } }

  /// Whether an element was ever moved, or the order of elements changed.
  package var isRearranged: Bool { document.isRearranged }

  // MARK: Geometry

  /// Bounds of the present elements, in points, erasers left out.
  public var inkBounds: Rect {
    elements.indices.reduce(into: .empty) { bounds, element in
      if elements[element].isPresent, !isEraser(element) { bounds.formUnion(self.bounds(of: element)) }
    }
  }

  /// Bounds of an element, present or not, in points.
  /// - Parameter predicted: Whether predicted samples count.
  public func bounds(of element: ElementIndex, predicted: Bool = false) -> Rect {
    document.bounds(of: element, predicted: predicted)
  }

  /// How an element looks.
  package func look(of element: ElementIndex) -> Look { document.look(of: element).look }

  /// The placement of an element; nil if the element is where it was drawn.
  package func placement(of element: ElementIndex) -> Placement? {
    document.placements.isEmpty ? nil : document.placements[element]
  }

  /// The outline of a shape before it is moved by its placement, or nil if the element is not a shape or still a tap.
  /// - Parameter predicted: Whether the drag extends to its last predicted sample.
  package func geometry(ofShape element: ElementIndex, predicted: Bool = false) -> ShapeGeometry? {
    document.geometry(ofShape: element, predicted: predicted)
  }

  /// The elements that have ink or a filled interior within `reach` points of a position, the topmost first. Erased ink
  /// does not count.
  public func elements(at position: Point, within reach: Double = 0) -> [ElementIndex] {
    document.stack(elements.indices).reversed().filter { document.isHit($0, at: position, within: reach) }
  }

  // MARK: Erasers

  /// Whether an element is the pass of an eraser.
  package func isEraser(_ element: ElementIndex) -> Bool { document.isEraser(element) }

  /// The passes of erasers, in the order in which they began.
  package var erasers: [ElementIndex] { document.erasers }

  /// The passes that have removed ink from an element, in the order in which they began.
  package func erasures(of element: ElementIndex) -> [Erasure] { document.erasures(of: element) }

  /// Whether an element was moved or reordered after the pass of an eraser, in a way that changes which of its ink the
  /// pass would erase. Such an element must be drawn separately, with its own `erasures(of:)`.
  package func isDetached(_ element: ElementIndex) -> Bool { document.isDetached(element) }
}
