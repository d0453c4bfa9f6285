import Geometry
import TouchLog

extension Drawing {
  /// Begins with a drawing that was saved, as one event. A log's header that came before it holds where both say
  /// something of the canvas. What the drawing had to undo is not known any more.
  /// - Parameter pictures: What `saved.pictures` names.
  /// - Throws: `EditError.lateOpen` where other events than a header came before, and `.missingPicture`; the drawing is
  ///   then as it was.
  public mutating func open(
    _ saved: SavedDrawing, pictures: [NewImage.Source: any PictureContent] = [:]
  ) throws(EditError) {
    try checkMayOpen()
    for source in saved.pictures where pictures[source] == nil { throw .missingPicture(source) }
    hasEvents = true
    version += 1
    header = header?.completed(by: saved.header) ?? saved.header
    settings.grid = header?.grid
    chooseModel()
    nextNumber = saved.nextNumber
    rainbowCount = saved.hue
    elements.reserveCapacity(saved.elements.count)
    for element in saved.elements { append(element, pictures) }
    highestRank = elements.count - 1
    openFrames(saved.elements)
    isRearranged =
      !placements.isEmpty || frames.values.contains { !$0.isEmpty } || elements.contains { $0.rank != $0.ordinal }
  }

  /// Throws where it is too late to open a saved drawing.
  public func checkMayOpen() throws(EditError) {
    if hasEvents { throw .lateOpen }
  }

  private mutating func append(_ saved: SavedElement, _ pictures: [NewImage.Source: any PictureContent]) {
    let ordinal = elements.count
    let content: Element.Content
    switch saved.content {
    case .stroke(let stroke):
      content = .stroke(append(stroke, of: ordinal))
      if stroke.style.tool == .eraser { erasers.append(ordinal) }
    case .shape(let shape): content = .shape(shape)
    case .text(var text):
      text.model(options: options, modeler: &modeler)
      content = .text(text)
    case .image(let image):
      guard let pixels = pictures[image.source] else { return }
      content = .image(
        ImageElement(source: image.source, content: pixels, frame: image.frame, opacity: image.opacity))
    }
    elements.append(
      Element(ordinal: ordinal, number: 0, name: saved.id, content: content, rank: saved.rank, version: version))
    names[saved.id] = ordinal
    placements[ordinal] = saved.placement
    journal.append((version, ordinal))
  }

  /// - Returns: Its place among the strokes.
  private mutating func append(_ saved: SavedStroke, of element: Int) -> Int {
    var stroke = Stroke(ordinal: strokes.count, touch: .number(0), style: saved.style, isInk: true, model: model)
    stroke.element = element
    stroke.hue = saved.hue
    stroke.track = SampleTrack(saved.samples)
    stroke.state = .ended
    stroke.settle(with: &modeler, version: version)
    stroke.trim()
    strokes.append(stroke)
    return stroke.ordinal
  }

  /// Notes for each eraser where the elements were when it began.
  private mutating func openFrames(_ saved: [SavedElement]) {
    let movable = saved.indices.filter { saved[$0].placement != nil || !saved[$0].earlier.isEmpty }
    guard !movable.isEmpty else { return }
    // What changes at an eraser: it is the first for which an element is there.
    var changes: [Int: [(element: Int, placement: Placement?)]] = [:]
    for element in movable {
      var first = element
      for earlier in saved[element].earlier {
        changes[first, default: []].append((element, earlier.placement))
        first = earlier.lastEraser + 1
      }
      changes[first, default: []].append((element, saved[element].placement))
    }
    var current: [Int: Placement] = [:]
    for element in saved.indices {
      for change in changes[element] ?? [] { current[change.element] = change.placement }
      if saved[element].isEraser, !current.isEmpty { frames[element] = current }
    }
  }
}
