import Files
import JSON
import TouchLog

/// A JSON file of strokes that a web page made, read as a whole.
package struct WebDocument {
  private let document: JSONDocument
  private let lines: LineTable

  /// - Throws: `LogReadError.malformed` if the file is too large or not JSON; `.file` if it cannot be read.
  package init(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) {
    try self.init(input.readAll(name: name, options: options), name: name)
  }

  package init(_ text: [UInt8], name: String) throws(LogReadError) {
    document = try rethrowing(as: LogReadError.malformed) { () throws(LogError) in
      try JSONDocument(text, name: name)
    }
    lines = LineTable(document.bytes)
  }

  package var root: JSONValue { document.root }

  /// An empty stroke that begins at a value.
  package func stroke(at value: JSONValue) -> ImportedStroke {
    let (line, column) = lines.location(of: value.start)
    return ImportedStroke(line: line, column: column)
  }

  /// The drawing that the options choose.
  ///
  /// The library's data may lie within objects and arrays of the page's own, such as `{"user":…,"signature":[…]}` or an
  /// array of trials. Each part that `isDrawing` accepts is a drawing; its contents are not searched.
  ///
  /// - Parameter library: The name of the library, for messages.
  /// - Throws: `LogReadError.malformed` if there is no such drawing.
  package func drawing(
    of library: String, _ options: ImportOptions, _ report: inout ImportReport, where isDrawing: (JSONValue) -> Bool
  ) throws(LogReadError) -> JSONValue {
    var drawings: [JSONValue] = []
    Self.find(in: root, depth: 4, isDrawing, &drawings)
    // A drawing without strokes looks like any other empty array.
    if drawings.isEmpty, root.kind == .array, root.count == 0 { drawings.append(root) }
    guard !drawings.isEmpty else {
      let found = root.kind == .array ? "an array of other values" : "a value without them"
      throw .malformed(root.error(.unexpected(found, expected: "strokes of \(library)")))
    }
    let index = options.index ?? 0
    guard drawings.indices.contains(index) else {
      let number = index == .max ? index : index + 1
      throw .malformed(root.error(.noPart("drawing", number, count: drawings.count)))
    }
    if drawings.count > 1 {
      report.choose(
        "drawing \(index) of \(drawings.count), counted from 0, is read; an index picks another",
        isChosen: options.index != nil)
    }
    return drawings[index]
  }

  private static func find(
    in value: JSONValue, depth: Int, _ isDrawing: (JSONValue) -> Bool, _ drawings: inout [JSONValue]
  ) {
    if isDrawing(value) { return drawings.append(value) }
    guard depth > 0 else { return }
    for element in value.elementSequence where element.kind == .array || element.kind == .object {
      find(in: element, depth: depth - 1, isDrawing, &drawings)
    }
    for member in value.members { find(in: member, depth: depth - 1, isDrawing, &drawings) }
  }
}

extension JSONGlimpse {
  /// Whether the value or one in it, down to the depth that `WebDocument` searches, fulfills a condition.
  package func contains(depth: Int = 4, where isDrawing: (JSONGlimpse) -> Bool) -> Bool {
    if isDrawing(self) { return true }
    guard depth > 0 else { return false }
    return switch self {
    case .array(let elements): elements.contains { $0.contains(depth: depth - 1, where: isDrawing) }
    case .object(let members): members.contains { $0.value.contains(depth: depth - 1, where: isDrawing) }
    case .string, .number, .literal, .unknown: false
    }
  }
}

extension JSONValue {
  /// A number of a key; nil if the object does not have the key.
  package func number(of key: String, _ allowed: NumberRange) throws(LogReadError) -> Double? {
    guard let value = self[key] else { return nil }
    return try rethrowing(as: LogReadError.malformed) { () throws(LogError) in try value.number(allowed) }
  }

  /// A text of a key; nil if the object does not have the key.
  package func text(of key: String) throws(LogReadError) -> String? {
    try self[key]?.text()
  }

  /// The value as a text.
  package func text() throws(LogReadError) -> String {
    try rethrowing(as: LogReadError.malformed) { () throws(LogError) in try string() }
  }

  /// Whether the value is `true`.
  package var isTrue: Bool { kind == .boolean && token.word != 0 }

  /// A boolean of a key.
  /// - Parameter usual: Its value if the object does not have it.
  package func flag(_ key: String, usually usual: Bool = false) throws(LogReadError) -> Bool {
    guard let value = self[key] else { return usual }
    return try rethrowing(as: LogReadError.malformed) { () throws(LogError) in try value.boolean() }
  }

  /// The CSS color of a key; nil if the object does not have the key.
  /// - Parameter report: Counts texts that are not colors; they are read as black.
  package func color(of key: String, _ report: inout ImportReport) throws(LogReadError) -> Color? {
    guard let text = try text(of: key) else { return nil }
    if let color = Color(css: text) { return color }
    report.omit("colors that are not CSS colors; the ink is black", .damage)
    return .black
  }

  /// Checks that the value is an array.
  package func checkedElements() throws(LogReadError) -> JSONElements {
    guard kind == .array else { throw .malformed(wrongType(.array)) }
    return elementSequence
  }

  /// Checks that the value is an object.
  package func checkObject() throws(LogReadError) {
    try rethrowing(as: LogReadError.malformed) { () throws(LogError) in try checkIsObject() }
  }

  /// A coordinate; NaN for null and for a number beyond Double, which leave the point out.
  package func coordinate() throws(LogReadError) -> Double {
    switch kind {
    case .number:
      let bytes = document.bytes
      return token.double(in: bytes.span) ?? .nan
    case .null: return .nan
    default: throw .malformed(wrongType(.point))
    }
  }
}
