/// The coverage of one row of pixels while it is added up.
///
/// Each line adds what lies right of it to the pixel that it crosses, and the rest of its height to the pixel behind
/// that one, so that the sum of all from the left is the coverage (Levien's font-rs does the same). All numbers are
/// multiples of 2⁻³¹ and sums of them exact: neither their order nor where a row is cut off changes one.
struct RowCells {
  /// Pixels with some coverage.
  struct Span {
    var columns: Range<Int>
    /// Whether they are covered in full; else `bytes` has their coverage.
    var isFull: Bool
  }

  /// The pixels that count.
  let columns: Range<Int>
  private(set) var spans: [Span] = []
  /// The coverage of each column, 0...255, where a span says so.
  private(set) var bytes: [UInt8]

  private var cells: [Double]
  /// The columns that lines have reached and that are still to be summed up.
  private var open = 0..<0
  /// Whether the pixels behind them are covered.
  private var isInside = false

  init(columns: Range<Int>) {
    self.columns = columns
    bytes = Array(repeating: 0, count: columns.count)
    cells = Array(repeating: 0, count: columns.count + 1)
    open = columns.lowerBound..<columns.lowerBound
  }

  mutating func begin() {
    spans.removeAll(keepingCapacity: true)
    open = columns.lowerBound..<columns.lowerBound
    isInside = false
  }

  /// Says between which places lines follow, from left to right, some of which is left of the last column's end and
  /// right of the first's start.
  /// - Parameter isInside: Whether pixels left of them, as far as the lines before, are covered.
  mutating func reach(from low: Double, to high: Double, isInside: Bool) {
    let first = low > Double(columns.lowerBound) ? Int(low) : columns.lowerBound
    let end = high < Double(columns.upperBound) ? Int(high) + 1 : columns.upperBound
    if first > open.upperBound || open.isEmpty {
      finishSpan(isInside: isInside, before: first)
      open = first..<end
      self.isInside = isInside
    } else {
      open = open.lowerBound..<Swift.max(open.upperBound, end)
    }
  }

  /// Ends the row.
  /// - Parameter isInside: Whether pixels right of all lines are covered.
  mutating func finish(isInside: Bool) {
    finishSpan(isInside: isInside, before: columns.upperBound)
  }

  /// Sums up the open columns, and fills those from there up to `end` where they are covered.
  private mutating func finishSpan(isInside: Bool, before end: Int) {
    if !open.isEmpty {
      let range = open.lowerBound - columns.lowerBound..<open.upperBound - columns.lowerBound
      RowCells.sumUp(&cells, range, from: self.isInside ? 1 : 0, into: &bytes)
      spans.append(Span(columns: open, isFull: false))
    }
    if isInside, open.upperBound < end { spans.append(Span(columns: open.upperBound..<end, isFull: true)) }
  }

  /// Makes bytes of some cells, and leaves those empty and the one behind.
  private static func sumUp(
    _ cells: inout [Double], _ range: Range<Int>, from start: Double, into bytes: inout [UInt8]
  ) {
    var sum = start
    var cells = cells.mutableSpan
    var bytes = bytes.mutableSpan
    for cell in range {
      sum += cells[cell]
      cells[cell] = 0
      let shade = (sum < 0 ? 0 : sum > 1 ? 1 : sum) * 255 + 0.5
      bytes[cell] = UInt8(truncatingIfNeeded: Int32(shade))
    }
    cells[range.upperBound] = 0
  }

  /// The next multiple of 2⁻³⁰, of a number of up to 1 either way.
  @inline(always)
  private static func snapped(_ value: Double) -> Double { (value + 0x1.8p22) - 0x1.8p22 }

  /// Adds what lies right of a line within reach.
  /// - Parameters:
  ///   - a: Where the line begins.
  ///   - b: Where it ends.
  ///   - height: How far it goes down, 0...1, negative to take away what lies right of it.
  mutating func add(from a: Double, to b: Double, height: Double) {
    let (left, right) = a < b ? (a, b) : (b, a)
    let (first, end) = (columns.lowerBound, columns.upperBound)
    guard left < Double(end) else { return }
    var cells = cells.mutableSpan
    if right <= Double(first) {
      cells[0] += height
      return
    }
    var column = left > Double(first) ? Int(left) : first
    var edge = Double(column + 1)
    if right <= edge, left >= edge - 1 {
      let area = RowCells.snapped(height * (edge - (left + right) * 0.5))
      cells[column - first] += area
      cells[column - first + 1] += height - area
      return
    }
    let scale = height / (right - left)
    // The height of the line up to the column: what it has left of the first one lies left of all.
    var reached = 0.0
    if left < edge - 1 {
      reached = RowCells.snapped((edge - 1 - left) * scale)
      cells[column - first] += reached
    }
    while right > edge {
      let next = RowCells.snapped((edge - left) * scale)
      let part = next - reached
      let area = RowCells.snapped(part * (edge - (Swift.max(left, edge - 1) + edge) * 0.5))
      cells[column - first] += area
      cells[column - first + 1] += part - area
      reached = next
      column += 1
      if column == end { return }
      edge += 1
    }
    let part = height - reached
    let area = RowCells.snapped(part * (edge - (Swift.max(left, edge - 1) + right) * 0.5))
    cells[column - first] += area
    cells[column - first + 1] += part - area
  }
}
