import Geometry
import TouchLog

/// Command lines.
extension Drawing {
  mutating func apply(_ command: LogCommand) throws(EditError) -> EditWarning? {
    switch command {
    case .undo(let count): return undo(count: count)
    case .redo(let count): return redo(count: count)
    case .clear: clear()
    case .select(.id(let id)):
      guard let element = element(named: id) else { return .unknownElement(id) }
      selection = element
    case .select(.at(let place)): selection = topmost(at: place, within: Drawing.selectionReach)
    case .deselect: selection = nil
    case .delete(let id):
      return onElement(id, of: command) { drawing, element in
        drawing.performStep([.presence(element: element, isPresent: false)])
      }
    case .move(let id, let step): return transform(id, of: command, TransformChange(translate: step))
    case .transform(let id, let change): return transform(id, of: command, change)
    case .raise(let id):
      return onElement(id, of: command) { drawing, element in
        drawing.highestRank += 1
        drawing.rank(element, drawing.highestRank)
      }
    case .lower(let id):
      return onElement(id, of: command) { drawing, element in
        drawing.lowestRank -= 1
        drawing.rank(element, drawing.lowestRank)
      }
    case .restyle(let id, let change):
      try ToolSettings.checkFont(change)
      return onElement(id, of: command) { $0.restyle($1, change) }
    case .edit(let id, let wording): return edit(id, of: command, wording)
    case .text(let text): return try add(text)
    case .mark: break
    case .image, .open: throw .needsFiles(command.name)
    }
    return nil
  }

  /// The element of an id, if it is there; the passes of erasers are not to be named.
  func element(named id: String) -> Int? {
    guard let ordinal = ordinal(named: id), elements[ordinal].isPresent, !isEraser(ordinal) else { return nil }
    return ordinal
  }

  /// The place of the element of an id, whether it is there or not.
  private func ordinal(named id: String) -> Int? {
    if let ordinal = names[id] { return ordinal }
    guard id.first == "e", let number = Int(id.dropFirst()) else { return nil }
    // Numbers rise with the places.
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < elements.count && elements[low].name == nil && elements[low].id == id ? low : nil
  }

  /// Whether an element takes ink away.
  public func isEraser(_ element: Int) -> Bool {
    guard let stroke = elements[element].stroke else { return false }
    return strokes[stroke].style.tool == .eraser
  }

  /// Throws where an element of that name exists already, even if it is not there now.
  func checkIsFree(_ id: String) throws(EditError) {
    if ordinal(named: id) != nil || settings.nextID == id { throw .duplicateID(id) }
  }

  /// Acts on the element of an id, or on the selected one.
  private mutating func onElement(
    _ id: String?, of command: LogCommand, _ act: (inout Drawing, Int) -> Void
  ) -> EditWarning? {
    if let id {
      guard let element = element(named: id) else { return .unknownElement(id) }
      endTouches(on: element)
      act(&self, element)
      return nil
    }
    guard let selection else { return .nothingSelected(command.name) }
    endTouches(on: selection)
    act(&self, selection)
    return nil
  }

  /// Ends the touches that draw an element or move it.
  private mutating func endTouches(on element: Int) {
    let isHeld = down.values.contains { stroke in
      if strokes[stroke].element == element { return true }
      if case .move(element, _, _, _) = gestures[stroke] { return true }
      return false
    }
    if isHeld { endTouches() }
  }

  private mutating func clear() {
    endTouches()
    let edits = elements.indices.filter { elements[$0].isPresent }.map { Edit.presence(element: $0, isPresent: false) }
    if !edits.isEmpty { performStep(edits) }
  }

  private mutating func transform(
    _ id: String?, of command: LogCommand, _ change: TransformChange
  ) -> EditWarning? {
    onElement(id, of: command) { drawing, element in
      let from = drawing.placements[element]
      var placement = from ?? drawing.newPlacement(of: element)
      if let step = change.translate { placement.move(by: step) }
      if let degrees = change.rotate { placement.rotate(by: degrees) }
      if let factor = change.scale { placement.scale(by: factor) }
      drawing.performStep([.placement(element: element, from: from, to: placement)])
    }
  }

  private mutating func rank(_ element: Int, _ rank: Int) {
    performStep([.rank(element: element, from: elements[element].rank, to: rank)])
  }

  private mutating func restyle(_ element: Int, _ change: StyleChange) {
    let from = look(of: element)
    var to = from
    to.pen?.apply(change)
    if to.pen?.tool == .marker { to.pen?.thinning = 0 }
    to.shape?.apply(change)
    to.text?.apply(change)
    if from.opacity != nil { to.opacity = change.opacity ?? to.opacity }
    performStep([.look(element: element, from: from, to: to)])
  }

  private mutating func edit(_ id: String?, of command: LogCommand, _ wording: String) -> EditWarning? {
    var warning: EditWarning?
    let missing = onElement(id, of: command) { drawing, element in
      let from = drawing.look(of: element)
      guard from.wording != nil else {
        warning = .notText(drawing.elements[element].id)
        return
      }
      var to = from
      to.wording = wording
      drawing.performStep([.look(element: element, from: from, to: to)])
      if case .text(let text) = drawing.elements[element].content { warning = text.warning }
    }
    return missing ?? warning
  }

  private mutating func add(_ text: NewText) throws(EditError) -> EditWarning? {
    if let id = text.id { try checkIsFree(id) }
    try ToolSettings.checkFont(text.style)
    var written = TextElement(
      text.text, origin: text.at, wrap: text.wrap, pen: settings.pen(of: .text, with: text.style),
      look: settings.textLook(with: text.style), hue: rainbowCount)
    written.model(options: options, modeler: &modeler)
    let element = append(.text(written), name: text.id)
    touch(element: element, isWhole: true)
    record([.presence(element: element, isPresent: true)])
    return written.warning
  }

  /// Puts a picture on top of all elements, as one step.
  /// - Throws: `EditError.duplicateID`; the drawing is then as it was.
  public mutating func add(_ image: NewImage, _ content: any PictureContent) throws(EditError) {
    if let id = image.id { try checkIsFree(id) }
    let size = image.size ?? Size(width: Double(content.width), height: Double(content.height))
    let frame = Rect(
      minX: image.at.x, minY: image.at.y, maxX: image.at.x + size.width, maxY: image.at.y + size.height)
    let element = append(
      .image(
        ImageElement(source: image.source, content: content, frame: frame, opacity: image.opacity ?? 1)),
      name: image.id)
    touch(element: element, isWhole: true)
    record([.presence(element: element, isPresent: true)])
    hasEvents = true
  }
}
