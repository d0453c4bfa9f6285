import Geometry

/// The version of a drawing, and the version at which each element last changed.
///
/// Each change raises the version. The entries are in ascending order of version. An entry is current if it holds the
/// latest version of its element; every element has exactly one current entry, and the others are void. A change of all
/// elements in a range is a sweep instead.
struct Journal: Sendable {
  private struct Entry {
    var version: Int
    var element: ElementIndex
  }

  private struct Sweep {
    var version: Int
    var elements: Range<ElementIndex>
  }

  /// The versions at which an element changed.
  struct Stamp {
    /// When the element began.
    let first: Int
    /// When it last changed.
    var last: Int
    /// When it last changed other than by ink that was appended or modeled again.
    var lastWhole: Int
  }

  private(set) var version = 0
  private var entries: [Entry] = []
  /// In ascending order of version.
  private var sweeps: [Sweep] = []
  /// Of the changes of single elements.
  private var stamps = IndexedArray<ElementIndex, Stamp>()

  var entryCount: Int { entries.count }
  var sweepCount: Int { sweeps.count }

  func lastChange(of element: ElementIndex) -> Int {
    Swift.max(stamps[element].last, sweeps.last { $0.elements.contains(element) }?.version ?? 0)
  }

  /// Raises the version for a change that affects no element.
  mutating func noteChange() { version += 1 }

  /// Adds the next element, which begins with the next change.
  mutating func begin() {
    stamps.append(Stamp(first: version + 1, last: version + 1, lastWhole: version + 1))
  }

  /// Adds the next element, which began with the last change.
  mutating func restore() {
    entries.append(Entry(version: version, element: stamps.endIndex))
    stamps.append(Stamp(first: version, last: version, lastWhole: version))
  }

  /// Raises the version for changes to one element.
  /// - Parameters:
  ///   - isWhole: Whether anything changed but ink that was appended or modeled again.
  ///   - count: The number of changes.
  mutating func noteChange(of element: ElementIndex, isWhole: Bool, count: Int = 1) {
    version += count
    stamps[element].last = version
    if isWhole { stamps[element].lastWhole = version }
    if let last = entries.last, last.element == element {
      entries[entries.count - 1].version = version
      return
    }
    entries.append(Entry(version: version, element: element))
    // Removing void entries only when they are the majority keeps the cost of a change constant on average.
    if entries.count > 2 * stamps.count + 64 {
      entries.removeAll { $0.version != stamps[$0.element].last }
    }
  }

  /// Raises the version for a change of the presence of all elements in a range.
  /// - Parameter count: The number of changes.
  mutating func noteChange(of elements: Range<ElementIndex>, count: Int) {
    version += count
    // Clearing and undoing in turn leaves one sweep.
    while let last = sweeps.last, elements.contains(last.elements.lowerBound),
      last.elements.upperBound <= elements.upperBound
    {
      sweeps.removeLast()
    }
    sweeps.append(Sweep(version: version, elements: elements))
  }

  /// The elements that changed after `version`, in no order.
  ///
  /// - Complexity: Proportional to the entries and the elements of sweeps after `version`.
  func changes(since version: Int) -> [(element: ElementIndex, stamp: Stamp)] {
    var result: [(element: ElementIndex, stamp: Stamp)] = []
    var swept: Set<ElementIndex> = []
    for sweep in sweeps.reversed() {
      guard sweep.version > version else { break }
      for element in sweep.elements where swept.insert(element).inserted {
        var stamp = stamps[element]
        (stamp.last, stamp.lastWhole) = (
          Swift.max(stamp.last, sweep.version), Swift.max(stamp.lastWhole, sweep.version)
        )
        result.append((element, stamp))
      }
    }
    for entry in entries.reversed() {
      guard entry.version > version else { break }
      let stamp = stamps[entry.element]
      if stamp.last == entry.version, !swept.contains(entry.element) { result.append((entry.element, stamp)) }
    }
    return result
  }
}

/// The changes of a drawing since a version that a renderer has drawn.
package struct DrawingChanges: Sendable {
  /// The drawing's version after these changes.
  package var version: Int
  /// The elements that changed, in ascending order of index.
  package var elements: [ElementChange]
}

/// The changes of one element.
package struct ElementChange: Sendable {
  package enum Kind: Sendable {
    /// The element began, and is present.
    case appeared
    case changed
    /// The element is not present: it was canceled, deleted or undone.
    case vanished
  }

  /// The element's index in `Drawing.elements`.
  package var element: ElementIndex
  package var kind: Kind
  /// Whether the whole element must be drawn again because its look, position, order or presence changed. If false,
  /// only `newSpans`, `revisedSpans` and the unsettled tail of a stroke differ.
  package var isWhole: Bool
  /// The spans of a stroke that have settled since. Its unsettled tail may always have changed.
  package var newSpans: Range<SpanIndex>
  /// The spans of a stroke that had settled and were modeled again, in ascending order.
  package var revisedSpans: [RevisedSpan]
}

/// A settled span of a stroke that was modeled again.
package struct RevisedSpan: Sendable {
  /// The index of the span in `Stroke.spans`.
  package var span: SpanIndex
  /// Bounds of the span's ink before and after, in points.
  package var covered: Rect
}

extension Document {
  /// The changes since the document had version `version`; all elements for a version of -1.
  ///
  /// - Complexity: Proportional to the number of changes, whatever the size of the drawing.
  func changes(since version: Int) -> DrawingChanges {
    var result: [ElementChange] = []
    for (index, stamp) in journal.changes(since: version) {
      let element = elements[index]
      var change = ElementChange(
        element: index, kind: !element.isPresent ? .vanished : stamp.first > version ? .appeared : .changed,
        isWhole: stamp.lastWhole > version, newSpans: SpanIndex(0)..<SpanIndex(0), revisedSpans: [])
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
  /// Spans settle in order, so that the new ones are the last ones.
  fileprivate func newSpans(since version: Int) -> Range<SpanIndex> {
    let spans = spans
    let known = spans.lastIndex { $0.settledVersion <= version }
    return (known.map { $0.advanced(by: 1) } ?? spans.startIndex)..<spans.endIndex
  }

  fileprivate func revisedSpans(since version: Int, before end: SpanIndex) -> [RevisedSpan] {
    var covered: [SpanIndex: Rect] = [:]
    for revision in revisions.reversed() {
      guard revision.version > version else { break }
      let span = SpanIndex(revision.span)
      if span < end { covered[span, default: .empty].formUnion(revision.covered) }
    }
    return covered.sorted { $0.key < $1.key }.map { RevisedSpan(span: $0.key, covered: $0.value) }
  }
}
