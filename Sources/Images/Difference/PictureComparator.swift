import Geometry
import Raster

/// Compares two pictures of one size, row by row from the top.
public struct PictureComparator {
  /// What was found in some rows, and the first picture there.
  public struct Rows {
    /// From the top of the picture.
    public var rows: Range<Int>
    /// Of the first picture, 8 bits a channel.
    public var pixels: [UInt32]
    public var different: [PixelRun]
    public var antialiased: [PixelRun]
  }

  public let rule: ComparisonRule
  private var result: PictureDifference
  private var regions = RegionFinder()
  private var channels = ChannelComparison(maxDelta: 0)
  private var window: (first: PixelWindow, second: PixelWindow)
  private var runs: [Range<Int>] = []
  private var antialiased: [Range<Int>] = []

  private init(rule: ComparisonRule, _ first: RowStream, _ second: RowStream) {
    precondition(first.width == second.width && first.height == second.height, "the pictures have one size")
    self.rule = rule
    result = PictureDifference(width: first.width, height: first.height)
    window = (PixelWindow(width: first.width), PixelWindow(width: first.width))
  }

  /// How the second picture differs from the first. Both are read to their ends.
  ///
  /// - Parameter rule: The one that the streams were made for.
  /// - Precondition: They have one size.
  /// - Throws: `ImageError` where one of them is damaged.
  public static func difference(
    _ first: RowStream, _ second: RowStream, by rule: ComparisonRule
  ) throws(ImageError) -> PictureDifference {
    try PictureComparator(rule: rule, first, second).compare(first, second, nil)
  }

  /// The same.
  /// - Parameter note: Is told of all rows in their order, some at a time.
  /// - Throws: Also what `note` throws.
  public static func difference(
    _ first: RowStream, _ second: RowStream, by rule: ComparisonRule, note: (Rows) throws(ImageError) -> Void
  ) throws(ImageError) -> PictureDifference {
    try withoutActuallyEscaping(note) { note throws(ImageError) in
      try PictureComparator(rule: rule, first, second).compare(first, second, note)
    }
  }

  private typealias Note = (Rows) throws(ImageError) -> Void

  private func compare(
    _ first: RowStream, _ second: RowStream, _ note: Note?
  ) throws(ImageError) -> PictureDifference {
    var comparator = self
    switch rule.metric {
    case .channels(let maxDelta): try comparator.compareChannels(first, second, maxDelta, note)
    case .yiq(let yiq):
      try comparator.compareColors(
        first, second, YIQComparison(rule: yiq, width: first.width, height: first.height), note)
    }
    return comparator.finished()
  }

  /// Reads both to their ends, for what may be wrong with them.
  public static func verify(_ first: RowStream, _ second: RowStream) throws(ImageError) {
    try first.drain()
    try second.drain()
  }

  private mutating func finished() -> PictureDifference {
    regions.end()
    result.regions = regions.largest
    result.regionCount = regions.count
    result.largestDelta = pointwiseMax(result.largestDelta, channels.largestDelta)
    return result
  }

  // MARK: Channels

  private mutating func compareChannels(
    _ first: RowStream, _ second: RowStream, _ maxDelta: Int, _ note: Note?
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
        let place = start + column
        addRow(
          row, isDeep ? Images.channels(of: a.deepPixels[place]) : Images.channels(of: a.pixels[place]),
          isDeep ? Images.channels(of: b.deepPixels[place]) : Images.channels(of: b.pixels[place]))
        if note != nil { different += runs.map { PixelRun(row: row, columns: $0) } }
      }
      let pixels = first.has16Bits && note != nil ? shallowed(a.deepPixels) : a.pixels
      try note?(Rows(rows: a.rows, pixels: pixels, different: different, antialiased: []))
    }
  }

  /// Takes in that a row differs in `runs`; the values are those of their first pixel.
  private mutating func addRow(_ row: Int, _ first: SIMD4<Int>, _ second: SIMD4<Int>) {
    guard let start = runs.first?.lowerBound, let end = runs.last?.upperBound else { return }
    for run in runs { result.count += run.count }
    let covered = PixelRect(minX: start, minY: row, maxX: end, maxY: row + 1)
    result.bounds = result.bounds?.union(covered) ?? covered
    if result.firstPlace == nil {
      result.firstPlace = PictureDifference.Place(x: start, y: row, first: first, second: second)
    }
    regions.add(row: row, runs)
  }

  // MARK: Colours

  /// Around a pixel its neighbours' neighbours count: rows are judged when the two below them are there.
  private mutating func compareColors(
    _ first: RowStream, _ second: RowStream, _ comparison: YIQComparison, _ note: Note?
  ) throws(ImageError) {
    var (a, b) = (PixelBand(), PixelBand())
    var judged = 0
    while try first.next(into: &a), try second.next(into: &b) {
      let kept = max(window.first.firstRow, judged - 2)
      window.first.advance(to: kept, adding: a.pixels)
      window.second.advance(to: kept, adding: b.pixels)
      let end = a.rows.upperBound == result.height ? result.height : max(judged, a.rows.upperBound - 2)
      var different: [PixelRun] = []
      var smooth: [PixelRun] = []
      for row in judged..<end {
        judge(row, comparison)
        if note != nil {
          different += runs.map { PixelRun(row: row, columns: $0) }
          smooth += antialiased.map { PixelRun(row: row, columns: $0) }
        }
      }
      if let note {
        let pixels = window.first.pixels[window.first.start(ofRow: judged)..<window.first.start(ofRow: end)]
        try note(Rows(rows: judged..<end, pixels: Array(pixels), different: different, antialiased: smooth))
      }
      judged = end
    }
  }

  private mutating func judge(_ row: Int, _ comparison: YIQComparison) {
    runs.removeAll(keepingCapacity: true)
    antialiased.removeAll(keepingCapacity: true)
    let start = window.first.start(ofRow: row)
    var differing: [Range<Int>] = []
    for columns in rule.columns(ofRow: row, width: result.width) {
      channels.compare(window.first.pixels, window.second.pixels, from: start, columns: columns, into: &differing)
    }
    for column in differing.joined() {
      switch comparison.verdict(window.first, window.second, x: column, y: row) {
      case .same: break
      case .different: runs.extend(to: column)
      case .antialiased:
        antialiased.extend(to: column)
        result.antialiasedCount += 1
      }
    }
    guard let column = runs.first?.lowerBound else { return }
    addRow(
      row, Images.channels(of: window.first[column, row]), Images.channels(of: window.second[column, row]))
  }
}
