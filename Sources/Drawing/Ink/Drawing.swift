import Geometry
import Lettering
import TouchLog

/// The elements that the events of a log have made so far.
///
/// Each event that changes something raises the version by one. A renderer asks for the changes since the version that
/// it drew last (`changes(since:)`), so that the drawing need not know its renderers. A drawing is a value: a copy
/// stays unchanged while events are applied to the original.
public struct Drawing: Sendable {
  /// The header of the log or of the opened drawing; nil if there is none.
  package private(set) var header: LogHeader?

  @usableFromInline private(set) var document: Document
  private(set) var touches = Touches()
  private var gestures = Gestures()
  private var history = History()
  private var index = HitIndex()
  private var settings = ToolSettings()
  /// Whether any event but a header was applied, or a saved drawing was opened.
  private var hasEvents = false

  public init(options: ModelOptions = ModelOptions()) {
    document = Document(options: options)
    settings.model = document.model
    settings.pen = options.pen
  }

  /// Uses the model that the header names, unless the options name one.
  private mutating func chooseModel() {
    guard options.model == nil, let name = header?.model, let model = StrokeModel(rawValue: name) else { return }
    document.choose(model)
    settings.model = model
  }

  // MARK: Events

  /// Applies one event.
  ///
  /// The commands `image` and `open` need files, and are refused: read the file, and call `add(_:_:)` or
  /// `open(_:images:)`.
  /// - Returns: A warning if the event is valid but odd.
  /// - Throws: `EditError`. The drawing is then unchanged.
  @discardableResult
  public mutating func apply(_ event: LogEvent) throws(EditError) -> EditWarning? {
    defer { updateInk() }
    return try applyDeferringInk(event)
  }

  /// Applies one event as `apply(_:)` does, except that ink may be left as it is. `updateInk` must be called before the
  /// ink is used. A span is then modeled once after many revisions, and several strokes at the same time.
  package mutating func applyDeferringInk(_ event: LogEvent) throws(EditError) -> EditWarning? {
    if mayUseInk(event) { updateInk() }
    var warning: EditWarning?
    switch event {
    case .touch(let touch): warning = try applyTouch(touch)
    case .revision(let revision): warning = apply(revision)
    case .tool(let change): try apply(change)
    case .header(let header):
      try apply(header)
      return nil
    case .command(let command, _): warning = try apply(command)
    }
    hasEvents = true
    return warning
  }

  /// Applies one touch event, as `apply(.touch(event))` does.
  /// - Throws: `EditError`. The drawing is then unchanged.
  @discardableResult
  public mutating func apply(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    defer { updateInk() }
    return try applyDeferringInk(event)
  }

  /// Applies one touch event, as `applyDeferringInk(.touch(event))` does.
  package mutating func applyDeferringInk(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    if mayUseInk(event) { updateInk() }
    let warning = try applyTouch(event)
    hasEvents = true
    return warning
  }

  /// Models the ink that `applyDeferringInk` and `applyMoves` left as it was.
  /// - Parameter threads: The most threads to model on. The ink does not depend on it.
  package mutating func updateInk(threads: Int = 1) {
    if document.hasStaleInk { document.updateInk(threads: threads) }
  }

  /// Whether `inkBounds` is not empty. Of the ink that was left as it is, models only that of the first strokes, until one
  /// has ink.
  package mutating func hasInk() -> Bool {
    for element in elements.indices where elements[element].isPresent && !isEraser(element) {
      if let stroke = elements[element].stroke { document.updateInk(of: stroke) }
      if !bounds(of: element).isEmpty { return true }
    }
    return false
  }

  /// Whether an event may read settled ink or change it as a whole.
  private func mayUseInk(_ event: LogEvent) -> Bool {
    switch event {
    case .touch(let touch): mayUseInk(touch)
    case .revision, .tool: false
    case .header, .command: true
    }
  }

  private func mayUseInk(_ event: TouchEvent) -> Bool {
    event.phase == .began && !beginsInk || !gestures.isEmpty
  }

  /// Whether the next touch that begins draws ink.
  private var beginsInk: Bool {
    settings.tool.makesStrokes && (settings.tool.makes == .ink || settings.mode == .pixel)
  }

  /// Applies the leading events that are plain moves of the touch that began last. Most events are, and applying them
  /// together takes half the time. After `updateInk`, the result is that of applying each with `apply(_:)`.
  /// - Returns: The number of events that were applied. The next event, if any, must be given to `apply(_:)`.
  package mutating func applyMoves(_ events: Span<TouchEvent>) -> Int {
    guard let latest = touches.latest, gestures.isEmpty else { return 0 }
    return document.appendMoves(events, of: latest.touch, to: latest.stroke)
  }

  /// Ends the drawing. Touches that are still down end where they are, and pressures that the log announced but never
  /// gave keep their recorded estimates.
  /// - Returns: A warning for each touch that was still down, in the order in which they began.
  public mutating func finish() -> [EditWarning] {
    updateInk()
    let warnings = touches.strokesDown.map { EditWarning.neverEnded(strokes[$0].touch) }
    endTouches()
    for stroke in touches.revisableStrokes { document.settlePending(stroke) }
    updateInk()
    return warnings
  }

  /// Ends the drawing as `finish()` does, except that ink may be left as it is, as `applyDeferringInk` does.
  package mutating func finishDeferringInk() -> [EditWarning] {
    touches.strokesDown.isEmpty && touches.revisableStrokes.isEmpty ? [] : finish()
  }

  /// Models all ink again to within `tolerance`, in points. Does nothing if that is the tolerance already.
  package mutating func refine(tolerance: Double, threads: Int = 1) {
    updateInk(threads: threads)
    document.refine(tolerance: tolerance, threads: threads)
  }

  private mutating func apply(_ header: LogHeader) throws(EditError) {
    guard !hasEvents, self.header == nil else { throw .lateHeader }
    if let model = header.model, StrokeModel(rawValue: model) == nil { throw .unknownModel(model) }
    self.header = header
    settings.grid = header.grid
    chooseModel()
    document.noteChange()
  }

  private mutating func apply(_ change: ToolChange) throws(EditError) {
    if let id = change.id { try checkIsFree(id) }
    try check(fontOf: change.style)
    try settings.apply(change)
    if let id = change.id { document.reserve(id) }
    gestures.closeAngle()
  }

  /// Throws if an element has this name, present or not, or the next element will have it.
  private func checkIsFree(_ id: String) throws(EditError) {
    if document.names.index(of: id, in: elements) != nil || settings.nextID == id { throw .duplicateID(id) }
  }

  // MARK: Touches

  private mutating func applyTouch(_ event: TouchEvent) throws(EditError) -> EditWarning? {
    switch (event.phase, touches.stroke(of: event.touch)) {
    case (.began, let stroke?):
      guard event.predicted else { throw .touchAlreadyDown(event.touch) }
      document.predict(event, of: stroke)
    case (.began, nil):
      // Nothing shows the prediction of a touch that has not begun.
      guard !event.predicted else { return nil }
      return append(event, to: begin(event))
    case (let phase, nil):
      guard touches.ignores(event) || event.predicted else { throw .touchNotDown(event.touch, phase) }
    case (.moved, let stroke?), (.stationary, let stroke?), (.ended, let stroke?), (.cancelled, let stroke?):
      guard !event.predicted else {
        document.predict(event, of: stroke)
        return nil
      }
      let warning = append(event, to: stroke)
      switch event.phase {
      case .began, .moved, .stationary: return warning
      case .ended: return lift(event.touch, stroke, as: .ended) ?? warning
      case .cancelled: return lift(event.touch, stroke, as: options.keepsCancelled ? .ended : .cancelled) ?? warning
      }
    }
    return nil
  }

  /// Begins the stroke or gesture that the current tool makes of a touch.
  private mutating func begin(_ event: TouchEvent) -> StrokeIndex {
    let stroke: StrokeIndex
    if beginsInk {
      stroke = document.beginInk(event.touch, look: settings.look, name: settings.takeID())
    } else {
      stroke = document.beginGesture(event.touch, look: settings.look)
      gestures.begin(stroke, at: event.point, &settings, &document)
    }
    touches.begin(event.touch, stroke)
    return stroke
  }

  private mutating func append(_ event: TouchEvent, to stroke: StrokeIndex) -> EditWarning? {
    let taken = document.append(event, to: stroke)
    if taken.isFirstRevisable { touches.addRevisable(stroke, of: event.touch) }
    if !gestures.isEmpty { gestures.advance(stroke, to: event.point, &document, &index) }
    return taken.warnsOfTime ? .timeRanBackwards(event.touch) : nil
  }

  private mutating func lift(_ touch: TouchID, _ stroke: StrokeIndex, as state: Stroke.State) -> EditWarning? {
    touches.lift(touch)
    return end(stroke, as: state)
  }

  /// Ends a stroke, and records the step that it makes. The caller has already entered the change.
  private mutating func end(_ stroke: StrokeIndex, as state: Stroke.State) -> EditWarning? {
    document.end(stroke, as: state)
    if gestures.contains(stroke) {
      return gestures.end(stroke, isCanceled: state == .cancelled, &document, &index, &history)
    }
    guard let element = strokes[stroke].element else { return nil }
    if state == .cancelled {
      document.withdraw(element)
    } else {
      record([.presence(element, isPresent: true)])
    }
    return nil
  }

  /// Ends all touches that are down where they are. Their later events are ignored.
  private mutating func endTouches() {
    for stroke in touches.endAll() {
      document.noteChange(of: stroke)
      _ = end(stroke, as: .ended)
    }
  }

  /// Ends all touches if any of them draws or moves an element.
  private mutating func endTouches(on element: ElementIndex) {
    if touches.areDown(where: { strokes[$0].element == element || gestures.moves(element, by: $0) }) { endTouches() }
  }

  private mutating func apply(_ revision: TouchRevision) -> EditWarning? {
    for stroke in touches.revisableStrokes(of: revision.touch) {
      let (isKnown, isChanged) = document.revise(stroke, revision)
      if isChanged, !strokes[stroke].isInk { document.updateDraggedElement(of: stroke) }
      for copy in touches.withCopies(stroke).dropFirst() where isKnown { _ = document.revise(copy, revision) }
      if isKnown { return nil }
    }
    return .unknownRevision(revision.touch, index: revision.index)
  }

  // MARK: Commands

  /// The number of steps that the command `undo` can take back.
  public var undoCount: Int { history.undoCount }
  /// The number of steps that the command `redo` can make again.
  public var redoCount: Int { history.redoCount }

  private mutating func apply(_ command: LogCommand) throws(EditError) -> EditWarning? {
    switch command {
    case .undo(let count): return undo(count: count)
    case .redo(let count): return redo(count: count)
    case .clear: clear()
    case .select(.id(let id)):
      guard let element = document.element(named: id) else { return .unknownElement(id) }
      document.select(element)
    case .select(.at(let position)):
      document.select(index.topmost(at: position, within: Document.selectionReach, in: document))
    case .deselect: document.select(nil)
    case .delete(let id):
      return onElement(id, of: command) { $0.performStep([.presence($1, isPresent: false)]) }
    case .move(let id, let step): return transform(id, of: command, TransformChange(translate: step))
    case .transform(let id, let change): return transform(id, of: command, change)
    case .duplicate(let id, let name, let step): return try duplicate(id, of: command, name, by: step)
    case .raise(let id):
      return onElement(id, of: command) { $0.setRank($0.document.takeHighestRank(), of: $1) }
    case .lower(let id):
      return onElement(id, of: command) { $0.setRank($0.document.takeLowestRank(), of: $1) }
    case .restyle(let id, let change):
      try check(fontOf: change)
      var warning: EditWarning?
      let missing = onElement(id, of: command) { drawing, element in
        drawing.restyle(element, change)
        if change[StyleKeys.font] != nil { warning = drawing.textWarning(of: element) }
      }
      return missing ?? warning
    case .edit(let id, let wording): return edit(id, of: command, wording)
    case .stretch(let id, let factors): return stretch(id, of: command, by: factors)
    case .text(let text): return try add(text)
    case .mark, .sound: break
    case .image, .open: throw .needsFiles(command.name)
    case .page: throw .anotherPage
    }
    return nil
  }

  /// Acts on the element with this name, or on the selected one if `id` is nil. Touches that draw the element are ended
  /// first.
  private mutating func onElement(
    _ id: String?, of command: LogCommand, includingRemoved: Bool = false, _ act: (inout Drawing, ElementIndex) -> Void
  ) -> EditWarning? {
    let element: ElementIndex
    if let id {
      guard let named = document.element(named: id, includingRemoved: includingRemoved) else {
        return .unknownElement(id)
      }
      element = named
    } else {
      guard let selection else { return .nothingSelected(command.name) }
      element = selection
    }
    endTouches(on: element)
    act(&self, element)
    return nil
  }

  private mutating func clear() {
    endTouches()
    let (elements, count) = (document.elements, document.elements.presentCount)
    if count > 0 { performStep([.clearance(from: elements.cleared, to: elements.endIndex, count: count)]) }
  }

  private mutating func transform(_ id: String?, of command: LogCommand, _ change: TransformChange) -> EditWarning? {
    onElement(id, of: command) { drawing, element in
      let from = drawing.document.placements[element]
      var placement = from ?? drawing.document.identityPlacement(of: element)
      if let step = change.translate { placement.move(by: step) }
      if let degrees = change.rotate { placement.rotate(by: degrees) }
      if let factor = change.scale { placement.scale(by: factor) }
      drawing.performStep([.placement(element, from: from, to: placement)])
    }
  }

  /// Adds a copy of an element, which may have been removed: pasting after cutting needs that.
  private mutating func duplicate(
    _ id: String?, of command: LogCommand, _ name: String?, by step: Vector
  ) throws(EditError) -> EditWarning? {
    if let name { try checkIsFree(name) }
    return onElement(id, of: command, includingRemoved: true) { drawing, element in
      // A touch that was ended by this may have made nothing.
      guard !drawing.elements[element].isWithdrawn else { return }
      drawing.updateInk()
      let copy = drawing.document.duplicate(element, by: step, name: name)
      if let stroke = drawing.elements[element].stroke, let copied = drawing.elements[copy].stroke {
        drawing.touches.addCopy(copied, of: stroke)
      }
      drawing.record([.presence(copy, isPresent: true)])
    }
  }

  private mutating func setRank(_ rank: Int, of element: ElementIndex) {
    performStep([.rank(element, from: elements[element].rank, to: rank)])
  }

  private mutating func restyle(_ element: ElementIndex, _ change: StyleChange) {
    let from = document.look(of: element)
    var to = from
    to.look.apply(change)
    performStep([.look(element, from: from, to: to)])
  }

  private mutating func edit(_ id: String?, of command: LogCommand, _ wording: String) -> EditWarning? {
    var warning: EditWarning?
    let missing = onElement(id, of: command) { drawing, element in
      let from = drawing.document.look(of: element)
      guard from.wording != nil else {
        warning = .notText(drawing.elements[element].id)
        return
      }
      var to = from
      to.wording = wording
      drawing.performStep([.look(element, from: from, to: to)])
      warning = drawing.textWarning(of: element)
    }
    return missing ?? warning
  }

  private mutating func stretch(_ id: String?, of command: LogCommand, by factors: Vector) -> EditWarning? {
    var warning: EditWarning?
    let missing = onElement(id, of: command) { drawing, element in
      guard drawing.elements[element].content.isStretchable else {
        warning = .notStretchable(drawing.elements[element].id)
        return
      }
      let from = drawing.document.look(of: element)
      let center = (drawing.document.placements[element] ?? drawing.document.identityPlacement(of: element)).center
      var to = from
      to.stretch = (from.stretch ?? Stretch()).followed(by: factors, about: center)
      drawing.performStep([.look(element, from: from, to: to)])
    }
    return missing ?? warning
  }

  /// The warning of a text whose fonts lack characters.
  private func textWarning(of element: ElementIndex) -> EditWarning? {
    if case .text(let text) = elements[element].content { return text.warning }
    return nil
  }

  private mutating func add(_ text: NewText) throws(EditError) -> EditWarning? {
    if let id = text.id { try checkIsFree(id) }
    try check(fontOf: text.style)
    var written = TextElement(
      text.text, origin: text.at, wrap: text.wrap, look: settings.look(of: .text, with: text.style), hue: document.hue)
    document.model(&written)
    record([.presence(document.add(.text(written), name: text.id), isPresent: true)])
    return written.warning
  }

  /// Adds an image on top of all elements, as one step.
  /// - Throws: `EditError.duplicateID`. The drawing is then unchanged.
  public mutating func add(_ image: NewImage, _ content: any ImageContent) throws(EditError) {
    if let id = image.id { try checkIsFree(id) }
    let size = image.size ?? Size(width: Double(content.width), height: Double(content.height))
    let frame = Rect(
      minX: image.at.x, minY: image.at.y, maxX: image.at.x + size.width, maxY: image.at.y + size.height)
    var look = Look()
    look.opacity = image.opacity ?? look.opacity
    look.layer = image.layer ?? look.layer
    let element = ImageElement(source: image.source, content: content, frame: frame, look: look)
    record([.presence(document.add(.image(element), name: image.id), isPresent: true)])
    hasEvents = true
  }

  // MARK: Fonts

  /// Sets the font files, by the names that later events give them. An event that names another is refused.
  package mutating func use(_ fonts: FontSet) { document.use(fonts) }

  /// Whether a font is the built-in one, or among the font files.
  package func hasFont(_ name: String) -> Bool { name == Look.builtInFont || options.fonts.has(name) }

  private func check(fontOf style: StyleChange) throws(EditError) {
    if let font = style[StyleKeys.font], !hasFont(font) {
      throw FontName(font) == nil ? .unknownFont(font) : .missingFont(font)
    }
  }

  // MARK: Steps

  /// Records a step whose edits have already been made.
  private mutating func record(_ edits: [Edit]) {
    history.record(edits)
    gestures.closeAngle()
  }

  private mutating func performStep(_ edits: [Edit]) {
    for edit in edits { document.perform(edit) }
    record(edits)
  }

  private mutating func undo(count: Int) -> EditWarning? {
    endTouches()
    gestures.closeAngle()
    for missing in (0..<count).reversed() {
      guard let edits = history.undo() else { return .nothingToUndo(missing + 1) }
      for edit in edits { document.perform(edit) }
    }
    return nil
  }

  private mutating func redo(count: Int) -> EditWarning? {
    endTouches()
    for missing in (0..<count).reversed() {
      guard let edits = history.redo() else { return .nothingToRedo(missing + 1) }
      for edit in edits { document.perform(edit) }
    }
    return nil
  }

  // MARK: Saved drawings

  /// Opens a saved drawing, as one event. If a header was applied before, its values take precedence over those of the
  /// saved drawing. A saved drawing has no steps that could be undone.
  /// - Parameter images: The pixels of all images that `saved.images` lists.
  /// - Throws: `EditError.lateOpen` if any event but a header was applied, `EditError.missingImage`,
  ///   `EditError.missingFont`. The drawing is then unchanged.
  package mutating func open(
    _ saved: SavedDrawing, images: [NewImage.Source: any ImageContent] = [:]
  ) throws(EditError) {
    try checkMayOpen()
    for source in saved.images where images[source] == nil { throw .missingImage(source) }
    for font in saved.fonts where !hasFont(font) { throw .missingFont(font) }
    hasEvents = true
    header = header?.completed(by: saved.header) ?? saved.header
    settings.grid = header?.grid
    chooseModel()
    document.restore(saved, images: images)
  }

  /// Throws `EditError.lateOpen` if any event but a header was applied.
  package func checkMayOpen() throws(EditError) {
    if hasEvents { throw .lateOpen }
  }
}
