import ImportCore
import TouchLog

/// The directions of the pen, which two pairs of fields can give.
struct PointAngles {
  private let fields: (PointField, PointField)
  private let scales: (Double, Double)
  private let isTilt: Bool

  /// - Returns: Nil if no direction was measured.
  init?(_ roles: PointRoles) {
    for (first, second) in [(PointRole.altitude, PointRole.azimuth), (.tiltX, .tiltY)] {
      guard let one = roles.fields[first], let other = roles.fields[second], roles.varies(one) || roles.varies(other),
        let field = roles[first], let otherField = roles[second]
      else { continue }
      fields = (field, otherField)
      scales = (roles.scale(first) ?? 1, roles.scale(second) ?? 1)
      isTilt = first == .tiltX
      return
    }
    return nil
  }

  func set(_ point: inout ImportedPoint, _ row: Int) {
    let (first, second) = (fields.0[row] * scales.0, fields.1[row] * scales.1)
    guard first.isFinite, second.isFinite else { return }
    if isTilt {
      (point.altitude, point.azimuth) = PenTilt.angles(first * 180 / .pi, second * 180 / .pi)
    } else {
      (point.altitude, point.azimuth) = (first, second)
    }
  }
}

/// The drawing of each row: by the file's records, or by fields.
struct DrawingNames {
  private let rows: PointRows
  private let roles: PointRoles
  private var numbers: [[UInt64]: Int] = [:]
  private var record = 0
  private var (last, lastDrawing) = ([UInt64](), 0)

  init(_ rows: PointRows, _ roles: PointRoles) { (self.rows, self.roles) = (rows, roles) }

  /// The number of a row's drawing, in the order in which they begin. Rows must come in order.
  mutating func drawing(of row: Int) -> Int {
    while record + 1 < rows.drawings.count, rows.drawings[record + 1].firstRow <= row { record += 1 }
    if roles.samples.isEmpty, rows.drawings.count < 2 { return 0 }
    // The values of the row before, without an array for each row.
    if last.count == roles.samples.count + 1, last[0] == UInt64(record) {
      var isSame = true
      for (index, field) in roles.samples.enumerated() where rows.fields[field][row].bitPattern != last[index + 1] {
        isSame = false
      }
      if isSame { return lastDrawing }
    }
    last = [UInt64(record)] + roles.samples.map { rows.fields[$0][row].bitPattern }
    lastDrawing = numbers[last] ?? numbers.count
    numbers[last] = lastDrawing
    return lastDrawing
  }

  /// An empty ink for the drawing that begins at a row, with its label and its key.
  func ink(of row: Int, _ report: ImportReport, name: String, options: ImportOptions) -> ImportedInk {
    var ink = ImportedInk(report, name: name, options: options)
    if record < rows.drawings.count { ink.header = rows.drawings[record].header }
    func text(_ field: Int) -> String {
      let cell = rows.fields[field][row]
      return rows.text(cell) ?? (cell.isNaN ? "" : plain(cell))
    }
    if let label = roles.fields[.label] { ink.header.addNote("label", text(label)) }
    let key = roles.samples.filter { $0 != roles.fields[.label] && roles.varies($0) }.map(text)
    ink.header.addNote("key", key.joined(separator: "-"))
    return ink
  }
}
