import Geometry

/// Accumulates the coverage of one row of pixels.
///
/// Each line adds the area to its right within the pixel it crosses to that pixel's cell, and the rest of its height to
/// the next cell. The coverage of a pixel is then the sum of all cells up to its own (the accumulation buffer of Raph
/// Levien's font-rs). All values are multiples of 2⁻³¹ and their sums are exact, so neither the order of the lines nor
/// clipping the row changes a result.
struct RowCells {
  /// Successive columns with coverage.
  struct Span {
    var columns: Range<Int>
    /// Whether the columns are fully covered. If not, `bytes` has their coverage.
    var isFull: Bool
  }

  /// The columns that are computed.
  let columns: Range<Int>
  private(set) var spans: [Span] = []
  /// The coverage of each column, 0...255. Valid only in spans that are not full.
  private(set) var bytes: [UInt8]

  private var cells: [Double]
  /// The columns that lines have reached and that are not yet summed up.
  private var open = 0..<0
  /// Whether the pixels left of `open` are inside.
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

  /// Opens the columns of the lines that are added next. Groups of lines must come from left to right, and meet the
  /// columns.
  /// - Parameters:
  ///   - low: The left end of the lines.
  ///   - high: The right end of the lines.
  ///   - isInside: Whether pixels between the lines before and these are inside.
  mutating func reach(from low: Double, to high: Double, isInside: Bool) {
    let first = low > Double(columns.lowerBound) ? Int(saturating: low) : columns.lowerBound
    let end = high < Double(columns.upperBound) ? Int(saturating: high) + 1 : columns.upperBound
    if first > open.upperBound || open.isEmpty {
      finishSpan(isInside: isInside, before: first)
      open = first..<end
      self.isInside = isInside
    } else {
      open = open.lowerBound..<Swift.max(open.upperBound, end)
    }
  }

  /// Ends the row.
  /// - Parameter isInside: Whether pixels right of all lines are inside.
  mutating func finish(isInside: Bool) {
    finishSpan(isInside: isInside, before: columns.upperBound)
  }

  /// Sums up the open columns. Then, if `isInside`, adds a full span from there to `end`.
  private mutating func finishSpan(isInside: Bool, before end: Int) {
    if !open.isEmpty {
      let range = open.lowerBound - columns.lowerBound..<open.upperBound - columns.lowerBound
      RowCells.sumUp(&cells, range, from: self.isInside ? 1 : 0, into: &bytes)
      spans.append(Span(columns: open, isFull: false))
    }
    if isInside, open.upperBound < end { spans.append(Span(columns: open.upperBound..<end, isFull: true)) }
  }

  /// Converts a range of cells to bytes, and clears these cells and the next one.
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
      bytes[cell] = UInt8(truncatingIfNeeded: Int32(saturating: shade))
    }
    cells[range.upperBound] = 0
  }

  /// The nearest multiple of 2⁻³⁰, for a number of magnitude 1 or less.
  @inline(always)
  private static func snapped(_ value: Double) -> Double { (value + 0x1.8p22) - 0x1.8p22 }

  /// Adds the area right of a line that lies within the open columns.
  /// - Parameters:
  ///   - a: The x coordinate at which the line begins.
  ///   - b: The x coordinate at which it ends.
  ///   - height: The height of the line, 0...1; negative to subtract the area.
  mutating func add(from a: Double, to b: Double, height: Double) {
    let (left, right) = a < b ? (a, b) : (b, a)
    let (first, end) = (columns.lowerBound, columns.upperBound)
    guard left < Double(end) else { return }
    var cells = cells.mutableSpan
    if right <= Double(first) {
      cells[0] += height
      return
    }
    var column = left > Double(first) ? Int(saturating: left) : first
    var edge = Double(column + 1)
    if right <= edge, left >= edge - 1 {
      let area = RowCells.snapped(height * (edge - (left + right) * 0.5))
      cells[column - first] += area
      cells[column - first + 1] += height - area
      return
    }
    let scale = height / (right - left)
    // The height of the line left of the current column. What lies left of the first column counts in all columns.
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
