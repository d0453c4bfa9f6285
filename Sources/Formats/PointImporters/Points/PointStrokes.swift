import ImportCore
import JSON
import TouchLog

/// Divides rows into strokes and drawings, as the roles of their fields say.
///
/// A stroke is the rows with the same drawing, touch and stroke, wherever they stand. It is cut where the pen is lifted.
struct PointStrokes {
  /// What rows of one stroke have in common.
  private struct Key: Hashable {
    var drawing = 0
    var device: UInt64 = 0
    var touch: UInt64 = 0
    var stroke: UInt64 = 0
  }

  struct Group {
    var stroke: ImportedStroke
    let drawing: Int
  }

  let rows: PointRows
  let roles: PointRoles
  private let report: ImportReport
  private let name: String
  private let options: ImportOptions
  let offsets: PointOffsets?
  private(set) var inks: [ImportedInk] = []
  private(set) var groups: [Group] = []
  private var open: [Key: Int] = [:]
  /// What cut strokes, besides fields.
  private(set) var cuts: [String] = []
  /// Whether strokes are down at the same time.
  private var areConcurrent = false

  /// - Parameter report: What is known of the file.
  init(
    _ rows: PointRows, _ roles: PointRoles, _ report: ImportReport, name: String, options: ImportOptions,
    offsets: PointOffsets?
  ) {
    (self.rows, self.roles, self.report, self.name, self.options) = (rows, roles, report, name, options)
    self.offsets = offsets
  }

  /// Makes an ink for each drawing.
  mutating func divide() throws(LogReadError) {
    let isDivided = divideRows()
    splitAtAir(keepsEnds: isDivided)
    let decision = decision
    if inks.isEmpty { inks.append(ImportedInk(report, name: name, options: options)) }
    if let numbers = roles.numberRoles { assume("the numbers of a point are \(numbers)") }
    if groups.count == 1, !rows.lines.isEmpty, !isDivided {
      assume("all points are one stroke: neither a column nor blank lines divide them")
    }
    inks[0].report.omit("numbers of points that are neither times nor pressures", count: roles.unreadNumbers)
    for group in groups where !group.stroke.points.isEmpty { try inks[group.drawing].append(group.stroke) }
    // A pressure that changes at the ends of strokes only is measured if it is not one of a lifted pen.
    let ends = groups.count { group in
      let (first, last) = (group.stroke.points.first?.pressure, group.stroke.points.last?.pressure ?? 0)
      return last > 0 && first != last
    }
    for index in inks.indices where ends > 1 { inks[index].mayLackSensor = false }
    let unit = roles.scale(.time)
    inks.guessUnits(timeUnit: unit, areConcurrent: areConcurrent, options)
    let (x, y) = (roles.scale(.x) ?? 1, roles.scale(.y) ?? 1)
    for index in inks.indices {
      inks[index].report.decision = decision
      // Ink that is very small in its unit is enlarged like other ink.
      let bounds = inks[index].extent.bounds
      guard x != 1, max(x * bounds.width, y * bounds.height) >= 32 else { continue }
      inks[index].scale(x: x, y: y)
      inks[index].hasUnit = true
      inks[index].report.unit = roles[.x]?.name.unit
    }
  }

  /// - Returns: Whether anything divides the rows.
  private mutating func divideRows() -> Bool {
    let (x, y) = withoutNoValues()
    let (time, pressure) = (roles[.time], roles[.pressure])
    let (device, touch, stroke) = (roles[.device], roles[.touch], roles[.stroke])
    let erases = roles.devices.values.contains(.eraser)
    let angles = PointAngles(roles)
    let hasLines = !rows.lines.isEmpty
    var origin = TimeOrigin()
    var drawings = DrawingNames(rows, roles)
    var (part, drawing) = (0, 0)
    var place: PointRows.Part?
    var lastKey = Key(drawing: -1)
    var current: Int?
    for row in 0..<rows.count {
      while part < rows.parts.count, rows.parts[part].firstRow <= row {
        place = rows.parts[part]
        if row > 0, !open.isEmpty { cut(rows.parts[part].isStroke ? "lists" : hasLines ? "blank lines" : "gaps") }
        open.removeAll(keepingCapacity: true)
        current = nil
        part += 1
      }
      drawing = drawings.drawing(of: row)
      if drawing == inks.count { inks.append(drawings.ink(of: row, report, name: name, options: options)) }
      let key = Key(
        drawing: drawing, device: device?[row].bitPattern ?? 0, touch: touch?[row].bitPattern ?? 0,
        stroke: stroke?[row].bitPattern ?? 0)
      if key != lastKey {
        if current != nil, open.count > 1 || open[key] != nil { areConcurrent = true }
        current = open[key]
        lastKey = key
      }
      var phase = roles.phases.map { $0[row] } ?? .move
      if PointCell.isMissing(x[row]), PointCell.isMissing(y[row]) {
        if current != nil { cut("rows without x and y") }
        phase = .air
      } else {
        if phase == .cancel, let current {
          groups[current].stroke.points = []
          inks[drawing].report.omit("cancelled strokes", .unseen)
        } else if phase == .air || roles.saysContact && current == nil && phase != .begin {
          inks[drawing].report.omit("points in the air", .unseen)
          phase = .air
        }
      }
      if phase == .air || phase == .begin || phase == .cancel {
        current = nil
        open[key] = nil
      }
      if phase == .air || phase == .cancel { continue }
      let index: Int
      if let current {
        index = current
      } else {
        index = groups.count
        var stroke = ImportedStroke(tool: place?.isStroke == true ? place?.tool : nil)
        stroke.line = hasLines ? Int(rows.lines[row]) : place?.line ?? 1
        stroke.column = hasLines ? 1 : place?.column ?? 1
        if let touch { stroke.touch = Self.touch(touch[row]) }
        stroke.pointer = roles.devices[key.device]
        if erases {
          let name = stroke.pointer == .eraser ? "eraser" : "pen"
          stroke.tool = ToolChange(name: name, style: stroke.tool?.style ?? StyleChange())
        }
        groups.append(Group(stroke: stroke, drawing: drawing))
        open[key] = index
        current = index
      }
      var point = ImportedPoint(
        x[row], y[row], pressure: pressure.flatMap { Self.number($0[row]) },
        time: time.flatMap { origin(Self.number($0[row])) })
      angles?.set(&point, row)
      if hasLines, time != nil, point.time == nil { inks[drawing].report.omit("times that are not numbers", .damage) }
      groups[index].stroke.points.append(point)
      if phase == .end {
        current = nil
        open[key] = nil
      }
    }
    return touch != nil || stroke != nil || roles.phases != nil || roles.devices.count > 1
      || rows.parts.contains { $0.isStroke || 0 < $0.firstRow && $0.firstRow < rows.count }
  }

  private mutating func assume(_ sentence: String) {
    for index in inks.indices { inks[index].report.assume(sentence) }
  }

  private mutating func cut(_ cause: String) { if !cuts.contains(cause) { cuts.append(cause) } }

  private static func number(_ cell: Double) -> Double? { cell.isNaN ? nil : cell }

  private static func touch(_ cell: Double) -> TouchID {
    .number(LogInteger(PointCell.textIndex(cell) ?? Int(saturating: cell)))
  }
}

/// Rows without a point, and points without contact.
extension PointStrokes {
  /// The coordinates, without the rows of (-1, -1) that say that there is no point: those far from all others, none of
  /// which is negative.
  private func withoutNoValues() -> (x: [Double], y: [Double]) {
    func cells(_ role: PointRole) -> [Double] {
      let values = roles[role]?.values ?? []
      return values + Array(repeating: .nan, count: rows.count - values.count)
    }
    var (x, y) = (cells(.x), cells(.y))
    var marked: [Int] = []
    var bounds = (minX: Double.infinity, minY: Double.infinity, maxX: -Double.infinity, maxY: -Double.infinity)
    for row in x.indices {
      if x[row] == -1, y[row] == -1 {
        marked.append(row)
      } else if x[row].isFinite, y[row].isFinite {
        bounds = (
          min(bounds.minX, x[row]), min(bounds.minY, y[row]), max(bounds.maxX, x[row]), max(bounds.maxY, y[row])
        )
      }
    }
    guard !marked.isEmpty, marked.count < rows.count, bounds.minX >= 0, bounds.minY >= 0 else { return (x, y) }
    let far = max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY) / 100
    guard bounds.minX + bounds.minY + 2 > far else { return (x, y) }
    for row in marked { (x[row], y[row]) = (.nan, .nan) }
    return (x, y)
  }

  /// Cuts strokes where a sensor of pressure reports 0 between other pressures: the pen hovers there.
  /// - Parameter keepsEnds: Whether pressures of 0 at the ends are kept: a pen reports them as it touches and lifts.
  private mutating func splitAtAir(keepsEnds: Bool) {
    guard roles[.pressure] != nil else { return }
    var split: [Group] = []
    for group in groups {
      let points = group.stroke.points
      guard let first = points.firstIndex(where: { ($0.pressure ?? 1) > 0 }),
        let last = points.lastIndex(where: { ($0.pressure ?? 1) > 0 }),
        points[first...last].contains(where: { $0.pressure == 0 }) || !keepsEnds && last - first + 1 < points.count
      else {
        split.append(group)
        continue
      }
      let kept = keepsEnds ? points.startIndex..<points.endIndex : first..<last + 1
      var parts: [Range<Int>] = []
      var start = kept.lowerBound
      for index in kept where points[index].pressure == 0 && first...last ~= index {
        if start < index { parts.append(start..<index) }
        start = index + 1
      }
      parts.append(start..<kept.upperBound)
      let count = parts.reduce(0) { $0 + $1.count }
      // A sensor that often reports nothing does not hover.
      guard count >= 2 * parts.count else {
        split.append(group)
        continue
      }
      if parts.count > 1 { cut("pressure") }
      inks[group.drawing].report.omit("points in the air", count: points.count - count, .unseen)
      for part in parts {
        var piece = group
        piece.stroke.points = Array(points[part])
        if let line = stroke(group, line: part.lowerBound) { piece.stroke.line = line }
        split.append(piece)
      }
    }
    groups = split
  }

  /// The line of a point of a stroke that is a run of lines; nil if it is not known.
  private func stroke(_ group: Group, line offset: Int) -> Int? {
    rows.lines.isEmpty || roles[.stroke] != nil || roles[.touch] != nil ? nil : group.stroke.line + offset
  }
}
