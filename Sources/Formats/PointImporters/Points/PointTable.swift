import ImportCore
import JSON
import TouchLog

/// The columns of a table of points, by its first line.
struct PointColumns {
  private let separator: UInt8
  private let indices: [PointValue: Int]
  /// The number of columns up to the last one that is read.
  private let count: Int

  /// - Parameter line: The names of the columns between commas, semicolons, tabs or spaces, with or without quotes. It
  ///   may be a comment, which `#` begins.
  /// - Returns: Nil if the line does not name x and y.
  init?(_ line: Range<Int>, in bytes: [UInt8]) {
    let marks = bytes[line].prefix { ASCII.isSpace($0) || $0 == UInt8(ascii: "#") }.count
    let line = (line.lowerBound + marks)..<line.upperBound
    for separator in [ASCII.tab, UInt8(ascii: ";"), ASCII.comma, ASCII.space] {
      var indices: [PointValue: Int] = [:]
      let names = Self.fields(of: line, in: bytes, separator: separator, most: 256)
      for (index, name) in names.enumerated() {
        if let value = PointValue(named: bytes.span.text(name)), indices[value] == nil { indices[value] = index }
      }
      guard indices[.x] != nil, indices[.y] != nil else { continue }
      (self.separator, self.indices) = (separator, indices)
      count = 1 + (indices.values.max() ?? 0)
      return
    }
    return nil
  }

  /// - Parameter bytes: The beginning of a file.
  init?(ofFile bytes: [UInt8]) {
    var table = TextTable(bytes, name: "")
    self.init(&table)
  }

  /// Reads lines up to the names of the columns. Only comments may come before it.
  init?(_ table: inout TextTable) {
    while table.nextLine() {
      if let columns = PointColumns(table.line, in: table.bytes) {
        self = columns
        return
      }
      let first = table.bytes[table.line].first { !ASCII.isSpace($0) }
      guard first == nil || first == UInt8(ascii: "#") else { return nil }
    }
    return nil
  }

  func has(_ value: PointValue) -> Bool { indices[value] != nil }

  func fields(of line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    Self.fields(of: line, in: bytes, separator: separator, most: count)
  }

  /// The field of a value; nil if the table or the line does not have it.
  func field(_ value: PointValue, of fields: [Range<Int>]) -> Range<Int>? {
    indices[value].flatMap { $0 < fields.count ? fields[$0] : nil }
  }

  /// The number of a value; nil if there is none.
  func number(_ value: PointValue, of fields: [Range<Int>], in table: TextTable) -> Double? {
    guard let field = field(value, of: fields), !field.isEmpty else { return nil }
    if let number = table.number(field) { return number }
    guard separator != ASCII.comma else { return nil }
    // Where commas do not separate numbers, they may be decimal commas.
    let text = table.bytes[field].map { $0 == ASCII.comma ? ASCII.dot : $0 }
    var end = 0
    let number = DecimalText.scan(text.span, &end)
    return end == text.count ? number : nil
  }

  /// The first fields of a line, without their quotes and the white space around them.
  private static func fields(
    of line: Range<Int>, in bytes: [UInt8], separator: UInt8, most: Int
  ) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var offset = line.lowerBound
    while fields.count < most {
      while offset < line.upperBound, ASCII.isSpace(bytes[offset]), separator != ASCII.tab || bytes[offset] != separator
      {
        offset += 1
      }
      if offset == line.upperBound { break }
      let isQuoted = bytes[offset] == ASCII.quote
      let start = isQuoted ? offset + 1 : offset
      let closing = isQuoted ? ASCII.quote : separator
      var end = bytes.span.offset(of: closing, in: start..<line.upperBound)
      offset = isQuoted ? bytes.span.offset(of: separator, in: min(end, line.upperBound)..<line.upperBound) : end
      while end > start, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
      fields.append(start..<end)
      offset = min(offset + 1, line.upperBound)
    }
    return fields
  }
}

/// Reads a table of points, one a line. A value of its own for each stroke, the pen or a blank line ends a stroke.
struct PointTable {
  private var table: TextTable
  private(set) var ink: ImportedInk
  private var stroke = ImportedStroke()
  /// The text that the points of the stroke share; nil before the first.
  private var id: Range<Int>?
  private var time = TimeOrigin()

  init(_ text: [UInt8], name: String, options: ImportOptions) {
    table = TextTable(text, name: name)
    ink = ImportedInk(ImportReport(format: "points", ink: "lines with x and y"), name: name, options: options)
  }

  mutating func read() throws(LogReadError) {
    guard let columns = PointColumns(&table) else {
      throw table.error(
        at: table.line.lowerBound, .unexpected("a line without them", expected: "names of columns x and y"))
    }
    let isDivided = columns.has(.stroke) || columns.has(.pen)
    while table.nextLine() {
      let fields = columns.fields(of: table.line, in: table.bytes)
      guard let first = fields.first else {
        if !isDivided { try endStroke() }
        continue
      }
      if table.bytes[first].first != UInt8(ascii: "#") { try read(fields, columns) }
    }
    try endStroke()
    if !isDivided, ink.strokes.count == 1 {
      ink.report.assume("all points are one stroke: neither a column nor blank lines divide them")
    }
  }

  private mutating func read(_ fields: [Range<Int>], _ columns: PointColumns) throws(LogReadError) {
    if let pen = columns.field(.pen, of: fields), !PointValue.isDown(table.text(pen)) {
      ink.report.omit("points in the air", .unseen)
      return try endStroke()
    }
    if let field = columns.field(.stroke, of: fields) {
      if let id, table.bytes[id] != table.bytes[field] { try endStroke() }
      id = field
    }
    if stroke.points.isEmpty { stroke.line = table.lineNumber }
    let point = ImportedPoint(
      columns.number(.x, of: fields, in: table) ?? .nan, columns.number(.y, of: fields, in: table) ?? .nan,
      pressure: columns.number(.pressure, of: fields, in: table),
      time: time(columns.number(.time, of: fields, in: table)))
    if columns.has(.time), point.time == nil { ink.report.omit("times that are not numbers", .damage) }
    try ink.append(point, to: &stroke)
  }

  private mutating func endStroke() throws(LogReadError) {
    guard !stroke.points.isEmpty else { return }
    try ink.append(stroke)
    stroke.points = []
  }
}
