import Ink
import Raster

/// An element that is not on the canvas yet.
struct LiveElement: Sendable {
  let element: ElementIndex
  /// The settled ink of a stroke of one color; empty for other elements.
  var mask: Mask
  /// How many settled spans of a stroke are drawn.
  var spanCount = 0
  /// The ink of a stroke that had not settled in the last frame.
  var tail: Mask?

  /// The memory of both masks, in tiles, when they were last counted.
  fileprivate private(set) var tileCount = 0

  fileprivate init(element: ElementIndex, mask: Mask) {
    (self.element, self.mask) = (element, mask)
    countTiles()
  }

  /// Counts the tiles. A change in place, because a getter's caller would copy the element, which has a dozen arrays.
  /// - Returns: How many more there are than at the last count.
  @discardableResult fileprivate mutating func countTiles() -> Int {
    let before = tileCount
    tileCount = mask.memoryInTiles + (tail?.memoryInTiles ?? 0)
    return tileCount - before
  }
}

/// The live elements: those from one element on, in order and without gaps. They leave in the order in which they came.
struct LiveElements: Sendable {
  /// The index of the first one; all elements before it are on the canvas.
  private(set) var first = ElementIndex(0)
  /// The number of tiles in all their masks.
  private(set) var tileCount = 0
  /// Those before `head` have left. They are removed many at a time, because removing one moves all that stay.
  private var elements: [LiveElement] = []
  private var head = 0

  var count: Int { elements.count - head }
  var indices: Range<Int> { 0..<count }

  subscript(position: Int) -> LiveElement {
    // Not a coroutine: debug builds of its callers use the element after the coroutine has ended.
    @inline(__always) get { elements[head + position] }
    @inline(__always) _modify {
      let index = head + position
      yield &elements[index]
      tileCount += elements[index].countTiles()
    }
  }

  /// Appends the element after the last one.
  mutating func append(mask: Mask) {
    elements.append(LiveElement(element: first.advanced(by: count), mask: mask))
    tileCount += mask.memoryInTiles
  }

  mutating func removeFirst() -> LiveElement {
    // Swapped, so that its masks have one owner.
    var element = LiveElement(element: first, mask: Mask(width: 0, height: 0))
    swap(&element, &elements[head])
    head += 1
    first = first.advanced(by: 1)
    tileCount -= element.tileCount
    if head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// The elements that satisfy a condition.
  func filter(_ isIncluded: (LiveElement) -> Bool) -> [LiveElement] { elements[head...].filter(isIncluded) }
}
