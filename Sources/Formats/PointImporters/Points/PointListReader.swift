import ImportCore
import JSON
import TouchLog

/// Reads strokes of lists of points as rows.
struct PointListReader {
  var rows: PointRows
  private let name: String
  private let offsets: PointOffsets?
  /// The last point of a list of differences.
  private var position = (x: 0.0, y: 0.0)

  init(name: String, options: ImportOptions, offsets: PointOffsets?) {
    rows = PointRows(name: name, options)
    (self.name, self.offsets) = (name, offsets)
  }

  /// Reads a drawing.
  /// - Parameter locate: Makes a stroke that begins at a value.
  mutating func read(_ drawing: JSONValue, at locate: (JSONValue) -> ImportedStroke) throws(LogReadError) {
    let isFlat = PointLists.isStroke(JSONGlimpse(start: drawing))
    let strokes = (isFlat ? [drawing] : drawing.elements).map { stroke in
      stroke["path"].flatMap { $0.kind == .object ? $0 : nil } ?? stroke
    }
    let lists = strokes.map { Self.points(of: $0) }
    let isByNumber = lists.contains { list in
      let counts = list.elements.prefix(PointLists.mostNumbers + 1).map(\.count)
      return 2...PointLists.mostNumbers ~= counts.count && counts[0] > PointLists.mostNumbers
        && counts.allSatisfy { $0 == counts[0] }
    }
    let isStyled = strokes.contains { Self.style(of: $0) != nil }
    if offsets != nil, !isFlat { rows.drawings.removeAll() }
    for (value, list) in zip(strokes, lists) {
      let place = locate(value)
      if offsets != nil, !isFlat { rows.drawings.append(PointRows.Drawing(firstRow: rows.count)) }
      var tool: ToolChange?
      if isStyled {
        var style = Self.style(of: value) ?? StyleChange()
        if style[StyleKeys.color] == nil { style[StyleKeys.color] = .solid(.black) }
        if style[StyleKeys.width] == nil { style[StyleKeys.width] = Self.width }
        tool = ToolChange(name: "pen", style: style)
      }
      let isStroke = !isFlat || drawing.kind == .object
      rows.beginPart(line: place.line, column: place.column, tool: tool, isStroke: isStroke && offsets == nil)
      if list.kind != .array || isByNumber {
        try readColumns(of: list)
      } else {
        position = (0, 0)
        for element in list.elementSequence { try readPoint(element, line: place.line) }
      }
    }
  }

  /// The list of a stroke's points: the stroke itself, unless an object holds it.
  private static func points(of stroke: JSONValue) -> JSONValue {
    StrokeMembers.points.lazy.compactMap { stroke[$0] }.first { $0.kind == .array } ?? stroke
  }

  /// Reads a point, or what stands between two.
  mutating func readPoint(_ element: JSONValue, line: Int) throws(LogReadError) {
    switch element.kind {
    case .object:
      for (index, member) in element.members.enumerated() where member.kind != .array && member.kind != .object {
        let isNext = index < rows.fields.count && rows.fields[index].name.text == member.key
        set(isNext ? index : rows.field(member.key), member)
      }
    case .array where element.count > 0:
      if offsets != nil { return try readOffset(element.elementSequence.map(Self.number)) }
      for (index, value) in element.elementSequence.enumerated() {
        if index == PointLists.mostNumbers { break }
        set(number(index), value)
      }
    case .null, .array: return rows.beginPart(line: line, isStroke: false)
    case .string:
      let text = (try? element.text()) ?? ""
      let numbers = PointLists.numbers(of: text)
      // Half of a point is damage, and no gap.
      guard numbers.count == 2 || !numbers.isEmpty && text.contains(",") else {
        return rows.beginPart(line: line, isStroke: false)
      }
      if numbers.count != 2 { rows.set(number(0), PointCell.text(0)) }
      for (index, value) in numbers.enumerated() where numbers.count == 2 { rows.set(number(index), value) }
    default: rows.set(number(0), PointCell.text(0))
    }
    try rows.endRow()
  }

  /// The index of the field for a position in lists.
  private mutating func number(_ position: Int) -> Int {
    let names = ["x", "y", "the third number", "the fourth number", "the fifth number", "the sixth number"]
    return rows.field(names[position], position: position)
  }

  private mutating func set(_ field: Int, _ value: JSONValue) {
    switch value.kind {
    case .number: rows.set(field, Self.number(value))
    case .boolean: rows.set(field, value.isTrue ? 1 : 0)
    case .string: rows.set(field, rows.cell((try? value.text()) ?? "", in: field))
    case .null: rows.set(field, .nan)
    case .array, .object: rows.set(field, PointCell.text(0))
    }
  }

  /// Adds a difference to the last point.
  private mutating func readOffset(_ numbers: [Double]) throws(LogReadError) {
    guard numbers.count >= 3, offsets == .three || numbers.count == 5 else {
      return rows.beginPart(line: 1, isStroke: false)
    }
    // The end of the drawing is no point.
    if offsets == .five, numbers[4] == 1 { return }
    // The points after a difference that is no number are those after the one before it.
    let isValid = numbers[0].isFinite && numbers[1].isFinite
    if isValid { position = (position.x + numbers[0], position.y + numbers[1]) }
    let x = isValid ? position.x : PointCell.text(0)
    for (index, value) in [x, position.y, numbers[offsets == .five ? 3 : 2]].enumerated() {
      rows.set(number(index), value)
    }
    try rows.endRow()
  }

  /// Reads a stroke that has an array for each number.
  private mutating func readColumns(of stroke: JSONValue) throws(LogReadError) {
    let isObject = stroke.kind == .object
    let columns = isObject ? stroke.members.filter { $0.kind == .array } : stroke.elements
    let fields = columns.indices.map { isObject ? rows.field(columns[$0].key) : number($0) }
    let lists = columns.map(\.elements)
    for row in 0..<(lists.map(\.count).max() ?? 0) {
      for (field, list) in zip(fields, lists) where row < list.count { set(field, list[row]) }
      // A coordinate without the other one is damage, and no gap.
      for index in 0..<min(2, fields.count) where row >= lists[index].count {
        rows.set(fields[index], PointCell.text(0))
      }
      try rows.endRow()
    }
  }

  /// A number; NaN for any other value.
  private static func number(_ value: JSONValue) -> Double {
    let bytes = value.document.bytes
    return value.kind == .number ? value.token.double(in: bytes.span) ?? .nan : .nan
  }
}

/// Styles.
extension PointListReader {
  /// The width of strokes that have none among others that have one, in points.
  private static let width = 4.0

  /// The color and the width of a stroke; nil if it has neither.
  private static func style(of stroke: JSONValue) -> StyleChange? {
    var style = StyleChange()
    let color = StrokeMembers.colors.lazy.compactMap { try? stroke.text(of: $0) }.compactMap { Color(css: $0) }.first
    let width = StrokeMembers.widths.lazy.compactMap { try? stroke.number(of: $0, .positiveLength) }.first
    if let color { style[StyleKeys.color] = .solid(color) }
    if let width { style[StyleKeys.width] = width }
    return color == nil && width == nil ? nil : style
  }
}

/// A value on each line, and the names of drawings.
extension PointListReader {
  private static let labels = ["label", "class", "word", "truth", "char", "symbol"]
  private static let keys = ["key", "key_id", "id", "name"]

  /// The size, the label and the key of the objects that hold a drawing.
  func header(of root: JSONValue, around drawing: JSONValue) -> LogHeader {
    var header = LogHeader()
    var (label, key): (String?, String?)
    var value: JSONValue? = root
    while let holder = value, holder.start <= drawing.start {
      func text(_ names: [String]) -> String? {
        names.lazy.compactMap { holder[$0] }.first { $0.kind == .string || $0.kind == .number }.map { value in
          (try? value.text()) ?? plain(Self.number(value))
        }
      }
      if holder.kind == .object { (label, key) = (text(Self.labels) ?? label, text(Self.keys) ?? key) }
      if holder.start == drawing.start { break }
      value = (holder.members + holder.elements).last { $0.start <= drawing.start }
    }
    if let label { header.addNote("label", label) }
    if let key { header.addNote("key", key) }
    if let width = try? root.number(of: "width", .positiveLength),
      let height = try? root.number(of: "height", .positiveLength), drawing.start != root.start
    {
      header.size = Size(width: width, height: height)
    }
    return header
  }

  /// Whether an object has a coordinate of the rows before it, such as null where there is no point.
  private func isRow(_ value: JSONGlimpse) -> Bool {
    value.isObject
      && rows.fields.contains { $0.roles[.x] ?? $0.roles[.y] != nil && value.has($0.name.text) }
  }

  /// Reads lines of which each is a value.
  /// - Returns: False if the first one is not.
  mutating func readLines(_ bytes: [UInt8], _ report: inout ImportReport) throws(LogReadError) -> Bool {
    var table = TextTable(bytes, name: name)
    var isFirst = true
    while table.nextLine() {
      let line = Array(table.bytes[table.line])
      if line.allSatisfy(ASCII.isSpace) { continue }
      let document: WebDocument
      do throws(LogReadError) {
        document = try WebDocument(line, name: name)
      } catch {
        guard !isFirst, case .malformed(let error) = error else { return false }
        throw table.error(at: table.line.lowerBound + max(0, error.location.column - 1), error.reason)
      }
      if isFirst { rows.beginPart(line: table.lineNumber, isStroke: false) }
      isFirst = false
      let (root, number) = (document.root, table.lineNumber)
      let glimpse = JSONGlimpse(start: root)
      if root.kind == .null {
        rows.beginPart(line: number, isStroke: false)
      } else if PointLists.isPoint(glimpse) || isRow(glimpse) {
        try readPoint(root, line: number)
      } else if PointLists.isStroke(glimpse), root.kind == .array {
        try read(root) { _ in ImportedStroke(line: number) }
      } else if PointLists.isRecord(glimpse) {
        var other = ImportReport()
        let drawing = try document.drawing(of: "x and y", ImportOptions(), &other) {
          PointLists.isDrawing(JSONGlimpse(start: $0))
        }
        rows.drawings.append(PointRows.Drawing(firstRow: rows.count, header: header(of: root, around: drawing)))
        try read(drawing) { _ in ImportedStroke(line: number) }
      } else {
        report.omit("lines without points")
      }
    }
    return !isFirst
  }
}
