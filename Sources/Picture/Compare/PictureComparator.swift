import PNG
import Raster

/// Compares two pictures of the same size row by row, from the top.
package struct PictureComparator {
  /// The result for some rows, and the first picture in these rows.
  package struct Rows {
    /// The indices of the rows, counted from the top of the picture.
    package var rows: Range<Int>
    /// The pixels of the first picture, 8 bits per channel.
    package var pixels: [UInt32]
    /// The pixels that differ.
    package var different: [PixelRun]
    /// The pixels that differ by more than the threshold but are antialiased.
    package var antialiased: [PixelRun]
  }

  private typealias Report = (Rows) throws(ImageError) -> Void

  private let rule: ComparisonRule
  private var result: PictureDifference
  private var regions = RegionFinder()
  private var channels = ChannelComparison(maxDelta: 0)
  /// The runs of the current row that differ, and those that are antialiased.
  private var runs: [Range<Int>] = []
  private var antialiased: [Range<Int>] = []

  private init(rule: ComparisonRule, _ first: RowStream, _ second: RowStream) {
    precondition(first.width == second.width && first.height == second.height, "the pictures have the same size")
    self.rule = rule
    result = PictureDifference(width: first.width, height: first.height)
  }

  /// Compares two pictures, both of which are read to their ends.
  ///
  /// - Parameter rule: The rule for which the streams were created.
  /// - Precondition: The pictures have the same size.
  /// - Throws: `ImageError` if one of them is damaged.
  package static func difference(
    _ first: RowStream, _ second: RowStream, by rule: ComparisonRule
  ) throws(ImageError) -> PictureDifference {
    try PictureComparator(rule: rule, first, second).compare(first, second, nil)
  }

  /// Compares two pictures, both of which are read to their ends, and reports the result of each row.
  ///
  /// - Parameters:
  ///   - rule: The rule for which the streams were created.
  ///   - report: Called with all rows in order, several at a time.
  /// - Precondition: The pictures have the same size.
  /// - Throws: `ImageError` if one of them is damaged, and what `report` throws.
  package static func difference(
    _ first: RowStream, _ second: RowStream, by rule: ComparisonRule,
    report: @escaping (Rows) throws(ImageError) -> Void
  ) throws(ImageError) -> PictureDifference {
    try PictureComparator(rule: rule, first, second).compare(first, second, report)
  }

  /// Reads both pictures to their ends.
  ///
  /// - Throws: `ImageError` if one of them is damaged.
  package static func verify(_ first: RowStream, _ second: RowStream) throws(ImageError) {
    try first.drain()
    try second.drain()
  }

  private consuming func compare(
    _ first: RowStream, _ second: RowStream, _ report: Report?
  ) throws(ImageError) -> PictureDifference {
    switch rule.metric {
    case .channels(let maxDelta): try compareChannels(first, second, maxDelta, report)
    case .yiq(let yiq):
      let comparison = YIQComparison(rule: yiq, width: first.width, height: first.height)
      try compareColors(first, second, comparison, report)
    }
    regions.end()
    result.regions = regions.largest
    result.regionCount = regions.count
    result.largestDelta = channels.largestDelta
    result.unequalCount = channels.unequalCount
    return result
  }

  /// Adds the runs of a row that differ; the levels are those of the first pixel in `runs`.
  private mutating func addRow(_ row: Int, _ first: SIMD4<Int>, _ second: SIMD4<Int>) {
    guard let start = runs.first?.lowerBound, let end = runs.last?.upperBound else { return }
    for run in runs { result.count += run.count }
    let covered = PixelRect(minX: start, minY: row, maxX: end, maxY: row + 1)
    result.bounds = result.bounds?.union(covered) ?? covered
    if result.firstDifference == nil {
      result.firstDifference = DifferingPixel(x: start, y: row, first: first, second: second)
    }
    regions.add(row: row, runs)
  }

  // MARK: Channels

  private mutating func compareChannels(
    _ first: RowStream, _ second: RowStream, _ maxDelta: Int, _ report: Report?
  ) throws(ImageError) {
    let isDeep = first.has16Bits || second.has16Bits
    result.bitDepth = isDeep ? 16 : 8
    channels = ChannelComparison(maxDelta: isDeep ? maxDelta * 257 : maxDelta)
    var (a, b) = (PixelBand(), PixelBand())
    while try first.next(into: &a), try second.next(into: &b) {
      if isDeep {
        if !first.has16Bits { a.deepPixels = deepened(a.pixels) }
        if !second.has16Bits { b.deepPixels = deepened(b.pixels) }
      }
      var different: [PixelRun] = []
      for row in a.rows {
        let start = (row - a.rows.lowerBound) * result.width
        runs.removeAll(keepingCapacity: true)
        for columns in rule.columns(ofRow: row, width: result.width) {
          if isDeep {
            channels.compare(a.deepPixels, b.deepPixels, from: start, columns: columns, into: &runs)
          } else {
            channels.compare(a.pixels, b.pixels, from: start, columns: columns, into: &runs)
          }
        }
        guard let column = runs.first?.lowerBound else { continue }
        addRow(row, a.levels(start + column, isDeep: isDeep), b.levels(start + column, isDeep: isDeep))
        if report != nil { different += runs.map { PixelRun(row: row, columns: $0) } }
      }
      let pixels = first.has16Bits && report != nil ? shallowed(a.deepPixels) : a.pixels
      try report?(Rows(rows: a.rows, pixels: pixels, different: different, antialiased: []))
    }
  }

  // MARK: Colors

  /// The verdict on a pixel depends on pixels up to two rows away, so that each row is judged when the two rows below
  /// it have been read.
  private mutating func compareColors(
    _ first: RowStream, _ second: RowStream, _ comparison: YIQComparison, _ report: Report?
  ) throws(ImageError) {
    var (a, b) = (PixelBand(), PixelBand())
    var window = (first: PixelWindow(width: result.width), second: PixelWindow(width: result.width))
    var judged = 0
    while try first.next(into: &a), try second.next(into: &b) {
      let kept = max(window.first.firstRow, judged - 2)
      window.first.advance(to: kept, adding: a.pixels)
      window.second.advance(to: kept, adding: b.pixels)
      let end = a.rows.upperBound == result.height ? result.height : max(judged, a.rows.upperBound - 2)
      var different: [PixelRun] = []
      var smooth: [PixelRun] = []
      for row in judged..<end {
        judge(row, window.first, window.second, comparison)
        if report != nil {
          different += runs.map { PixelRun(row: row, columns: $0) }
          smooth += antialiased.map { PixelRun(row: row, columns: $0) }
        }
      }
      if let report {
        let pixels = window.first.pixels[window.first.start(ofRow: judged)..<window.first.start(ofRow: end)]
        try report(Rows(rows: judged..<end, pixels: Array(pixels), different: different, antialiased: smooth))
      }
      judged = end
    }
  }

  private mutating func judge(
    _ row: Int, _ first: PixelWindow, _ second: PixelWindow, _ comparison: YIQComparison
  ) {
    runs.removeAll(keepingCapacity: true)
    antialiased.removeAll(keepingCapacity: true)
    let start = first.start(ofRow: row)
    var differing: [Range<Int>] = []
    for columns in rule.columns(ofRow: row, width: result.width) {
      channels.compare(first.pixels, second.pixels, from: start, columns: columns, into: &differing)
    }
    for column in differing.joined() {
      switch comparison.verdict(first, second, x: column, y: row) {
      case .same: break
      case .different: runs.extend(to: column)
      case .antialiased:
        antialiased.extend(to: column)
        result.antialiasedCount += 1
      }
    }
    guard let column = runs.first?.lowerBound else { return }
    addRow(row, levels(of: first[column, row]), levels(of: second[column, row]))
  }
}
