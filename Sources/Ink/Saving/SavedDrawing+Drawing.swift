import Geometry
import TouchLog

extension SavedDrawing {
  /// What there is of a drawing now. Touches that are down end where they are.
  public init(_ drawing: Drawing) {
    var drawing = drawing
    _ = drawing.finish()
    var header = drawing.header ?? LogHeader()
    header.model = drawing.model.rawValue
    self.init(header: header)
    nextNumber = drawing.nextNumber
    hue = drawing.rainbowCount

    let present = drawing.elements.indices.filter { drawing.elements[$0].isPresent }
    var ranks = [Int](repeating: 0, count: drawing.elements.count)
    for (rank, ordinal) in drawing.presentElements.enumerated() { ranks[ordinal] = rank }
    elements = present.map { ordinal in
      SavedElement(
        id: drawing.elements[ordinal].id, content: drawing.savedContent(of: ordinal), rank: ranks[ordinal],
        placement: drawing.placement(of: ordinal))
    }
    noteEarlierPlacements(of: present, in: drawing)
  }

  /// - Parameter present: The elements' places in the drawing.
  private mutating func noteEarlierPlacements(of present: [Int], in drawing: Drawing) {
    let erasers = elements.indices.filter { elements[$0].isEraser }
    var moved = Set(drawing.placements.keys)
    for eraser in erasers { moved.formUnion((drawing.frames[present[eraser]] ?? [:]).keys) }
    guard !moved.isEmpty else { return }
    for place in elements.indices where moved.contains(present[place]) && !elements[place].isEraser {
      var runs: [EarlierPlacement] = []
      for eraser in erasers where eraser > place {
        let then = drawing.frames[present[eraser]]?[present[place]]
        if let last = runs.last, last.placement == then {
          runs[runs.count - 1].lastEraser = eraser
        } else {
          runs.append(EarlierPlacement(lastEraser: eraser, placement: then))
        }
      }
      if let last = runs.last, last.placement == elements[place].placement { runs.removeLast() }
      elements[place].earlier = runs
    }
  }
}

extension Drawing {
  fileprivate func savedContent(of ordinal: Int) -> SavedElement.Content {
    switch elements[ordinal].content {
    case .stroke(let place):
      let stroke = strokes[place]
      return .stroke(SavedStroke(style: stroke.style, samples: stroke.samples, hue: stroke.hue))
    case .shape(var shape):
      shape.legs = []
      return .shape(shape)
    case .text(let text):
      return .text(
        TextElement(
          text.text, origin: text.origin, wrap: text.wrap, pen: text.pen, look: text.look, hue: text.hue))
    case .image(let image):
      return .image(SavedImage(source: image.source, frame: image.frame, opacity: image.opacity))
    }
  }
}
