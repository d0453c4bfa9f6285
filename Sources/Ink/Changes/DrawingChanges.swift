import Geometry

/// What has changed in a drawing since a version that a renderer drew.
public struct DrawingChanges: Sendable {
  /// The version that these changes lead to.
  public var version: Int
  /// The strokes that changed, in their order.
  public var strokes: [StrokeChange]
}

/// What has changed in one stroke.
public struct StrokeChange: Sendable {
  public enum Kind: Sendable {
    case appeared, changed
    /// The stroke was cancelled: its ink is gone.
    case vanished
  }

  /// The stroke's place among the drawing's strokes.
  public var stroke: Int
  public var kind: Kind
  /// The settled spans that are new, in order. What is not settled may always have changed.
  public var newSpans: Range<Int>
  /// The settled spans that were modelled anew, each with what its ink covered before and covers now, in points.
  public var revisedSpans: [(span: Int, covered: Rect)]
}

extension Drawing {
  /// What has changed since the drawing had version `version`; everything for a version of -1.
  ///
  /// - Complexity: It goes with what has changed, not with the size of the drawing.
  public func changes(since version: Int) -> DrawingChanges {
    var result: [StrokeChange] = []
    for entry in journal.reversed() {
      guard entry.version > version else { break }
      let stroke = strokes[entry.stroke]
      // A later entry of the journal speaks for this stroke.
      guard stroke.version == entry.version else { continue }
      let kind: StrokeChange.Kind =
        stroke.state == .cancelled ? .vanished : stroke.firstVersion > version ? .appeared : .changed
      let newSpans = stroke.newSpans(since: version)
      result.append(
        StrokeChange(
          stroke: entry.stroke, kind: kind, newSpans: newSpans,
          revisedSpans: stroke.revisedSpans(since: version, before: newSpans.lowerBound)))
    }
    result.sort { $0.stroke < $1.stroke }
    return DrawingChanges(version: self.version, strokes: result)
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
