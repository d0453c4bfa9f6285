import Geometry

/// What has changed in a drawing since a version that a renderer drew.
public struct DrawingChanges: Sendable {
  /// The version that these changes lead to.
  public var version: Int
  /// The elements that changed, in the order in which they began.
  public var elements: [ElementChange]
}

/// What has changed in one element.
public struct ElementChange: Sendable {
  public enum Kind: Sendable {
    case appeared, changed
    /// The element is gone: cancelled, deleted or undone.
    case vanished
  }

  /// The element's place among the drawing's elements.
  public var element: Int
  public var kind: Kind
  /// Whether more has changed than its ink at the end and in `revisedSpans`: its look, place, order, or that it is
  /// there at all.
  public var isWhole: Bool
  /// The settled spans of a stroke that are new, in order. What is not settled may always have changed.
  public var newSpans: Range<Int>
  /// The settled spans of a stroke that were modelled anew, each with what its ink covered before and covers now, in
  /// points.
  public var revisedSpans: [(span: Int, covered: Rect)]
}

extension Drawing {
  /// What has changed since the drawing had version `version`; everything for a version of -1.
  ///
  /// - Complexity: It goes with what has changed, not with the size of the drawing.
  public func changes(since version: Int) -> DrawingChanges {
    var result: [ElementChange] = []
    for entry in journal.reversed() {
      guard entry.version > version else { break }
      let element = elements[entry.element]
      // A later entry of the journal speaks for this element.
      guard element.version == entry.version else { continue }
      let kind: ElementChange.Kind =
        !element.isPresent ? .vanished : element.firstVersion > version ? .appeared : .changed
      var change = ElementChange(
        element: entry.element, kind: kind, isWhole: element.wholeVersion > version, newSpans: 0..<0,
        revisedSpans: [])
      if let stroke = element.stroke {
        change.newSpans = strokes[stroke].newSpans(since: version)
        change.revisedSpans = strokes[stroke].revisedSpans(since: version, before: change.newSpans.lowerBound)
      }
      result.append(change)
    }
    result.sort { $0.element < $1.element }
    return DrawingChanges(version: self.version, elements: result)
  }
}

extension Stroke {
  /// Spans settle with rising versions: the new ones are the last ones.
  fileprivate func newSpans(since version: Int) -> Range<Int> {
    var first = spans.count
    while first > 0, spans[first - 1].settledVersion > version { first -= 1 }
    return first..<spans.count
  }

  fileprivate func revisedSpans(since version: Int, before end: Int) -> [(span: Int, covered: Rect)] {
    var covered: [Int: Rect] = [:]
    for revision in revisions.reversed() {
      guard revision.version > version else { break }
      if revision.span < end { covered[revision.span, default: .empty].formUnion(revision.covered) }
    }
    return covered.sorted { $0.key < $1.key }.map { (span: $0.key, covered: $0.value) }
  }
}
