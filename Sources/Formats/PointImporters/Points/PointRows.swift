import ImportCore
import JSON
import TouchLog

/// A value of a row: a number, NaN for none, or a NaN that holds the index of a text.
enum PointCell {
  private static let quiet = Double.nan.bitPattern

  static func text(_ index: Int) -> Double { Double(bitPattern: quiet | UInt64(index + 1)) }

  /// The index of a text; nil for a number or no value.
  @inline(__always) static func textIndex(_ cell: Double) -> Int? {
    let index = Int(cell.bitPattern & ~quiet & (UInt64.max >> 1))
    return cell.isNaN && index > 0 ? index - 1 : nil
  }

  /// Whether it is neither a number nor a text.
  @inline(__always) static func isMissing(_ cell: Double) -> Bool { cell.isNaN && textIndex(cell) == nil }
}

/// The values of all rows under a name.
struct PointField {
  let name: FieldName
  /// The roles that the name fits, and how well: the lower, the better.
  let roles: [PointRole: Int]
  /// The position in lists of numbers, which have no names; nil for a named field.
  let position: Int?
  /// A cell for each row up to the last one that has a value.
  var values: [Double] = []
  /// The second of the first date, if times are dates: from it they keep their digits.
  var firstDate: Int?

  init(_ name: String, position: Int? = nil) {
    self.name = FieldName(name)
    self.position = position
    roles = position.map { $0 < 2 ? [$0 == 0 ? .x : .y: 0] : [:] } ?? self.name.roles
  }

  /// Whether texts are kept: they are compared, or are words.
  var keepsTexts: Bool { position != nil || roles.keys.contains { $0.rawValue > PointRole.azimuth.rawValue } }

  @inline(__always) subscript(row: Int) -> Double { row < values.count ? values[row] : .nan }
}

/// The points of a file as rows of fields, before it is decided what the fields mean.
struct PointRows {
  /// Rows that the file itself keeps together.
  struct Part {
    var firstRow: Int
    var line: Int
    var column: Int
    var tool: ToolChange?
    /// Whether the part is a stroke of its own, and not only a gap before it.
    var isStroke: Bool
  }

  /// Rows of one drawing of several.
  struct Drawing {
    var firstRow: Int
    var header = LogHeader()
  }

  var fields: [PointField] = []
  private(set) var count = 0
  /// The line of each row of a table; empty for JSON.
  var lines: [Int32] = []
  private(set) var parts: [Part] = []
  var drawings: [Drawing] = []
  /// The texts that cells hold. The first one stands for those that are not kept.
  private(set) var texts = [""]
  private var indices: [String: Int] = [:]
  private var textMemory = 0
  private let memoryLimit: Int
  private let name: String

  /// - Parameter name: The file as the user named it, for messages.
  init(name: String, _ options: ImportOptions) { (self.name, memoryLimit) = (name, options.memoryLimit) }

  /// The index of the field of a name. Adds it if there is none.
  mutating func field(_ name: String, position: Int? = nil) -> Int {
    if let index = fields.firstIndex(where: { $0.name.text == name }) { return index }
    fields.append(PointField(name, position: position))
    return fields.count - 1
  }

  mutating func set(_ field: Int, _ value: Double) {
    while fields[field].values.count < count { fields[field].values.append(.nan) }
    if fields[field].values.count == count { fields[field].values.append(value) }
  }

  /// The value of a text in a field.
  mutating func cell(_ text: String, in field: Int) -> Double {
    let bytes = Array(text.utf8)
    var end = 0
    if let number = DecimalText.scan(bytes.span, &end), end == bytes.count { return number }
    let word = text.count < 10 ? text.lowercased() : ""
    if ["nan", "null", "none", "na", "n/a", "nil", "-"].contains(word) { return .nan }
    let roles = fields[field].roles
    if roles[.time] != nil, let (seconds, fraction) = DateText.seconds(bytes) {
      let first = fields[field].firstDate ?? seconds
      fields[field].firstDate = first
      return Double(seconds - first) + fraction
    }
    if roles[.pen] ?? roles[.end] != nil, ["true", "false", "yes", "no"].contains(word) {
      return word == "true" || word == "yes" ? 1 : 0
    }
    guard fields[field].keepsTexts else { return PointCell.text(0) }
    if let known = indices[text] { return PointCell.text(known) }
    texts.append(text)
    indices[text] = texts.count - 1
    textMemory += 2 * (text.utf8.count + 48)
    return PointCell.text(texts.count - 1)
  }

  /// The text of a cell; nil for numbers.
  func text(_ cell: Double) -> String? { PointCell.textIndex(cell).map { texts[$0] } }

  /// Ends a row.
  /// - Throws: `LogReadError.malformed` if the rows, and the points that are made of them, exceed the memory limit.
  @inline(__always) mutating func endRow() throws(LogReadError) {
    count += 1
    if count & 0xFF == 0 { try checkMemory() }
  }

  private func checkMemory() throws(LogReadError) {
    let cells = fields.reduce(lines.count / 2) { $0 + $1.values.count }
    guard count * MemoryLayout<ImportedPoint>.stride + 8 * cells + textMemory > memoryLimit else { return }
    throw .malformed(
      LogError(
        location: LogLocation(file: name, line: lines.last.map { Int($0) } ?? 1, column: 1),
        reason: .tooMuchMemory("the ink", limit: memoryLimit)))
  }

  /// Begins a stroke, or notes that something stands between two rows.
  mutating func beginPart(line: Int, column: Int = 1, tool: ToolChange? = nil, isStroke: Bool) {
    if let last = parts.last, last.firstRow == count, !isStroke { return }
    parts.append(Part(firstRow: count, line: line, column: column, tool: tool, isStroke: isStroke))
  }

  /// Leaves out the gaps if every row stands alone: they are the file's line ends.
  mutating func dropGapsOfEveryRow() {
    let gaps = parts.count { !$0.isStroke && $0.firstRow > 0 && $0.firstRow < count }
    if count > 2, gaps >= count - 1 { parts.removeAll { !$0.isStroke } }
  }
}
