import ImportCore
import JSON
import TouchLog

/// Reads strokes of lists of points. The third number of a point and those after it have no names: all of them together
/// show whether they are times or pressures.
struct PointListReader {
  private let document: WebDocument
  private(set) var ink: ImportedInk
  /// Whether strokes are an array for each number, and not for each point.
  private var isByNumber = false
  /// What the numbers of a point are.
  private var roles: [PointValue?] = [.x, .y]
  private var names: [String: PointValue?] = [:]
  /// Whether a stroke has a color or a width. Then all set them.
  private var isStyled = false
  private var time = TimeOrigin()

  init(_ document: WebDocument, _ ink: ImportedInk) {
    (self.document, self.ink) = (document, ink)
  }

  mutating func read(_ strokes: [JSONValue]) throws(LogReadError) {
    let lists = strokes.map { Self.points(of: $0) }
    isByNumber = lists.contains { list in
      let counts = list.elements.prefix(PointLists.mostNumbers + 1).map(\.count)
      return 2...PointLists.mostNumbers ~= counts.count && counts[0] > PointLists.mostNumbers
        && counts.allSatisfy { $0 == counts[0] }
    }
    isStyled = strokes.contains { Self.style(of: $0) != nil }
    learnRoles(lists)
    for (value, list) in zip(strokes, lists) { try read(value, list) }
    if let width = try? document.root.number(of: "width", .positiveLength),
      let height = try? document.root.number(of: "height", .positiveLength), strokes.first?.start != document.root.start
    {
      ink.header.size = Size(width: width, height: height)
    }
  }

  /// The list of a stroke's points: the stroke itself, unless an object holds it.
  private static func points(of stroke: JSONValue) -> JSONValue {
    StrokeMembers.points.lazy.compactMap { stroke[$0] }.first { $0.kind == .array } ?? stroke
  }

  private mutating func read(_ value: JSONValue, _ list: JSONValue) throws(LogReadError) {
    var stroke = document.stroke(at: value)
    if isStyled {
      var style = Self.style(of: value) ?? StyleChange()
      if style[StyleKeys.color] == nil { style[StyleKeys.color] = .solid(.black) }
      if style[StyleKeys.width] == nil { style[StyleKeys.width] = Self.width }
      stroke.tool = ToolChange(name: "pen", style: style)
    }
    guard list.kind == .array, !isByNumber else {
      let columns = self.columns(of: list)
      for index in 0..<(columns.map(\.numbers.count).max() ?? 0) {
        try append(columns.map { ($0.value, index < $0.numbers.count ? $0.numbers[index] : .nan) }, to: &stroke)
      }
      return try ink.append(stroke)
    }
    var id: String?
    for element in list.elementSequence {
      guard element.kind == .object else {
        try append(Array(zip(roles, element.elementSequence.lazy.map(Self.number))), to: &stroke)
        continue
      }
      let members = element.members.compactMap { member in meaning(of: member.key).map { ($0, member) } }
      let text = members.first { $0.0 == .stroke }.map { JSONGlimpse(start: $0.1) }.map { "\($0)" }
      let isInAir = members.contains { $0.0 == .pen && !Self.isDown($0.1) }
      if isInAir { ink.report.omit("points in the air", .unseen) }
      if isInAir || text != id, !stroke.points.isEmpty {
        try ink.append(stroke)
        stroke.points = []
      }
      id = text
      if !isInAir { try append(members.map { ($0.0, Self.number($0.1)) }, to: &stroke) }
    }
    if !stroke.points.isEmpty || list.count == 0 { try ink.append(stroke) }
  }

  private mutating func append(_ values: [(PointValue?, Double)], to stroke: inout ImportedStroke) throws(LogReadError)
  {
    var point = ImportedPoint(.nan, .nan)
    for (value, number) in values {
      switch value {
      case .x: point.x = number
      case .y: point.y = number
      case .time: point.time = time(number)
      case .pressure: point.pressure = number
      case .stroke, .pen, nil: break
      }
    }
    try ink.append(point, to: &stroke)
  }

  /// A number; NaN for any other value.
  private static func number(_ value: JSONValue) -> Double {
    let bytes = value.document.bytes
    return value.kind == .number ? value.token.double(in: bytes.span) ?? .nan : .nan
  }

  private static func isDown(_ value: JSONValue) -> Bool {
    let bytes = value.document.bytes
    switch value.kind {
    case .boolean: return value.token.word != 0
    case .string: return PointValue.isDown(value.token.string(in: bytes.span))
    case .number: return number(value) != 0
    default: return true
    }
  }

  /// What a key of a point means.
  private mutating func meaning(of key: String) -> PointValue? {
    if let known = names[key] { return known }
    let value = PointValue(named: key)
    if names.count < 1000 { names[key] = .some(value) }
    return value
  }
}

/// Strokes that have an array for each number.
extension PointListReader {
  private func columns(of stroke: JSONValue) -> [(value: PointValue?, numbers: [Double])] {
    if stroke.kind == .object {
      return stroke.members.filter { $0.kind == .array }
        .map { (PointValue(named: $0.key), $0.elementSequence.map(Self.number)) }
    }
    return zip(roles, stroke.elementSequence).map { ($0, $1.elementSequence.map(Self.number)) }
  }

  /// Finds out what the third number of points and those after it are.
  private mutating func learnRoles(_ lists: [JSONValue]) {
    var series = [NumberSeries](repeating: NumberSeries(), count: PointLists.mostNumbers)
    for list in lists where list.kind == .array {
      for index in series.indices { series[index].beginStroke() }
      for (row, element) in list.elementSequence.enumerated() where element.kind == .array {
        for (column, value) in element.elementSequence.enumerated() {
          let index = isByNumber ? row : column
          if index < series.count { series[index].add(Self.number(value)) } else if isByNumber { break }
        }
      }
    }
    var (times, pressures) = (0, 0)
    for number in series.dropFirst(2) where number.count > 0 {
      let role = number.role
      if role == .time { times += 1 }
      if role == .pressure { pressures += 1 }
      let isFirst = role == .time ? times == 1 : pressures == 1
      roles.append(isFirst ? role : nil)
      if role == nil || !isFirst {
        ink.report.omit("numbers of points that are neither times nor pressures", count: number.count)
      }
    }
    if times > 0 || pressures > 0 {
      ink.report.assume(
        "the numbers of a point are x, y\(roles.dropFirst(2).map { $0.map { ", \($0)" } ?? ", another" }.joined())")
    }
  }
}

/// How the same number of all points changes.
private struct NumberSeries {
  private(set) var count = 0
  private var last = Double.nan
  private var (rises, falls) = (false, false)
  private var (least, largest) = (Double.infinity, -Double.infinity)

  mutating func beginStroke() { last = .nan }

  mutating func add(_ number: Double) {
    count += 1
    if number > last { rises = true }
    if number < last { falls = true }
    last = number
    (least, largest) = (min(least, number), max(largest, number))
  }

  /// Times do not fall. What does, or stays between 0 and 1, is a pressure.
  var role: PointValue? {
    if rises, !falls { return .time }
    return least >= 0 && (falls || largest <= 1) ? .pressure : nil
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
