import ImportCore
import JSON
import TouchLog

/// Strokes in JSON: arrays of points, each an object such as `{"x":…,"y":…}` or an array of numbers; or an array for
/// each number, such as `[[x,…],[y,…]]`. An object may hold a stroke's points, its color and its width. Instead of one
/// value, each line may be one: a point, a stroke, or an object with the strokes of a drawing.
package enum PointLists {
  /// The most numbers of a point.
  static let mostNumbers = 6

  /// Whether a value is a list of strokes, or a stroke.
  static func isDrawing(_ value: JSONGlimpse) -> Bool {
    isStroke(value) || value.elements.first { !$0.isArray || !$0.elements.isEmpty }.map(isStroke) ?? false
  }

  static func isStroke(_ value: JSONGlimpse) -> Bool {
    if value.isObject {
      if value["x"]?[0]?.isNumber == true, value["y"]?[0]?.isNumber == true { return true }
      // The canvas of React Native has a path in each of its strokes.
      if let path = value["path"], path.isObject { return isStroke(path) }
      return StrokeMembers.points.contains { key in value[key].map { $0.isArray && isStroke($0) } ?? false }
    }
    guard let first = value.elements.first else { return false }
    return isPoint(first) || areColumns(value.elements)
  }

  package static func isPoint(_ value: JSONGlimpse) -> Bool {
    if value.isArray {
      return 2...mostNumbers ~= value.elements.count && value.elements.prefix(2).allSatisfy(\.isNumber)
    }
    if let text = value.text { return numbers(of: text).count == 2 }
    let numbers = value.keys.filter { value[$0]?.isNumber == true }
    // Names take time, and most lines of logs are no points.
    guard numbers.count > 1 else { return false }
    let roles = numbers.map { FieldName($0).roles }
    // Shapes have positions, too.
    let isOther = StrokeMembers.events.contains { key in value[key].map { !isOfPoint($0) } ?? false }
    return !isOther && roles.contains { $0[.x] != nil } && roles.contains { $0[.y] != nil }
  }

  /// Whether the value of a key such as "type" is one that a point has: a phase or a pointer.
  private static func isOfPoint(_ value: JSONGlimpse) -> Bool {
    guard let text = value.text else { return value.isNumber }
    return PointPhase(text) != nil || TouchEvent.Pointer(pointWord: text) != nil
  }

  /// Whether a line is the drawing of a record: an object with strokes, or with the points of one.
  package static func isRecord(_ value: JSONGlimpse) -> Bool {
    value.isObject && !isPoint(value) && value.contains(depth: 1, where: isDrawing)
  }

  private static func areColumns(_ arrays: [JSONGlimpse]) -> Bool {
    // The first array may be longer than what is known of the file.
    let isLong = arrays.count == 1 && arrays[0].elements.count > 100
    return (isLong || 2...mostNumbers ~= arrays.count) && arrays.prefix(2).allSatisfy { $0[0]?.isNumber == true }
  }

  /// The numbers of a point that is a text, such as "296.1,281.3".
  static func numbers(of text: String) -> [Double] {
    text.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
      let bytes = Array(part.utf8)
      var offset = bytes.first == ASCII.space ? 1 : 0
      return DecimalText.scan(bytes.span, &offset).flatMap { offset == bytes.count ? $0 : nil }
    }
  }

  /// Reads a text as rows.
  static func rows(
    _ bytes: [UInt8], name: String, options: ImportOptions, offsets: PointOffsets?, _ report: inout ImportReport
  ) throws(LogReadError) -> PointRows {
    var reader = PointListReader(name: name, options: options, offsets: offsets)
    let document: WebDocument
    do throws(LogReadError) {
      document = try WebDocument(bytes, name: name)
    } catch {
      guard try reader.readLines(bytes, &report) else { throw error }
      return reader.rows
    }
    if isPoint(JSONGlimpse(start: document.root)), document.root.kind == .object {
      try reader.readPoint(document.root, line: document.stroke(at: document.root).line)
      return reader.rows
    }
    let drawing = try document.drawing(of: "x and y", options, &report) { isDrawing(JSONGlimpse(start: $0)) }
    let header = reader.header(of: document.root, around: drawing)
    reader.rows.drawings.append(PointRows.Drawing(firstRow: 0, header: header))
    try reader.read(drawing) { document.stroke(at: $0) }
    return reader.rows
  }
}

/// Lists whose points are the differences from the ones before.
enum PointOffsets: Sendable {
  /// dx, dy, and whether the stroke ends.
  case three
  /// dx, dy, and three numbers of which one is 1: the pen is down, the stroke ends, the drawing ends.
  case five
}

extension JSONGlimpse {
  /// A value of a document, as far as recognition needs it.
  init(start value: JSONValue) {
    let token = value.token
    self.init(Array(value.document.bytes[value.start..<min(token.end, value.start + Glimpse.length)]))
  }
}
