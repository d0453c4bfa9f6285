import Geometry
import TouchLog

/// A drawing: the elements that the events so far have made, from bottom to top, with a version.
///
/// The version rises by one with each event that changes something. Renderers ask what has changed since the version
/// they last drew (`changes(since:)`) and the drawing knows none of them.
public struct Drawing: Sendable {
  public internal(set) var version = 0
  /// In the order in which they began, those among them that are not there: cancelled, deleted or undone ones.
  public internal(set) var elements: [Element] = []
  /// Every touch, in the order in which they began: ink, and the drags that shapes are made of.
  public internal(set) var strokes: [Stroke] = []
  /// What the log says of the canvas, if it does.
  public internal(set) var header: LogHeader?
  public internal(set) var options: ModelOptions
  /// The element that commands without an id act on.
  public internal(set) var selection: Int?

  /// Which element changed at which version, in their order; an entry is void where its element has changed since.
  var journal: [(version: Int, element: Int)] = []
  var settings = ToolSettings()
  /// The strokes whose touches are down.
  var down: [TouchID: Int] = [:]
  /// Touches that an undo has ended, until they say so themselves.
  var ignored: Set<TouchID> = []
  /// The strokes of each touch that revisions can name, in order.
  var revisable: [TouchID: [Int]] = [:]
  /// The touch of the last event and its stroke: most often the next event's too.
  var latest: (touch: TouchID, stroke: Int)?
  var modeler: SpanModeler
  /// Whether there were any but a header.
  var hasEvents = false

  /// What the touches that are down do, but for those that draw plain ink.
  var gestures: [Int: Gesture] = [:]
  /// An angle that has its first leg only.
  var openAngle: Int?
  /// How many events rainbow ink has had.
  var rainbowCount = 0

  /// The elements that the log has named.
  var names: [String: Int] = [:]
  /// By which the next element is known that the log does not name.
  var nextNumber = 1
  /// The steps that can be taken back, and those that were.
  var done: [Step] = []
  var undone: [Step] = []
  /// Where elements have been taken; the others are where they were made.
  var placements: [Int: Placement] = [:]
  /// Whether an element was ever moved, or the order changed.
  public internal(set) var isRearranged = false
  /// The elements that erase, in order, and where other elements were when each began.
  public internal(set) var erasers: [Int] = []
  var frames: [Int: [Int: Placement]] = [:]
  var highestRank = -1
  var grid = ElementGrid()
  var lowestRank = 0

  public init(options: ModelOptions = ModelOptions()) {
    self.options = options
    modeler = SpanModeler(options: options)
    settings.model = modeler.model
  }

  /// The model that draws the ink.
  public var model: StrokeModel { modeler.model }

  /// Takes the model that the header names, where the options leave it open.
  mutating func chooseModel() {
    guard options.model == nil, let name = header?.model, let model = StrokeModel(rawValue: name) else { return }
    options.model = model
    modeler = SpanModeler(options: options)
    settings.model = model
  }

  /// Takes one event in.
  /// - Returns: What is odd about the event, if anything is.
  /// - Throws: `EditError`; the drawing is then as it was. Images and saved drawings come from files, which `add` and
  ///   `open` take in.
  @discardableResult
  public mutating func apply(_ event: LogEvent) throws(EditError) -> EditWarning? {
    var warning: EditWarning?
    switch event {
    case .touch(let touch): warning = try applyTouch(touch)
    case .revision(let revision): warning = apply(revision)
    case .tool(let change): try apply(change)
    case .header(let header):
      try apply(header)
      return nil
    case .command(let command): warning = try apply(command)
    }
    hasEvents = true
    return warning
  }

  /// Takes one touch in, as `apply(.touch(event))` does.
  @discardableResult
  public mutating func apply(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    let warning = try applyTouch(event)
    hasEvents = true
    return warning
  }

  /// Ends the drawing: touches that are still down end where they are, and pressures that never came are what was
  /// recorded for them.
  /// - Returns: A warning for each touch that never ended, in the order in which they began.
  public mutating func finish() -> [EditWarning] {
    let warnings = down.values.sorted().map { EditWarning.neverEnded(strokes[$0].touch) }
    endTouches()
    for stroke in revisable.values.joined().sorted() {
      if let changed = strokes[stroke].track.settlePending() { resettle(stroke, changed, moved: false) }
    }
    return warnings
  }

  private mutating func apply(_ header: LogHeader) throws(EditError) {
    guard !hasEvents, self.header == nil else { throw .lateHeader }
    if let model = header.model, StrokeModel(rawValue: model) == nil { throw .unknownModel(model) }
    self.header = header
    settings.grid = header.grid
    chooseModel()
    version += 1
  }

  private mutating func apply(_ change: ToolChange) throws(EditError) {
    if let id = change.id { try checkIsFree(id) }
    try settings.apply(change)
    openAngle = nil
  }

  /// Appends an element on top of all others, which the caller touches next.
  /// - Returns: Its place.
  mutating func append(_ content: Element.Content, name: String?) -> Int {
    let ordinal = elements.count
    highestRank += 1
    if let name {
      names[name] = ordinal
    } else if !names.isEmpty {
      while names["e\(nextNumber)"] != nil { nextNumber += 1 }
    }
    elements.append(
      Element(
        ordinal: ordinal, number: nextNumber, name: name, content: content, rank: highestRank, version: version + 1))
    nextNumber += 1
    return ordinal
  }

  /// Raises the version for a change to an element.
  /// - Parameter isWhole: Whether more has changed than ink at its end.
  mutating func touch(element: Int, isWhole: Bool) {
    version += 1
    elements[element].version = version
    if isWhole { elements[element].wholeVersion = version }
    if let last = journal.last, last.element == element {
      journal[journal.count - 1].version = version
      return
    }
    journal.append((version, element))
    // Void entries are cleared away when they are the most.
    if journal.count > 2 * elements.count + 64 {
      journal.removeAll { $0.version != elements[$0.element].version }
    }
  }

  /// Raises the version for a change to what a touch has made.
  mutating func touch(stroke: Int) {
    let element = strokes[stroke].element
    guard element >= 0 else {
      version += 1
      return
    }
    touch(element: element, isWhole: !strokes[stroke].isInk)
  }
}
