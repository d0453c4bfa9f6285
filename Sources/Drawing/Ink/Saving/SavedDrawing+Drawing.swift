import Geometry
import TouchLog

extension SavedDrawing {
  /// The current state of a drawing. Touches that are down end at their positions.
  public init(_ drawing: Drawing) {
    var drawing = drawing
    _ = drawing.finishDeferringInk()
    var header = drawing.header ?? LogHeader()
    header.model = drawing.model.rawValue
    self.init(header: header)
    let document = drawing.document
    nextNumber = document.names.nextNumber
    hue = document.hue

    var present = document.elements.indices.filter { document.elements[$0].isPresent }
    if !document.originals.isEmpty {
      // A copy comes before the erasers that met its original.
      let erasers = present.filter(document.isEraser)
      let places = present.map { element in
        let original = document.firstOriginal(of: element)
        return (erasers.count { $0 < original }, document.isEraser(element) ? 1 : 0, element)
      }
      present = places.sorted { $0 < $1 }.map { $0.2 }
    }
    var ranks: [ElementIndex: Int] = [:]
    for (rank, element) in drawing.presentElements.enumerated() { ranks[element] = rank }
    elements = present.map { element in
      SavedElement(
        id: document.elements[element].id, content: document.savedContent(of: element), rank: ranks[element] ?? 0,
        placement: document.placements[element])
    }
    saveEarlierPlacements(of: present, in: document)
  }

  /// Saves the placements at which erasers met elements that have moved since.
  /// - Parameter present: For each saved element, its index in the document.
  private mutating func saveEarlierPlacements(of present: [ElementIndex], in document: Document) {
    let erasers = elements.indices.filter { elements[$0].isEraser }
    var moved = Set(document.placements.keys)
    for eraser in erasers { moved.formUnion((document.frames[present[eraser]] ?? [:]).keys) }
    guard !moved.isEmpty else { return }
    for index in elements.indices where !elements[index].isEraser {
      let first = document.firstOriginal(of: present[index])
      guard moved.contains(present[index]) || first != present[index] else { continue }
      var runs: [EarlierPlacement] = []
      for eraser in erasers where eraser > index {
        let met = document.original(of: present[index], metBy: present[eraser]) ?? first
        let then = document.frames[present[eraser]]?[met]
        if let last = runs.last, last.placement == then {
          runs[runs.count - 1].lastEraser = eraser
        } else {
          runs.append(EarlierPlacement(lastEraser: eraser, placement: then))
        }
      }
      if let last = runs.last, last.placement == elements[index].placement { runs.removeLast() }
      elements[index].earlier = runs
    }
  }

  /// For each eraser, the placements of the elements when it began, by indices of the opened document.
  fileprivate var frames: [ElementIndex: [ElementIndex: Placement]] {
    let movable = elements.indices.filter { elements[$0].placement != nil || !elements[$0].earlier.isEmpty }
    guard !movable.isEmpty else { return [:] }
    // The placements that change before an element begins, by the index of that element.
    var changes: [Int: [(element: ElementIndex, placement: Placement?)]] = [:]
    for index in movable {
      var first = index
      for earlier in elements[index].earlier {
        changes[first, default: []].append((ElementIndex(index), earlier.placement))
        first = earlier.lastEraser + 1
      }
      changes[first, default: []].append((ElementIndex(index), elements[index].placement))
    }
    var frames: [ElementIndex: [ElementIndex: Placement]] = [:]
    var current: [ElementIndex: Placement] = [:]
    for index in elements.indices {
      for change in changes[index] ?? [] { current[change.element] = change.placement }
      if elements[index].isEraser, !current.isEmpty { frames[ElementIndex(index)] = current }
    }
    return frames
  }
}

extension Document {
  /// Opens a saved drawing, as one change. There must not be any elements yet.
  /// - Parameter images: The pixels of all images that `saved.images` lists.
  mutating func restore(_ saved: SavedDrawing, images: [NewImage.Source: any ImageContent]) {
    noteChange()
    for element in saved.elements {
      var image: (any ImageContent)?
      if case .image(let savedImage) = element.content { image = images[savedImage.source] }
      restore(element, image: image)
    }
    restore(frames: saved.frames, nextNumber: saved.nextNumber, hue: saved.hue)
  }

  fileprivate func savedContent(of element: ElementIndex) -> SavedElement.Content {
    switch elements[element].content {
    case .stroke(let index):
      let stroke = strokes[index]
      return .stroke(SavedStroke(look: stroke.look, samples: stroke.samples, details: stroke.details, hue: stroke.hue))
    case .shape(var shape):
      shape.legs = []
      return .shape(shape)
    case .text(let text):
      return .text(
        TextElement(text.text, origin: text.origin, wrap: text.wrap, look: text.look, hue: text.hue))
    case .image(let image):
      return .image(SavedImage(source: image.source, frame: image.frame, look: image.look))
    }
  }
}
