/// Pages of a document, numbered from 1. They are read in the order of the document.
public struct PageSelection: Hashable, Sendable {
  /// Stands for the last page until `resolved(count:)`.
  private static let last = Int.max - 1
  /// The upper bound of a range that goes on to the last page.
  private static let open = Int.max

  /// In ascending order, without overlaps.
  private var ranges: [ClosedRange<Int>] = []

  /// One page.
  public init(_ page: Int) { ranges = [page...page] }

  /// Reads a list such as "2-5,8,12-,last".
  /// - Returns: Nil if the text is not such a list.
  public init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Self.page(ends[0]) else { return nil }
      guard ends.count > 1 else {
        ranges.append(first...first)
        continue
      }
      guard let last = ends[1].isEmpty ? Self.open : Self.page(ends[1]), first <= last else { return nil }
      ranges.append(first...last)
    }
    order()
  }

  private static func page(_ text: Substring) -> Int? {
    if text == "last" { return last }
    guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }), let page = Int(text), 1...1_000_000 ~= page else {
      return nil
    }
    return page
  }

  private mutating func order() {
    var ordered: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let before = ordered.last, range.lowerBound <= before.upperBound {
        ordered[ordered.count - 1] = before.lowerBound...Swift.max(before.upperBound, range.upperBound)
      } else {
        ordered.append(range)
      }
    }
    ranges = ordered
  }

  /// Whether the selection names the last page, so that the number of pages must be known.
  package var namesLast: Bool { ranges.contains { $0.lowerBound == Self.last || $0.upperBound == Self.last } }

  /// The selection in a document with this number of pages.
  package func resolved(count: Int) -> PageSelection {
    func page(_ page: Int) -> Int { page == Self.last ? count : page }
    var selection = self
    selection.ranges = ranges.map { page($0.lowerBound)...Swift.max(page($0.lowerBound), page($0.upperBound)) }
    selection.order()
    return selection
  }

  /// The first page.
  package var first: Int { ranges[0].lowerBound }

  /// The first page after another one; nil if there is none.
  func next(after page: Int) -> Int? {
    ranges.first { $0.upperBound > page }.map { Swift.max(page + 1, $0.lowerBound) }
  }

  /// Whether a document must have a page of the selection: it is not one of "all that follow".
  func requires(_ page: Int) -> Bool {
    ranges.contains { $0.lowerBound == page || $0.upperBound < Self.open && $0.contains(page) }
  }
}
