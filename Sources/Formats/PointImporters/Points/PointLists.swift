import ImportCore
import JSON
import TouchLog

/// Strokes in JSON: arrays of points, each an object such as `{"x":…,"y":…}` or an array of numbers; or an array for
/// each number, such as `[[x,…],[y,…]]`. An object may hold a stroke's points, its color and its width.
enum PointLists {
  /// The most numbers of a point.
  static let mostNumbers = 6

  /// Whether a value is a list of strokes, or a stroke.
  static func isDrawing(_ value: JSONGlimpse) -> Bool {
    isStroke(value) || value.elements.first { !$0.isArray || !$0.elements.isEmpty }.map(isStroke) ?? false
  }

  static func isStroke(_ value: JSONGlimpse) -> Bool {
    if value.isObject {
      if value["x"]?[0]?.isNumber == true, value["y"]?[0]?.isNumber == true { return true }
      return StrokeMembers.points.contains { key in value[key].map { $0.isArray && isStroke($0) } ?? false }
    }
    guard let first = value.elements.first else { return false }
    return isPoint(first) || areColumns(value.elements)
  }

  private static func isPoint(_ value: JSONGlimpse) -> Bool {
    if value.isArray {
      return 2...mostNumbers ~= value.elements.count && value.elements.prefix(2).allSatisfy(\.isNumber)
    }
    let numbers = value.keys.filter { value[$0]?.isNumber == true }.map { PointValue(named: $0) }
    return numbers.contains(.x) && numbers.contains(.y) && !StrokeMembers.events.contains { value.has($0) }
  }

  private static func areColumns(_ arrays: [JSONGlimpse]) -> Bool {
    // The first array may be longer than what is known of the file.
    let isLong = arrays.count == 1 && arrays[0].elements.count > 100
    return (isLong || 2...mostNumbers ~= arrays.count) && arrays.prefix(2).allSatisfy { $0[0]?.isNumber == true }
  }

  static func ink(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(bytes, name: name)
    var report = ImportReport(format: "points", ink: "lists of points")
    let drawing = try document.drawing(of: "x and y", options, &report) { isDrawing(JSONGlimpse(start: $0)) }
    var reader = PointListReader(document, ImportedInk(report, name: name, options: options))
    try reader.read(isStroke(JSONGlimpse(start: drawing)) ? [drawing] : drawing.elements)
    return reader.ink
  }
}

extension JSONGlimpse {
  /// A value of a document, as far as recognition needs it.
  init(start value: JSONValue) {
    let token = value.token
    self.init(Array(value.document.bytes[value.start..<min(token.end, value.start + Glimpse.length)]))
  }
}
