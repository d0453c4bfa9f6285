import Geometry
import Lettering
import TouchLog

/// The contents of a drawing: its elements and strokes, and the version at which each element changed.
///
/// Every change goes through a method of this type, which enters it in the journal. `elements` is in the order in which
/// they began. An element is never removed from it: one that was canceled, deleted or undone is not present.
@usableFromInline
struct Document: Sendable {
  private(set) var elements = ElementList()
  @usableFromInline private(set) var strokeStore: StrokeStore
  private(set) var journal = Journal()
  private(set) var names = ElementNames()
  /// The element that commands without a name act on.
  private(set) var selection: ElementIndex?
  /// The number of events of rainbow ink so far, which determines its next hue.
  private(set) var hue = 0

  /// The placements of moved elements. An element without one is where it was drawn.
  private(set) var placements: [ElementIndex: Placement] = [:]
  /// Whether an element was ever moved or its rank changed.
  private(set) var isRearranged = false
  /// The passes of erasers, in ascending order.
  private(set) var erasers: [ElementIndex] = []
  /// For each eraser, the placements of all elements when it began; no entry if no element had a placement then.
  private(set) var frames: [ElementIndex: [ElementIndex: Placement]] = [:]
  /// For each copy that was made after passes of erasers over its original, that original.
  private(set) var originals: [ElementIndex: ElementIndex] = [:]
  private var lowestRank = 0
  private var highestRank = -1

  init(options: ModelOptions) { strokeStore = StrokeStore(options: options) }

  var strokes: IndexedArray<StrokeIndex, Stroke> { strokeStore.strokes }
  var options: ModelOptions { strokeStore.options }
  var model: StrokeModel { strokeStore.model }
  var version: Int { journal.version }

  /// Enters a change that affects no element, such as that of the header.
  mutating func noteChange() { journal.noteChange() }

  /// Sets the model of the ink. There must not be any elements yet.
  mutating func choose(_ model: StrokeModel) { strokeStore.choose(model) }

  /// Sets the fonts of texts, and models those again whose letters may come from other fonts now.
  mutating func use(_ fonts: FontSet) {
    let before = options.fonts
    strokeStore.use(fonts)
    for element in elements.indices {
      guard case .text(let text) = elements[element].content else { continue }
      if fonts.draws(text.look.font, as: before) { continue }
      setText(text, of: element)
      journal.noteChange(of: element, isWhole: true)
    }
  }

  mutating func select(_ element: ElementIndex?) { selection = element }

  // MARK: Elements

  /// Keeps a name for the element that the next touch begins.
  mutating func reserve(_ name: String) { names.reserve(name) }

  /// Adds an element on top of all others. The caller must next enter a change of this element.
  private mutating func begin(_ content: Element.Content, name: String?) -> ElementIndex {
    let index = elements.endIndex
    highestRank += 1
    let number = names.add(name, for: index)
    elements.append(Element(ordinal: index, number: number, name: name, content: content, rank: highestRank))
    journal.begin()
    return index
  }

  /// Adds an element on top of all others, and enters this as one change.
  mutating func add(_ content: Element.Content, name: String?) -> ElementIndex {
    let index = begin(content, name: name)
    journal.noteChange(of: index, isWhole: true)
    return index
  }

  /// Adds a copy of an element that has ended on top of all others, with its holes, and enters this as one change. All
  /// ink must have been modeled.
  /// - Parameter step: The distance of the copy, in points.
  mutating func duplicate(_ original: ElementIndex, by step: Vector, name: String?) -> ElementIndex {
    var content = elements[original].content
    switch content {
    case .stroke(let stroke): content = .stroke(strokeStore.duplicate(stroke, as: elements.endIndex))
    case .shape(var shape):
      shape.legs = []
      content = .shape(shape)
    case .text, .image: break
    }
    let copy = begin(content, name: name)
    var placement = placements[original] ?? identityPlacement(of: original)
    placement.move(by: step)
    originals[copy] = (erasers.last ?? original) > original ? original : originals[original]
    take(copy, to: placement)
    return copy
  }

  /// Adds an element of a saved drawing, and models its ink. The caller has already entered the change that opens the
  /// drawing.
  /// - Parameter image: The pixels of an image element.
  mutating func restore(_ saved: SavedElement, image: (any ImageContent)?) {
    let index = elements.endIndex
    let content: Element.Content
    switch saved.content {
    case .stroke(let stroke):
      content = .stroke(strokeStore.restore(stroke, element: index, version: version))
      if stroke.look.tool.makes == .erasure { erasers.append(index) }
    case .shape(let shape): content = .shape(shape)
    case .text(var text):
      strokeStore.model(&text)
      content = .text(text)
    case .image(let source):
      guard let image else { return }
      content = .image(
        ImageElement(source: source.source, content: image, frame: source.frame, look: source.look))
    }
    elements.append(Element(ordinal: index, number: 0, name: saved.id, content: content, rank: saved.rank))
    names.restore(saved.id, for: index)
    placements[index] = saved.placement
    highestRank = Swift.max(highestRank, saved.rank)
    if saved.placement != nil || saved.rank != index.rawValue { isRearranged = true }
    journal.restore()
  }

  /// Restores the remaining state of a saved drawing whose elements have been restored.
  mutating func restore(frames: [ElementIndex: [ElementIndex: Placement]], nextNumber: Int, hue: Int) {
    self.frames = frames
    if !frames.isEmpty { isRearranged = true }
    names.restore(nextNumber: nextNumber)
    self.hue = hue
  }

  /// Replaces the content of an element. The caller has already entered the change.
  mutating func setContent(_ content: Element.Content, of element: ElementIndex) {
    elements[element].content = content
  }

  /// Replaces the content of an element with a text, which is laid out and modeled. The caller has already entered the
  /// change.
  /// - Parameter previous: What the text was before an edit.
  mutating func setText(_ text: TextElement, of element: ElementIndex, after previous: TextElement? = nil) {
    var text = text
    strokeStore.model(&text, after: previous)
    elements[element].content = .text(text)
  }

  /// Lays out a text and models its ink.
  mutating func model(_ text: inout TextElement) { strokeStore.model(&text) }

  /// Makes the element of a touch absent because the touch was canceled or made nothing. The caller has already entered
  /// the change of the touch.
  mutating func withdraw(_ element: ElementIndex) {
    elements.setPresence(of: element, to: false)
    elements[element].isWithdrawn = true
  }

  /// A rank above those of all elements, for `Edit.rank`.
  mutating func takeHighestRank() -> Int {
    highestRank += 1
    return highestRank
  }

  /// A rank below those of all elements, for `Edit.rank`.
  mutating func takeLowestRank() -> Int {
    lowestRank -= 1
    return lowestRank
  }

  // MARK: Edits

  mutating func perform(_ edit: Edit) {
    switch edit {
    case .presence(let element, let isPresent):
      elements.setPresence(of: element, to: isPresent)
      if !isPresent, selection == element { selection = nil }
      journal.noteChange(of: element, isWhole: true)
    case .clearance(let from, let to, let count):
      elements.clear(before: to, count: count)
      if let selection, selection < to { self.selection = nil }
      journal.noteChange(of: Swift.min(from, to)..<Swift.max(from, to), count: count)
    case .placement(let element, _, let placement): take(element, to: placement)
    case .rank(let element, _, let rank):
      isRearranged = true
      elements[element].rank = rank
      journal.noteChange(of: element, isWhole: true)
    case .look(let element, _, let look): setLook(look, of: element)
    }
  }

  /// Sets the placement of an element, and enters the change; nil returns the element to where it was drawn.
  mutating func take(_ element: ElementIndex, to placement: Placement?) {
    isRearranged = true
    placements[element] = placement.flatMap { $0.isIdentity ? nil : $0 }
    journal.noteChange(of: element, isWhole: true)
  }

  private mutating func setLook(_ look: ElementLook, of element: ElementIndex) {
    journal.noteChange(of: element, isWhole: true)
    elements[element].content.stretch = look.stretch
    switch elements[element].content {
    case .stroke(let stroke):
      strokeStore.strokes[stroke].restyle(look.look, with: &strokeStore.modeler, version: version)
    case .shape(var shape):
      shape.look = look.look
      elements[element].content = .shape(shape)
    case .text(let previous):
      var text = previous
      text.look = look.look
      text.text = look.wording ?? text.text
      setText(text, of: element, after: previous)
    case .image(var image):
      image.look = look.look
      elements[element].content = .image(image)
    }
  }

  // MARK: Strokes

  /// Adds a stroke whose touch draws no ink. The caller must next enter a change of this stroke.
  mutating func beginGesture(_ touch: TouchID, look: Look) -> StrokeIndex {
    strokeStore.begin(touch, look: look, isInk: false)
  }

  /// Adds a stroke of ink with its element. The caller must next enter a change of this stroke.
  mutating func beginInk(_ touch: TouchID, look: Look, name: String?) -> StrokeIndex {
    let stroke = strokeStore.begin(touch, look: look, isInk: true)
    let element = begin(.stroke(stroke), name: name)
    strokeStore.strokes[stroke].element = element
    strokeStore.strokes[stroke].hue = hue
    if look.tool.makes == .erasure {
      erasers.append(element)
      if !placements.isEmpty { frames[element] = placements }
    }
    return stroke
  }

  /// Adds an element that a stroke drags. The caller must next enter a change of this stroke.
  mutating func begin(_ content: Element.Content, of stroke: StrokeIndex, name: String?) -> ElementIndex {
    let element = begin(content, name: name)
    strokeStore.strokes[stroke].element = element
    return element
  }

  /// Makes a stroke drag an existing element.
  mutating func attach(_ stroke: StrokeIndex, to element: ElementIndex) {
    strokeStore.strokes[stroke].element = element
  }

  /// Enters changes of the element of a stroke.
  mutating func noteChange(of stroke: StrokeIndex, count: Int = 1) {
    guard let element = strokes[stroke].element else { return journal.noteChange() }
    journal.noteChange(of: element, isWhole: !strokes[stroke].isInk, count: count)
  }

  /// Appends an event of a stroke's touch.
  mutating func append(_ event: TouchEvent, to stroke: StrokeIndex) -> Stroke.Addition {
    noteChange(of: stroke)
    let taken = strokeStore.strokes[stroke].append(event, with: &strokeStore.modeler, version: version)
    strokeStore.noteStale(stroke)
    if strokes[stroke].look.color == .rainbow { hue += 1 }
    return taken
  }

  /// Appends the leading events that are plain moves of `touch`, which draws ink.
  /// - Returns: The number of events that were appended.
  mutating func appendMoves(_ events: Span<TouchEvent>, of touch: TouchID, to stroke: StrokeIndex) -> Int {
    let count = strokeStore.strokes[stroke].appendMoves(
      events, of: touch, with: &strokeStore.modeler, after: version)
    guard count > 0 else { return 0 }
    strokeStore.noteStale(stroke)
    noteChange(of: stroke, count: count)
    if strokes[stroke].look.color == .rainbow { hue += count }
    return count
  }

  /// Appends a predicted event, which the next real event removes.
  mutating func predict(_ event: TouchEvent, of stroke: StrokeIndex) {
    strokeStore.strokes[stroke].predict(event)
    noteChange(of: stroke)
  }

  /// Ends a stroke. The caller has already entered the change. The last of its ink is not modeled before `updateInk`.
  mutating func end(_ stroke: StrokeIndex, as state: Stroke.State) {
    strokeStore.strokes[stroke].end(as: state)
    strokeStore.noteStale(stroke)
    noteChangeOfWetInk(after: stroke)
  }

  /// Gives new values to the event of a stroke that a revision names. The ink is not modeled again before `updateInk`.
  /// - Returns: Whether the stroke has such an event, and whether any sample changed.
  mutating func revise(_ stroke: StrokeIndex, _ revision: TouchRevision) -> (isKnown: Bool, isChanged: Bool) {
    let result = strokeStore.strokes[stroke].revise(revision)
    if result.isChanged { noteStale(stroke) }
    if result.isChanged, revision.time != nil { noteChangeOfWetInk(after: stroke) }
    return result
  }

  /// Enters changes of later strokes whose ink may run into that of a stroke which has ended or got other times.
  private mutating func noteChangeOfWetInk(after stroke: StrokeIndex) {
    guard strokes[stroke].look.drying > 0, let element = strokes[stroke].element else { return }
    for other in element..<elements.endIndex where other > element && look(of: other).look.drying > 0 {
      journal.noteChange(of: other, isWhole: true)
    }
  }

  /// Keeps the recorded estimate of each pressure of a stroke that was never revised. The ink is not modeled again before
  /// `updateInk`.
  mutating func settlePending(_ stroke: StrokeIndex) {
    if strokeStore.strokes[stroke].settlePending() { noteStale(stroke) }
  }

  /// Enters the change of samples whose ink is modeled again by `updateInk`.
  private mutating func noteStale(_ stroke: StrokeIndex) {
    noteChange(of: stroke)
    strokeStore.noteStale(stroke)
  }

  /// Whether ink has to be modeled.
  var hasStaleInk: Bool { strokeStore.hasStaleInk }

  /// Models the ink of samples that were added or have changed. The changes have already been entered.
  /// - Parameter threads: The most threads to model on, which change no ink.
  mutating func updateInk(threads: Int = 1) { strokeStore.updateInk(version: version, threads: threads) }

  mutating func updateInk(of stroke: StrokeIndex) { strokeStore.updateInk(of: stroke, version: version) }

  /// Models all ink again to within `tolerance`, in points. Does nothing if that is the tolerance already.
  mutating func refine(tolerance: Double, threads: Int) {
    guard tolerance != options.tolerance else { return }
    strokeStore.setTolerance(tolerance)
    let inked = strokes.indices.filter { strokes[$0].state != .cancelled && strokes[$0].isInk }
    for stroke in inked { noteChange(of: stroke) }
    let version = version
    strokeStore.change(inked, threads: threads) { $0.remodel(with: &$1, version: version) }
    for element in elements.indices {
      switch elements[element].content {
      case .text(let text):
        setText(text, of: element)
        journal.noteChange(of: element, isWhole: true)
      case .shape:
        // Renderers model labels when they draw them.
        if model.rules.marks.refinesLabels, geometry(ofShape: element)?.label != nil {
          journal.noteChange(of: element, isWhole: true)
        }
      case .stroke, .image: break
      }
    }
  }
}
