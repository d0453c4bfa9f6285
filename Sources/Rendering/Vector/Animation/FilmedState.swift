import Geometry
import Ink

/// What an element looked like for some of a film: in one style, at one height, with the same holes. Where it was taken
/// meanwhile goes with it.
struct FilmedState {
  let element: ElementIndex
  let rank: Int
  /// The passes of erasers that it takes along; nil where it lies among the others and is erased with them.
  private(set) var erasures: [Erasure]?
  /// As it was made.
  private(set) var own: SVGElement
  /// Where it was taken last.
  private(set) var placed: SVGElement
  /// What it covered wherever it was, in pixels.
  private(set) var bounds: Rect
  /// From which frames up to which it was there; `Int.max` for the film's end.
  private(set) var shown: [Range<Int>] = []
  /// From which frame on it was where.
  private(set) var places: [(frame: Int, map: Similarity)] = []
  /// Its trail, where it was taken away before it was finished.
  var trail: StrokeTrail?

  init(_ element: ElementIndex, rank: Int, _ erasures: [Erasure]?, own: SVGElement, placed: SVGElement) {
    (self.element, self.rank, self.erasures, self.own, self.placed) = (element, rank, erasures, own, placed)
    bounds = placed.bounds
  }

  /// Whether it is at this height and has these holes.
  func lies(at rank: Int, _ erasures: [Erasure]?) -> Bool {
    self.rank == rank && self.erasures?.map(\.eraser) == erasures?.map(\.eraser)
  }

  func looks(as other: SVGElement) -> Bool { own.tags == other.tags && own.erased == other.erased }

  mutating func show(from frame: Int) {
    if let last = shown.last, last.upperBound == frame {
      shown[shown.count - 1] = last.lowerBound..<Int.max
    } else {
      shown.append(frame..<Int.max)
    }
  }

  mutating func hide(from frame: Int) {
    guard let last = shown.last, last.upperBound == .max else { return }
    shown.removeLast()
    if last.lowerBound < frame { shown.append(last.lowerBound..<frame) }
  }

  /// Takes it to another place, or gives it more ink.
  mutating func put(_ own: SVGElement, _ placed: SVGElement, _ erasures: [Erasure]?) {
    (self.own, self.placed, self.erasures) = (own, placed, erasures)
    bounds.formUnion(placed.bounds)
  }

  mutating func move(to map: Similarity, from frame: Int) {
    guard places.last?.map != map else { return }
    if places.last?.frame == frame { places.removeLast() }
    places.append((frame, map))
  }
}
