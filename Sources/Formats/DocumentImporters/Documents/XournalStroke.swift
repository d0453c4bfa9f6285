import Geometry
import ImportCore
import TouchLog
import XML

/// A stroke of Xournal: a polyline whose segments have widths of their own, or all of them the same.
struct XournalStroke {
  /// Whether it has one width and is multiplied with what lies below it.
  let isHighlighter: Bool
  let color: Color
  let opacity: Double
  /// The interior.
  let fill: Fill
  /// The width of strokes without widths of their own.
  let width: Double
  /// The width of each segment; empty if they all have `width`.
  private var widths: [Double]
  private let dashes: [Double]
  /// The ends of a stroke of one width. Those of a highlighter with an interior are drawn round.
  let cap: LineCap
  let line: Int
  let column: Int
  private var points: [ImportedPoint] = []

  /// Reads the tag that began last.
  /// - Parameters:
  ///   - paper: The color of the page. Xournal++ multiplies highlighters with it, the log only with ink.
  ///   - limit: The most widths.
  init(
    _ document: XMLDocument, on paper: Color, line: Int, column: Int, limit: Int, _ report: inout ImportReport
  ) {
    (self.line, self.column) = (line, column)
    let reader = document.reader
    let name = reader.value("tool") ?? "pen"
    if !["pen", "highlighter", "eraser"].contains(name) { report.assume("unknown tools are pens") }
    isHighlighter = name == "highlighter"
    let code = reader.value("color") ?? "black"
    let known = XournalColor.ink(code)
    if known == nil { report.assume("unknown colors are black") }
    // An eraser paints over the ink.
    let own = name == "eraser" ? .white : known ?? .black
    color = isHighlighter ? own.multiplied(by: paper) : own

    var numbers = reader.attribute("width").map { Self.numbers($0, document, limit: limit) } ?? []
    let base = numbers.first ?? 1
    let isValid = base > 0 && base <= LogLimits.coordinate
    if !isValid { report.omit("widths that are not positive numbers", .damage) }
    width = isValid ? base : 1
    if let pressures = reader.attribute("pressures") {
      numbers = [width] + Self.numbers(pressures, document, limit: limit)
    }
    // A highlighter has one width.
    widths = isHighlighter ? [] : Array(numbers.dropFirst())
    dashes = reader.attribute("style").map { Self.dashes($0, document, &report) } ?? []
    let filled = document.number("fill").flatMap { $0 >= 0 ? min($0, 255) / 255 : nil }
    // The opacity of a filled highlighter is that of its line, too.
    var interior = color
    if let filled, !isHighlighter { interior.alpha = UInt8(saturating: (255 * filled).rounded()) }
    fill = filled == nil ? .none : .color(interior)
    opacity = isHighlighter ? filled ?? 0.47 : 1
    let end = reader.value("capStyle") ?? "round"
    let cap = LineCap(rawValue: end)
    if cap == nil { report.assume("unknown ends of strokes are round") }
    self.cap = widths.isEmpty && !(isHighlighter && filled != nil) ? cap ?? .round : .round
  }

  /// The numbers of an attribute; NaN for words that are not numbers.
  private static func numbers(_ text: XMLText, _ document: XMLDocument, limit: Int) -> [Double] {
    let bytes = text.hasReferences ? document.reader.contents(text) : document.reader.text
    let span = text.hasReferences ? bytes.span : bytes.span.extracting(text.range)
    var offset = 0
    var numbers: [Double] = []
    while numbers.count < limit, let number = DecimalText.scanWord(span, &offset) { numbers.append(number) }
    return numbers
  }

  /// The most lengths that a line style may have.
  private static let mostLengths = 1000

  /// The lengths of the dashes and gaps of a line style; empty for a solid line.
  private static func dashes(_ text: XMLText, _ document: XMLDocument, _ report: inout ImportReport) -> [Double] {
    let style = document.reader.contents(text)
    switch String(decoding: style.prefix(8), as: UTF8.self) {
    case "dash": return [6, 3]
    case "dashdot": return [6, 3, 0.5, 3]
    case "dot": return [0.5, 3]
    default: break
    }
    guard style.starts(with: "cust:".utf8) else { return [] }
    let words = style.span.extracting(5...)
    var offset = 0
    var lengths: [Double] = []
    while let length = DecimalText.scanWord(words, &offset) {
      if length.isNaN { continue }
      guard lengths.count < mostLengths else {
        report.omit("line styles of too many dashes")
        return []
      }
      lengths.append(length)
    }
    let isValid = lengths.allSatisfy { $0 >= 0 && $0 <= LogLimits.coordinate } && lengths.contains { $0 > 0 }
    return isValid ? lengths : []
  }

  /// Reads the coordinates of the points.
  /// - Parameters:
  ///   - isCut: Whether the document ends in the text, so that its last number may lack digits.
  ///   - limit: The most points.
  /// - Returns: False if there are more.
  mutating func readPoints(
    _ text: Span<UInt8>, isCut: Bool, limit: Int, _ report: inout ImportReport
  ) -> Bool {
    points.reserveCapacity(widths.isEmpty ? text.count / 16 : min(widths.count + 1, text.count / 4))
    var offset = 0
    while let x = DecimalText.scanWord(text, &offset) {
      let y = DecimalText.scanWord(text, &offset)
      if isCut, offset == text.count { break }
      guard let y else {
        report.omit("coordinates without a partner", .damage)
        break
      }
      guard points.count < limit else { return false }
      points.append(ImportedPoint(x, y))
    }
    return true
  }
}

/// The parts of a stroke that are drawn.
extension XournalStroke {
  /// The strokes that the stroke becomes: more than one if segments in its middle have no width, or if it is dashed.
  /// - Parameter dashLimit: The most dashes that the rest of the page may have.
  mutating func parts(dashLimit: inout Int, _ report: inout ImportReport) -> [ImportedStroke] {
    dropInvalidPoints(&report)
    completeWidths(&report)
    var runs = widths.isEmpty ? [XournalRun(points: points, widths: [])] : visibleRuns(&report)
    if !dashes.isEmpty {
      if let pieces = XournalDashes(dashes).pieces(of: runs, limit: dashLimit) {
        report.assume("dashed strokes are divided into their dashes")
        dashLimit -= pieces.count
        runs = pieces
      } else {
        report.omit("line styles of too many dashes")
      }
    }
    if cap != .round { report.assume("strokes with flat ends are drawn as areas") }
    guard fill != .none, runs.count > 1 || cap != .round else { return runs.map { drawn($0, &report) } }
    // The interior of all runs, without a line.
    var interior = ink(XournalRun(points: points, widths: []), &report)
    interior.tool?.style[StyleKeys.color] = .solid(Color(red: 0, green: 0, blue: 0, alpha: 0))
    return [interior]
      + runs.map { run in
        var line = drawn(run, &report)
        if cap == .round { line.tool?.style[StyleKeys.fill] = Fill.none }
        return line
      }
  }

  /// Drops points that are not numbers, each with the width of the segment after it.
  private mutating func dropInvalidPoints(_ report: inout ImportReport) {
    let isValid = points.map { $0.x.magnitude <= LogLimits.coordinate && $0.y.magnitude <= LogLimits.coordinate }
    guard isValid.contains(false) else { return }
    let all = (points: points, widths: widths)
    (points, widths) = ([], [])
    for index in all.widths.indices where !isValid.indices.contains(index) || isValid[index] {
      widths.append(all.widths[index])
    }
    for index in all.points.indices where isValid[index] { points.append(all.points[index]) }
    report.omit("points without valid coordinates", count: all.points.count - points.count, .damage)
    // Without the last point, the last segment is gone.
    if isValid.last == false, widths.count == points.count, !widths.isEmpty { widths.removeLast() }
  }

  /// Makes the number of widths that of the segments, and replaces widths that are not numbers.
  private mutating func completeWidths(_ report: inout ImportReport) {
    guard !widths.isEmpty else { return }
    let count = max(1, points.count - 1)
    if widths.count > count {
      report.omit("widths without a segment", count: widths.count - count, .damage)
      widths.removeLast(widths.count - count)
    } else if widths.count < count {
      report.omit("segments without a width of their own", count: count - widths.count, .damage)
      widths += repeatElement(width, count: count - widths.count)
    }
    var last = width
    for index in widths.indices {
      if widths[index] <= LogLimits.coordinate {
        last = widths[index] > 0 ? widths[index] : last
      } else {
        report.omit("widths that are not positive numbers", .damage)
        widths[index] = last
      }
    }
  }

  /// The runs of segments with positive widths. The points of other segments move to the end of the run before them, or
  /// to the start of the first run.
  private func visibleRuns(_ report: inout ImportReport) -> [XournalRun] {
    guard points.count > 1 else { return [XournalRun(points: points, widths: widths.filter { $0 > 0 })] }
    var runs: [XournalRun] = []
    var leading = 0
    for index in widths.indices {
      let isVisible = widths[index] > 0
      if !isVisible {
        report.omit("segments without width", .unseen)
      }
      guard let last = runs.indices.last else {
        if isVisible {
          let first = Array(repeating: points[index], count: leading + 1)
          runs = [
            XournalRun(points: first + [points[index + 1]], widths: Array(repeating: widths[index], count: leading + 1))
          ]
        } else {
          leading += 1
        }
        continue
      }
      let isJoined = index > 0 && widths[index - 1] > 0
      if isVisible, isJoined {
        runs[last].points.append(points[index + 1])
        runs[last].widths.append(widths[index])
      } else if isVisible {
        runs.append(XournalRun(points: [points[index], points[index + 1]], widths: [widths[index]]))
      } else if index == widths.count - 1 || widths[index + 1] <= 0 {
        // The point belongs to no segment that is drawn.
        runs[last].points.append(runs[last].points[runs[last].points.count - 1])
        runs[last].widths.append(runs[last].widths[runs[last].widths.count - 1])
      }
    }
    return runs
  }
}
