import Geometry
import Ink
import Raster
import Rendering

/// An element during the frames of a film in which it kept one look, one rank and one set of erased areas. It may be
/// moved during these frames.
struct FilmedState {
  /// The placement of the element from a frame on.
  struct Move {
    var frame: Int
    var placement: Similarity
  }

  let element: ElementIndex
  let rank: Int
  /// The passes of erasers whose holes move with the element; nil if it is erased together with the elements around it.
  private(set) var erasures: [Erasure]?
  /// The element without its placement.
  private var original: ElementFigures
  /// The element with its last placement.
  private(set) var placed: ElementFigures
  /// The bounds of the element in all its positions, in pixels.
  private(set) var bounds: Rect
  /// The frames in which the element was visible, in ascending order; a range up to `Int.max` lasts to the film's end.
  private(set) var visibleFrames: [Range<Int>] = []
  /// In ascending order of frames.
  private(set) var moves: [Move] = []
  /// The trail of a stroke that was still being drawn; nil if the trail is that of the finished stroke.
  var trail: StrokeTrail?

  init(_ element: ElementIndex, rank: Int, _ erasures: [Erasure]?, original: ElementFigures, placed: ElementFigures) {
    (self.element, self.rank, self.erasures, self.original, self.placed) = (element, rank, erasures, original, placed)
    bounds = placed.bounds
  }

  /// The map of the element's last placement; nil if it was not moved.
  var lastPlacement: Similarity? { moves.last?.placement }

  /// Whether the state has this rank and these erased areas.
  func isLayered(at rank: Int, _ erasures: [Erasure]?) -> Bool {
    self.rank == rank && self.erasures?.map { $0.eraser } == erasures?.map { $0.eraser }
  }

  /// Whether the element looks like another one, placements aside.
  func looksLike(_ other: ElementFigures) -> Bool { original.looksLike(other) }

  mutating func show(from frame: Int) {
    if let last = visibleFrames.last, last.upperBound == frame {
      visibleFrames[visibleFrames.count - 1] = last.lowerBound..<Int.max
    } else {
      visibleFrames.append(frame..<Int.max)
    }
  }

  mutating func hide(from frame: Int) {
    guard let last = visibleFrames.last, last.upperBound == .max else { return }
    visibleFrames.removeLast()
    if last.lowerBound < frame { visibleFrames.append(last.lowerBound..<frame) }
  }

  /// Updates the element after it was moved or got more ink.
  mutating func update(original: ElementFigures, placed: ElementFigures, _ erasures: [Erasure]?) {
    (self.original, self.placed, self.erasures) = (original, placed, erasures)
    bounds.formUnion(placed.bounds)
  }

  mutating func move(to placement: Similarity, from frame: Int) {
    guard lastPlacement != placement else { return }
    if moves.last?.frame == frame { moves.removeLast() }
    moves.append(Move(frame: frame, placement: placement))
  }
}

/// Follows a drawing through the frames of a film, and records the states of its elements.
struct FilmedStates {
  private let layout: CanvasLayout
  private(set) var states: [FilmedState] = []
  private var growths: [ElementIndex: StrokeGrowth] = [:]
  /// For each element, the indices in `states` of the states that it has had, in order. `current` has the index of its
  /// present state.
  private var history: [ElementIndex: [Int]] = [:]
  private var current: [ElementIndex: Int] = [:]
  /// Elements whose ink has grown since their state was updated.
  private var stale: Set<ElementIndex> = []
  /// Elements whose last change waits for a later frame.
  private var deferred: Set<ElementIndex> = []
  /// The frame in which each element last changed.
  private var lastChange: [ElementIndex: Int] = [:]
  private var version = -1

  /// An element that changes in every frame, for example because it is dragged, is recorded once in this many frames.
  private static let changeInterval = 3

  /// - Parameter layout: Maps points to the document's pixels.
  init(layout: CanvasLayout) {
    self.layout = layout
  }

  /// How the element's stroke grew; nil if it is not made by a stroke.
  func growth(of element: ElementIndex) -> StrokeGrowth? { growths[element] }

  /// Records what has changed up to a frame.
  /// - Parameter next: The next frame in which anything changes; `Int.max` for the last.
  mutating func update(to drawing: Drawing, frame: Int, next: Int) {
    let changes = drawing.changes(since: version)
    version = changes.version
    var changed = deferred
    deferred = []
    for change in changes.elements {
      let element = change.element
      if let stroke = drawing.stroke(of: element) { recordGrowth(of: element, stroke, frame) }
      if change.kind == .vanished {
        changed.remove(element)
        leave(element, at: frame)
      } else if change.isWhole || current[element] == nil {
        changed.insert(element)
      } else {
        stale.insert(element)
      }
    }
    if drawing.isRearranged { changed.formUnion(relayered(by: changes, drawing)) }
    for element in changed.sorted() where drawing.elements[element].isPresent {
      enter(element, drawing, frame: frame, next: next)
    }
  }

  /// Updates the states of elements whose ink has grown: before an event that may change more than ink, and at the end.
  mutating func settle(_ drawing: Drawing) {
    for element in stale.sorted() {
      guard let state = current[element] else { continue }
      let (original, placed) = looks(of: element, drawing, state)
      states[state].update(original: original, placed: placed, states[state].erasures)
      // A stroke that has ended since an earlier event like this is revealed along all of it again.
      let active = drawing.stroke(of: element).flatMap { $0.state == .active ? $0 : nil }
      states[state].trail = active.map { trail(of: $0, drawing, states[state].lastPlacement) }
    }
    stale = []
  }

  /// The trail of a stroke.
  /// - Parameter placement: The map of the stroke's placement; nil if the stroke was not moved.
  func trail(of stroke: Stroke, _ drawing: Drawing, _ placement: Similarity?) -> StrokeTrail {
    let spans = stroke.spanCones(options: drawing.options)
    return StrokeTrail(spans.map { $0.map { layout.pixels($0, placement, drawing.model) } }, stroke.samples)
  }

  private mutating func recordGrowth(of element: ElementIndex, _ stroke: Stroke, _ frame: Int) {
    let count = stroke.samples.count
    guard stroke.state == .active || growths[element]?.lastSampleCount != count else { return }
    growths[element, default: StrokeGrowth()].add(frame: frame, sampleCount: count)
  }

  private func erasures(of element: ElementIndex, _ drawing: Drawing) -> [Erasure]? {
    guard !drawing.isEraser(element), drawing.isDetached(element) else { return nil }
    return drawing.erasures(of: element)
  }

  /// The elements that some changes have detached from erasers, or attached again.
  private func relayered(by changes: DrawingChanges, _ drawing: Drawing) -> [ElementIndex] {
    let erasers = changes.elements.filter { drawing.isEraser($0.element) }
    guard !erasers.isEmpty else { return [] }
    let erased = erasers.reduce(Rect.empty) { $0.union(drawing.bounds(of: $1.element)) }
    return current.filter { element, state in
      guard states[state].erasures != nil || drawing.bounds(of: element).intersects(erased) else { return false }
      return !states[state].isLayered(at: drawing.elements[element].rank, erasures(of: element, drawing))
    }.map { $0.key }
  }

  /// The element without and with its present placement.
  /// - Parameter state: The state that it has; nil for a new one.
  private func looks(
    of element: ElementIndex, _ drawing: Drawing, _ state: Int?
  ) -> (original: ElementFigures, placed: ElementFigures) {
    let name = ElementFigures.name(of: element)
    let original = ElementFigures(element, of: drawing, layout, nil, predicted: false, name: name)
    let placement = drawing.placement(of: element)?.similarity
    let isFirst = state == nil ? history[element] == nil : history[element]?.first == state
    if placement == nil, isFirst { return (original, original) }
    let stateName = "\(name)-\(state ?? states.count)"
    return (original, ElementFigures(element, of: drawing, layout, placement, predicted: false, name: stateName))
  }

  private mutating func leave(_ element: ElementIndex, at frame: Int) {
    stale.remove(element)
    if let state = current.removeValue(forKey: element) { states[state].hide(from: frame) }
  }

  /// Puts a changed element into a state: an earlier one in which it looked like this, or a new one.
  private mutating func enter(_ element: ElementIndex, _ drawing: Drawing, frame: Int, next: Int) {
    if current[element] != nil, let last = lastChange[element], frame - last < FilmedStates.changeInterval,
      next <= last + FilmedStates.changeInterval
    {
      deferred.insert(element)
      return
    }
    lastChange[element] = frame
    let rank = drawing.elements[element].rank
    let erasures = erasures(of: element, drawing)
    let original = looks(of: element, drawing, nil).original
    let known = history[element, default: []].first { state in
      states[state].isLayered(at: rank, erasures)
        && (states[state].looksLike(original) || current[element] == state && stale.contains(element))
    }
    let state = known ?? states.count
    let (_, placed) = looks(of: element, drawing, known)
    if known == nil {
      states.append(FilmedState(element, rank: rank, erasures, original: original, placed: placed))
      history[element, default: []].append(state)
    } else {
      states[state].update(original: original, placed: placed, erasures)
    }
    if current[element] != state {
      leave(element, at: frame)
      states[state].show(from: frame)
      current[element] = state
    }
    states[state].move(to: drawing.placement(of: element)?.similarity ?? .identity, from: frame)
  }
}
