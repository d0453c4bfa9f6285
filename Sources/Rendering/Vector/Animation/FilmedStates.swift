import Geometry
import Ink

/// Follows a drawing through the frames of a film, and keeps what its elements looked like and when.
struct FilmedStates {
  private let layout: CanvasLayout
  private(set) var states: [FilmedState] = []
  /// How strokes grew, by their elements.
  private(set) var growths: [ElementIndex: StrokeGrowth] = [:]
  /// Which states each element has had, and which it is in.
  private var ofElement: [ElementIndex: [Int]] = [:]
  private var current: [ElementIndex: Int] = [:]
  /// Elements whose ink has changed since it was looked at.
  private var stale: Set<ElementIndex> = []
  /// Elements that have changed so often that a later frame will do.
  private var deferred: Set<ElementIndex> = []
  private var lastChange: [ElementIndex: Int] = [:]
  private var version = -1

  /// What is dragged is shown every so many frames.
  private static let pause = 3

  init(layout: CanvasLayout) {
    self.layout = layout
  }

  /// Takes in what has changed by a frame.
  /// - Parameter next: The frame after it in which anything changes; `Int.max` for the last.
  mutating func update(to drawing: Drawing, frame: Int, next: Int) {
    let changes = drawing.changes(since: version)
    version = changes.version
    var changed = deferred
    deferred = []
    for change in changes.elements {
      let element = change.element
      if let stroke = drawing.stroke(of: element) { grow(element, stroke, frame) }
      if change.kind == .vanished {
        changed.remove(element)
        leave(element, at: frame)
      } else if change.isWhole || current[element] == nil {
        changed.insert(element)
      } else {
        stale.insert(element)
      }
    }
    if drawing.isRearranged { changed.formUnion(detached(by: changes, drawing)) }
    for element in changed.sorted() where drawing.elements[element].isPresent {
      enter(element, drawing, frame: frame, next: next)
    }
  }

  /// Looks at the ink that has come, before an event that changes more than ink, and at the end.
  mutating func settle(_ drawing: Drawing) {
    for element in stale.sorted() {
      guard let state = current[element] else { continue }
      let (own, placed) = looks(of: element, drawing, state)
      states[state].put(own, placed, states[state].erasures)
      if let stroke = drawing.stroke(of: element), stroke.state == .active {
        states[state].trail = trail(of: element, stroke, drawing, placed: states[state].places.last?.map)
      }
    }
    stale = []
  }

  /// The way of an element's stroke.
  func trail(of element: ElementIndex, _ stroke: Stroke, _ drawing: Drawing, placed map: Similarity?) -> StrokeTrail {
    let spans = SVGElement.spans(of: stroke, drawing, predicted: false)
    return StrokeTrail(spans.map { $0.map { layout.pixels($0, map) } }, stroke.samples)
  }

  private mutating func grow(_ element: ElementIndex, _ stroke: Stroke, _ frame: Int) {
    let count = stroke.samples.count
    guard stroke.state == .active || growths[element]?.records.last?.samples != count else { return }
    growths[element, default: StrokeGrowth()].add(frame: frame, samples: count)
  }

  private func erasures(of element: ElementIndex, _ drawing: Drawing) -> [Erasure]? {
    guard !drawing.isEraser(element), drawing.isDetached(element) else { return nil }
    return drawing.erasures(of: element)
  }

  /// The elements that have got away from erasers, or are back, since some of these changed. What these take from
  /// elements that have been moved is theirs alone.
  private func detached(by changes: DrawingChanges, _ drawing: Drawing) -> [ElementIndex] {
    let erasers = changes.elements.filter { drawing.isEraser($0.element) }
    guard !erasers.isEmpty else { return [] }
    let passed = erasers.reduce(Rect.empty) { $0.union(drawing.bounds(of: $1.element)) }
    return current.filter { element, state in
      guard states[state].erasures != nil || drawing.bounds(of: element).intersects(passed) else { return false }
      return !states[state].lies(at: drawing.elements[element].rank, erasures(of: element, drawing))
    }.map(\.key)
  }

  /// What it looks like as it was made, and where it is.
  private func looks(of element: ElementIndex, _ drawing: Drawing, _ state: Int?) -> (own: SVGElement, placed: SVGElement) {
    let own = SVGElement(element, of: drawing, layout, nil, predicted: false, name: String(element.rawValue + 1))
    let map = drawing.placement(of: element)?.similarity
    let isFirst = state == nil ? ofElement[element] == nil : ofElement[element]?.first == state
    if map == nil, isFirst { return (own, own) }
    let name = "\(element.rawValue + 1)-\(state ?? states.count)"
    return (own, SVGElement(element, of: drawing, layout, map, predicted: false, name: name))
  }

  private mutating func leave(_ element: ElementIndex, at frame: Int) {
    stale.remove(element)
    if let state = current.removeValue(forKey: element) { states[state].hide(from: frame) }
  }

  private mutating func enter(_ element: ElementIndex, _ drawing: Drawing, frame: Int, next: Int) {
    if current[element] != nil, let last = lastChange[element], frame - last < FilmedStates.pause,
      next <= last + FilmedStates.pause
    {
      deferred.insert(element)
      return
    }
    lastChange[element] = frame
    let rank = drawing.elements[element].rank
    let erasures = erasures(of: element, drawing)
    let own = looks(of: element, drawing, nil).own
    let known = ofElement[element, default: []].first { state in
      states[state].lies(at: rank, erasures)
        && (states[state].looks(as: own) || current[element] == state && stale.contains(element))
    }
    let state = known ?? states.count
    let (_, placed) = looks(of: element, drawing, known)
    if known == nil {
      states.append(FilmedState(element, rank: rank, erasures, own: own, placed: placed))
      ofElement[element, default: []].append(state)
    } else {
      states[state].put(own, placed, erasures)
    }
    if current[element] != state {
      leave(element, at: frame)
      states[state].show(from: frame)
      current[element] = state
    }
    states[state].move(to: drawing.placement(of: element)?.similarity ?? .identity, from: frame)
  }
}
