import Geometry
import ImportCore
import TouchLog

/// Points joined by segments that are drawn.
struct XournalRun {
  var points: [ImportedPoint]
  /// The width of each segment, all positive; empty if all have the stroke's width.
  var widths: [Double]
}

/// The ink of a run.
extension XournalStroke {
  /// The stroke model, in which thin segments have exactly their widths.
  static let model = StrokeModel.ink1

  /// Points are added where a curve deviates from a segment by more than this, in points. Handwriting stays below it.
  private static let leastBulge = 0.5
  /// The distance of an added point from a joint, in points.
  private static let jointDistance = 0.05

  /// The stroke of a run, or the area that it covers if its ends are flat.
  func drawn(_ run: XournalRun, _ report: inout ImportReport) -> ImportedStroke {
    guard cap != .round else { return ink(run, &report) }
    let polygons = Stroker(StrokeStyle(width: width, cap: cap, join: .round), tolerance: 0.02)
      .outlines(of: Path(run.points.map { Point($0.x, $0.y) }, isClosed: false))
    // The ways between the polygons, there and back, enclose nothing.
    let corners = polygons.flatMap { $0 + $0.prefix(1) } + polygons.dropLast().reversed().compactMap(\.first)
    var style = BoardStyle(
      color: Color(red: 0, green: 0, blue: 0, alpha: 0), width: 0.01, opacity: opacity, fill: .color(color))
    style.blend = isHighlighter ? .multiply : .over
    return ImportedStroke(
      points: BoardPath.straightened(corners, isClosed: false).map { ImportedPoint($0.x, $0.y) }, tool: style.tool(),
      line: line, column: column)
  }

  /// The stroke of a run. At a joint, the wider of two segments shows.
  func ink(_ run: XournalRun, _ report: inout ImportReport) -> ImportedStroke {
    let exact = ExactWidth(widest: run.widths.max() ?? width, model: Self.model)
    var style = exact.style(color: color, opacity: opacity)
    // Tools keep what they were given last, so that each gives all.
    style[StyleKeys.fill] = fill
    style[StyleKeys.blend] = isHighlighter ? .multiply : .over
    if isHighlighter { (style[StyleKeys.width], style[StyleKeys.thinning]) = (exact.widest, 0) }
    var points: [ImportedPoint] = []
    points.reserveCapacity(run.points.count)
    var added = 0
    for index in run.points.indices {
      let before = index > 0 ? width(run, index - 1) : 0
      let after = index < run.points.count - 1 || index == 0 ? width(run, index) : 0
      append(run.points[index], max(before, after), exact, to: &points)
      guard bulges(run.points, index) else { continue }
      added += 1
      let (start, end) = (run.points[index], run.points[index + 1])
      let part = min(0.25, Self.jointDistance / length(start, end))
      for part in [part, 1 - part] {
        let point = ImportedPoint(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
        append(point, after, exact, to: &points)
      }
    }
    if added > 0 { report.assume("long segments stay straight by two added points each") }
    return ImportedStroke(
      points: points, tool: ToolChange(name: isHighlighter && fill == .none ? "marker" : "pen", style: style),
      line: line, column: column)
  }

  private func width(_ run: XournalRun, _ segment: Int) -> Double {
    run.widths.isEmpty ? width : run.widths[min(segment, run.widths.count - 1)]
  }

  private func append(
    _ point: ImportedPoint, _ width: Double, _ exact: ExactWidth, to points: inout [ImportedPoint]
  ) {
    var point = point
    if !isHighlighter { point.pressure = exact.pressure(forShare: width / exact.widest) }
    points.append(point)
  }

  /// Whether the curve through the points deviates from a segment, which Xournal draws straight. Long segments that
  /// meet at an angle do, as in a rectangle.
  private func bulges(_ points: [ImportedPoint], _ index: Int) -> Bool {
    guard index + 1 < points.count else { return false }
    let (start, end) = (points[index], points[index + 1])
    let length = length(start, end)
    guard length > 8 * Self.leastBulge else { return false }
    func turns(_ from: ImportedPoint, _ to: ImportedPoint) -> Bool {
      let other = self.length(from, to)
      guard other > 0 else { return false }
      let cross = (end.x - start.x) * (to.y - from.y) - (end.y - start.y) * (to.x - from.x)
      let dot = (end.x - start.x) * (to.x - from.x) + (end.y - start.y) * (to.y - from.y)
      let sine = dot <= 0 ? 1 : cross.magnitude / (length * other)
      return length * sine / 8 > Self.leastBulge
    }
    return index > 0 && turns(points[index - 1], start)
      || index + 2 < points.count && turns(end, points[index + 2])
  }

  private func length(_ start: ImportedPoint, _ end: ImportedPoint) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
