import DoodleKit

/// The report of `doodle inspect` on a recording.
struct Inspection {
  private let path: String
  let page: Int
  private let summary: SessionSummary
  private let isSavedDrawing: Bool
  private let report: ImportReport
  let drawing: Drawing
  private let statistics: Statistics

  /// - Parameter session: A session whose page has been read to its end.
  init(_ session: DrawingSession, statistics: Statistics) {
    (path, page, summary, drawing) = (session.path, session.page, session.summary, session.drawing)
    (isSavedDrawing, report) = (session.isSavedDrawing, session.pageReport)
    self.statistics = statistics
  }

  private var inkCount: Int { drawing.strokes.count { $0.state != .cancelled } }

  private var median: Int? {
    statistics.delays.isEmpty ? nil : statistics.delays.sorted()[statistics.delays.count / 2]
  }

  var json: JSON {
    let bounds = drawing.inkBounds
    let size = drawing.header?.size
    func range(_ range: ClosedRange<Double>?) -> JSON {
      range.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? .null
    }
    return [
      "file": .string(path),
      "import": report.format.isEmpty ? .null : importJSON,
      "label": drawing.header?.label.map { .string($0) } ?? .null,
      "events": .integer(summary.events),
      "strokes": .integer(inkCount),
      "elements": .integer(drawing.elements.count(where: \.isPresent)),
      "touches": .integer(statistics.touches.count),
      "real": .integer(statistics.real),
      "predicted": .integer(statistics.predicted),
      "cancelled": .integer(statistics.cancelled),
      "revisions": [
        "count": .integer(statistics.revisions),
        "expected": .integer(statistics.expected),
        "after_end": .integer(statistics.revisedAfterEnd),
        "median_delay_events": median.map { .integer($0) } ?? .null,
        "longest_delay_events": statistics.delays.max().map { .integer($0) } ?? .null,
      ],
      "rate_hz": statistics.rate.map { .number($0) } ?? .null,
      "duration_s": statistics.duration.map { .number($0) } ?? .null,
      "pressure": range(statistics.pressure),
      "size": size.map { [.number($0.width), .number($0.height)] } ?? .null,
      "bounds": bounds.isEmpty
        ? .null : [.number(bounds.minX), .number(bounds.minY), .number(bounds.maxX), .number(bounds.maxY)],
      "warnings": .integer(summary.warnings),
      "skipped": .integer(summary.skipped),
    ]
  }

  /// How a file of another format was understood.
  private var importJSON: JSON {
    [
      "format": .string(report.format),
      "unit": report.unit.map { .string($0) } ?? .null,
      "time": report.timeBase.map { .string($0) } ?? .null,
      "rows": report.decision.map { .string($0) } ?? .null,
      "assumed": .array(report.assumptions.map { .string(Advice.worded($0)) }),
      "left_out": .array(
        report.omissions.map { omission in
          [
            "what": .string(omission.what), "count": .integer(omission.count),
            "damage": .bool(omission.kind == .damage),
          ]
        }),
    ]
  }

  /// The report as text, one line per fact. Facts that do not apply are omitted.
  /// - Parameter isPaged: Whether the page is one of several, and the title names it.
  func text(isPaged: Bool) -> String {
    var rows = report.lines.map { ($0.label, printable(Advice.worded($0.text))) }
    if let label = drawing.header?.label { rows.append(("label", printable(label))) }
    if let size = drawing.header?.size {
      rows.append(("canvas", "\(short(size.width)) x \(short(size.height)) points"))
    }
    let bounds = drawing.inkBounds
    if !bounds.isEmpty {
      rows.append(
        (
          "ink",
          "\(short(bounds.width)) x \(short(bounds.height)) points from \(short(bounds.minX)), \(short(bounds.minY))"
        ))
    }
    rows.append(
      ("strokes", "\(inkCount)" + (statistics.cancelled > 0 ? ", and \(statistics.cancelled) cancelled" : "")))
    rows.append(("elements", drawing.summaryOfKinds))
    if !isSavedDrawing {
      rows.append(("touches", "\(statistics.touches.count)"))
      rows.append(("events", "\(summary.events): \(statistics.real) real, \(statistics.predicted) predicted"))
    }
    if statistics.revisions > 0 || statistics.expected > 0 {
      var text = "\(statistics.revisions) of \(statistics.expected) expected"
      if let median, let longest = statistics.delays.max() {
        text += ", \(median) events late in the median and \(longest) at most"
      }
      text += ", \(statistics.revisedAfterEnd) after the touch had ended"
      rows.append(("revisions", text))
    }
    if let rate = statistics.rate { rows.append(("rate", "\(short(rate)) Hz")) }
    if let duration = statistics.duration { rows.append(("duration", "\(short(duration)) s")) }
    if !isSavedDrawing {
      rows.append(
        ("pressure", statistics.pressure.map { "\(short($0.lowerBound)) to \(short($0.upperBound))" } ?? "none"))
    }
    if summary.warnings > 0 { rows.append(("warnings", "\(summary.warnings)")) }
    if summary.skipped > 0 { rows.append(("skipped", counted(summary.skipped, "invalid line"))) }
    let lines = rows.map { name, value in
      "  " + name + String(repeating: " ", count: 11 - name.count) + value
    }
    return printable(shownName(path)) + (isPaged ? "#\(page)" : "") + "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// One JSON object per stroke: its number from 1, and its modeled path as x, y and radius in points, to within 1/80 of a
  /// point: pictures of scale 1 are drawn to within 1/20.
  func centerline(isPaged: Bool) -> String {
    var options = drawing.options
    options.tolerance /= 4
    return drawing.strokes.filter { $0.state != .cancelled }.map { stroke in
      let points = stroke.centerline(options: options).map { disc in
        JSON.array([.number(disc.center.x), .number(disc.center.y), .number(disc.radius)])
      }
      let members: [JSON.Member] = [
        .init(name: "stroke", value: .integer(stroke.ordinal.rawValue + 1)),
        .init(name: "points", value: .array(points)),
      ]
      return "\(JSON.object((isPaged ? [.init(name: "page", value: .integer(page))] : []) + members))\n"
    }.joined()
  }

  /// A number with at most three decimals.
  private func short(_ value: Double) -> String {
    "\(JSON.number((value * 1000).rounded() / 1000))"
  }
}
