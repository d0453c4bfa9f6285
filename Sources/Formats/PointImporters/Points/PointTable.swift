import ImportCore
import JSON
import TouchLog

/// The columns of a table of points, by its first line.
package struct PointColumns {
  let separator: UInt8
  let names: [String]

  private static let separators = [ASCII.tab, UInt8(ascii: ";"), ASCII.comma, ASCII.space]

  /// - Parameter line: The names of the columns between commas, semicolons, tabs or spaces, with or without quotes. It
  ///   may be a comment, which `#` begins.
  /// - Returns: Nil if the line does not name x and y.
  init?(_ line: Range<Int>, in bytes: [UInt8]) {
    let found = Self.separators.lazy.map { PointColumns(line, in: bytes, separator: $0) }.first { $0.hasPoints }
    guard let found else { return nil }
    self = found
  }

  private init(_ line: Range<Int>, in bytes: [UInt8], separator: UInt8) {
    let marks = bytes[line].prefix { ASCII.isSpace($0) || $0 == UInt8(ascii: "#") }.count
    let line = (line.lowerBound + marks)..<line.upperBound
    self.separator = separator
    names = Self.fields(of: line, in: bytes, separator: separator).map { bytes.span.text($0) }
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

  private var hasPoints: Bool {
    let roles = names.map { $0.contains("=") ? [:] : FieldName($0).roles }
    // A name with another separator may be several.
    let ys = roles.indices.filter { roles[$0][.y] != nil }
    return roles.indices.contains { x in roles[x][.x] != nil && ys.contains { $0 != x } }
  }

  /// Whether a column may say to which of several drawings a row belongs.
  var mayHoldDrawings: Bool {
    names.contains { name in !FieldName(name).roles.keys.allSatisfy { $0 != .sample && $0 != .label } }
  }

  /// The columns of a table that names no x and y; nil if the text is no table.
  /// - Parameter bytes: The beginning of a file.
  package static func others(_ bytes: [UInt8]) -> [String]? {
    var table = TextTable(bytes, name: "")
    guard table.nextLine() else { return nil }
    let head = table.line
    guard table.nextLine() else { return nil }
    for separator in separators {
      let names = fields(of: head, in: bytes, separator: separator).map { bytes.span.text($0) }
      let values = fields(of: table.line, in: bytes, separator: separator)
      let numbers = values.count { table.number($0) != nil }
      // Words between spaces are a text.
      let isTable = separator != ASCII.space || numbers == values.count
      if isTable, names.count > 1, names.count == values.count, 2 * numbers > values.count { return names }
    }
    return nil
  }

  /// The fields of a line, at most 256, without their quotes and the white space around them.
  static func fields(of line: Range<Int>, in bytes: [UInt8], separator: UInt8) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var offset = line.lowerBound
    while fields.count < 256, let field = next(&offset, line.upperBound, bytes.span, separator) { fields.append(field) }
    return fields
  }

  /// The next field of a line, without its quotes and the white space around it; nil at the end.
  static func next(_ offset: inout Int, _ lineEnd: Int, _ bytes: Span<UInt8>, _ separator: UInt8) -> Range<Int>? {
    while offset < lineEnd, ASCII.isSpace(bytes[offset]), separator != ASCII.tab || bytes[offset] != separator {
      offset += 1
    }
    if offset >= lineEnd { return nil }
    let isQuoted = bytes[offset] == ASCII.quote
    let start = isQuoted ? offset + 1 : offset
    var end = bytes.offset(of: isQuoted ? ASCII.quote : separator, in: start..<lineEnd)
    offset = (isQuoted ? bytes.offset(of: separator, in: min(end, lineEnd)..<lineEnd) : end) + 1
    while end > start, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

/// Reads the rows of a table of points, one a line.
struct PointTable {
  private var table: TextTable
  private(set) var rows: PointRows

  init(_ text: [UInt8], name: String, options: ImportOptions) {
    table = TextTable(text, name: name)
    rows = PointRows(name: name, options)
  }

  mutating func read() throws(LogReadError) {
    let beginning = table
    guard let columns = PointColumns(&table) else {
      var table = beginning
      _ = table.nextLine()
      let names = PointColumns.others(Array(table.bytes.prefix(Glimpse.length)))
      throw table.error(
        at: table.line.lowerBound,
        .unexpected(
          names.map { "columns \($0.joined(separator: ", "))" } ?? "a line without them",
          expected: "names of columns x and y"))
    }
    rows.fields = columns.names.map { PointField($0) }
    let isRead = rows.fields.map { !$0.roles.isEmpty }
    let coordinates = rows.fields.indices.filter { rows.fields[$0].roles[.x] ?? rows.fields[$0].roles[.y] != nil }
    let count = 1 + (isRead.lastIndex(of: true) ?? 0)
    let bytes = table.bytes
    let span = bytes.span
    while table.nextLine() {
      let end = table.line.upperBound
      var offset = table.line.lowerBound
      while offset < end, ASCII.isSpace(span[offset]), span[offset] != columns.separator { offset += 1 }
      if offset < end, span[offset] == UInt8(ascii: "#") { continue }
      guard offset < end else {
        rows.beginPart(line: table.lineNumber, isStroke: false)
        continue
      }
      for column in 0..<count {
        guard isRead[column] else {
          _ = PointColumns.next(&offset, end, span, columns.separator)
          continue
        }
        while offset < end, span[offset] == ASCII.space { offset += 1 }
        var next = offset
        if offset < end, let number = DecimalText.scan(span, &next), next == end || span[next] == columns.separator {
          rows.fields[column].values.append(number)
          offset = next + 1
        } else {
          let field = PointColumns.next(&offset, end, span, columns.separator)
          rows.fields[column].values.append(cell(field ?? end..<end, column, columns.separator))
        }
      }
      if coordinates.allSatisfy({ rows.fields[$0].values[rows.count].isNaN }),
        PointColumns.fields(of: table.line, in: bytes, separator: columns.separator).count != columns.names.count
      {
        // Another kind of line.
        for column in 0..<count where isRead[column] { rows.fields[column].values.removeLast() }
        rows.beginPart(line: table.lineNumber, isStroke: false)
        continue
      }
      rows.lines.append(Int32(clamping: table.lineNumber))
      try rows.endRow()
    }
    rows.dropGapsOfEveryRow()
  }

  /// The value of a field that is not simply a number.
  private mutating func cell(_ field: Range<Int>, _ column: Int, _ separator: UInt8) -> Double {
    if field.isEmpty { return .nan }
    if let number = table.number(field) { return number }
    if separator != ASCII.comma {
      // Where commas do not separate numbers, they may be decimal commas.
      let text = table.bytes[field].map { $0 == ASCII.comma ? ASCII.dot : $0 }
      var end = 0
      if let number = DecimalText.scan(text.span, &end), end == text.count { return number }
    }
    return rows.cell(table.bytes.span.text(field, limit: 1000), in: column)
  }
}
