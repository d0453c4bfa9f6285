import DoodleKit

/// The man pages of the file formats. Their tables of keys are generated from the schemas that the readers obey.
extension Roff {
  mutating func write(_ subject: SchemaSubject) {
    switch subject {
    case .log: writeLog()
    case .drawing: writeDrawing()
    }
  }

  private mutating func writeLog() {
    begin(.format(.log), summary: "format of touch logs", usage: nil)
    heading("DESCRIPTION")
    paragraph(
      """
      A touch log records a drawing session. It is JSON Lines: UTF-8 text with one JSON object per line. Blank lines \
      are ignored, and so are keys that are not listed below, so that an app may add its own. null stands for the \
      absence of an optional key. Positions are in points from the top left of the canvas.
      """)
    paragraph(
      """
      A line longer than \(LogLimits.lineBytes) bytes is an error. "doodle help --schema log" prints this format as a \
      JSON Schema.
      """)
    heading("LINES")
    paragraph("The kind of a line is decided by the key that is listed first.")
    for line in LogSchema.ofDoodle.lines {
      var object = line.line
      let isCommand = object.fields.first?.names == ["command"]
      if isCommand { object.fields.removeFirst() }
      let kind = line.name.prefix(1).uppercased() + line.name.dropFirst()
      subheading(isCommand ? "The command \(line.name)" : "\(kind) lines")
      paragraph(Self.sentence(line.meaning) + (Self.lineDetails[line.name].map { " \($0)" } ?? ""))
      write(object)
    }
    writeStyle(Self.style)
    heading("EXAMPLES")
    paragraph("One blue stroke of five points on a canvas of 320 by 200 points, drawn at 2 pixels per point:")
    example(
      """
      {"doodle":1,"size":[320,200],"scale":2}
      {"tool":"pen","color":"#1e66f5","width":6}
      {"phase":"began","touch":1,"point":[40,120],"pressure":0.2,"time":0}
      {"phase":"moved","touch":1,"point":[90,60],"pressure":0.6,"time":0.05}
      {"phase":"moved","touch":1,"point":[150,130],"pressure":0.9,"time":0.1}
      {"phase":"moved","touch":1,"point":[215,70],"pressure":0.6,"time":0.15}
      {"phase":"ended","touch":1,"point":[280,110],"time":0.2}
      """)
  }

  /// Details about a kind of line that the schema does not contain.
  private static let lineDetails = [
    "touch": """
    A stroke lasts from "began" to "ended"; several touches may be down at once. "cancelled" removes the stroke.
    """,
    "undo": "Each element, each command and each eraser stroke is a step.",
    "mark": "The options --at and --select use the name.",
    "sound": "Pictures and films are silent: replay says where the sound begins, so that ffmpeg can add it.",
    "open": "Only the header may precede it.",
    "page": "Lines before and after it do not know each other: tools, ids and steps to undo begin anew.",
  ]

  private mutating func writeDrawing() {
    begin(.format(.drawing), summary: "format of saved drawings", usage: nil)
    heading("DESCRIPTION")
    paragraph(
      """
      A saved drawing is one JSON object with the elements of a drawing, in the order in which they began, without their history. \
      "doodle save" writes one. Keys that are not listed below are ignored. null stands for the absence of an optional \
      key. "doodle help --schema drawing" prints this format as a JSON Schema.
      """)
    heading("KEYS")
    write(DrawingSchema.drawing)
    heading("ELEMENTS")
    paragraph("The key \"kind\" decides which other keys an element has.")
    let kinds = DrawingSchema.kinds.map { kind in
      Kind(names: [kind.name], fields: kind.element.fields.filter { $0.names != ["kind"] }, oneOf: kind.element.oneOf)
    }
    let shared = Self.sharedNames(of: kinds.map(\.fields))
    for kind in Self.grouped(kinds) {
      subheading(kind.names.joined(separator: ", "))
      write(ObjectSchema(kind.fields.filter { !shared.contains($0.names[0]) }, oneOf: kind.oneOf))
    }
    subheading("Every kind")
    for field in kinds[0].fields where shared.contains(field.names[0]) { write(field) }
    writeStyle(
      Self.style.compactMap { style in
        kinds.lazy.flatMap(\.fields).first { $0.names == style.names && !shared.contains($0.names[0]) }
      })
  }

  /// Kinds of elements that have the same keys.
  private struct Kind {
    var names: [String]
    var fields: [FieldSchema]
    var oneOf: [[String]]
  }

  /// Joins neighbors that have the same keys.
  private static func grouped(_ kinds: [Kind]) -> [Kind] {
    kinds.reduce(into: []) { groups, kind in
      if let last = groups.last, last.fields.map(\.names) == kind.fields.map(\.names) {
        groups[groups.count - 1].names += kind.names
      } else {
        groups.append(kind)
      }
    }
  }

  /// The keys that all kinds have.
  private static func sharedNames(of kinds: [[FieldSchema]]) -> Set<String> {
    kinds.dropFirst().reduce(into: Set(kinds[0].map { $0.names[0] })) { shared, fields in
      shared.formIntersection(fields.map { $0.names[0] })
    }
  }
}

// MARK: Tables of keys

extension Roff {
  private static let style = StyleKeys.schemas()
  private static let styleNames = Set(style.map { $0.names[0] })

  private static func isStyle(_ field: FieldSchema) -> Bool { styleNames.contains(field.names[0]) }

  private mutating func writeStyle(_ fields: [FieldSchema]) {
    heading("STYLE")
    for field in fields { write(field) }
  }

  /// An object's keys. If it has several keys of a style, they are only named: STYLE explains them.
  private mutating func write(_ object: ObjectSchema) {
    let style = object.fields.filter { Self.isStyle($0) && !$0.isRequired }.map { $0.names[0] }
    let isStyled = style.count > 2
    for field in object.fields where !isStyled || !style.contains(field.names[0]) { write(field) }
    if isStyled {
      let isWhole = style.count == Self.style.count
      paragraph(isWhole ? "Also any key of STYLE." : "Also these keys of STYLE: \(style.joined(separator: ", ")).")
    }
    if !object.oneOf.isEmpty { paragraph("Exactly one of these must be present: \(Self.list(object.oneOf)).") }
    if !object.anyOf.isEmpty { paragraph("At least one of these must be present: \(Self.list(object.anyOf)).") }
  }

  private mutating func write(_ field: FieldSchema) {
    let others = field.names.dropFirst()
    var text =
      "\(Self.sentence("\(field.value)\(field.isRequired ? ", required" : "")")) \(Self.sentence(field.summary))"
    if let value = field.defaultValue { text += " Default: \(value)." }
    if !others.isEmpty { text += " Also read as \(alternatives(Array(others)))." }
    item(field.names[0], Self.sentence(text))
  }

  private static func list(_ groups: [[String]]) -> String {
    alternatives(groups.map { $0.joined(separator: " with ") })
  }
}
