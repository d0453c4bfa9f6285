import TouchLog

/// The kinds of saved elements.
enum SavedKind: Hashable, Sendable {
  case stroke, shape(Shape.Kind), text, image

  /// The keys of elements of this kind, without those of all elements.
  var fields: [FieldSchema] {
    switch self {
    case .stroke: [SavedKey.tool.schema] + SavedKey.stroke
    case .shape(.angle): SavedKey.shape + [SavedKey.c.schema] + SavedKey.style(.label)
    case .shape: SavedKey.shape
    case .text: SavedKey.text
    case .image: SavedKey.image
    }
  }

  /// Groups of keys, exactly one of which an element must have.
  var alternatives: [[String]] { self == .image ? [["path"], ["data"]] : [] }
}

extension Shape.Kind {
  /// The kinds of elements whose style keys a shape has.
  var styledKinds: StyledKinds { self == .angle ? [.shape, .label] : .shape }
}

/// The names of kinds in a saved drawing.
extension SavedKind: RawRepresentable, CaseIterable {
  static let allCases: [SavedKind] = [.stroke] + Shape.Kind.allCases.map(SavedKind.shape) + [.text, .image]

  init?(rawValue name: String) {
    guard let kind = SavedKind.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = kind
  }

  var rawValue: String {
    switch self {
    case .stroke: "stroke"
    case .shape(let kind): kind.rawValue
    case .text: "text"
    case .image: "image"
    }
  }
}

extension SavedDrawing {
  /// The keys of the whole file.
  enum Key {
    static let version = FieldSchema(
      "drawing", .integer(.between(1, Double(newestVersion))), isRequired: true, "the version of the format")
    static let size = FieldSchema("size", .pair(.positive(atMost: .greatestFiniteMagnitude)), "the canvas in points")
    static let scale = FieldSchema("scale", .number(.resolution), "pixels per point")
    static let background = FieldSchema("background", LogSchema.background, "what lies below the ink")
    static let model = SavedField<StrokeModel>(
      FieldSchema("model", .names(StrokeModel.allCases.map { $0.rawValue }), "the stroke model"))
    static let grid = FieldSchema(
      StyleKeys.grid.name, StyleKeys.grid.schema.value, "the spacing of the positions that the device reported",
      unit: "points")
    static let next = SavedField<Int>(
      FieldSchema(
        "next", .integer(nextNumbers), "the number in the name of the next element that is not given one: e12 for 12"),
      in: nextNumbers)
    private static let nextNumbers = NumberRange.between(1, Double(LogLimits.ordinal))
    static let hue = SavedKey.hue
    static let elements = FieldSchema(
      "elements", .array(of: .any), isRequired: true, "in the order in which they began")
  }
}

/// The schema of saved drawings.
package enum DrawingSchema {
  /// The whole file, in which elements may be any values.
  package static let drawing = ObjectSchema(
    [
      SavedDrawing.Key.version, SavedDrawing.Key.size, SavedDrawing.Key.scale, SavedDrawing.Key.background,
      SavedDrawing.Key.model.schema, SavedDrawing.Key.grid, SavedDrawing.Key.next.schema,
      SavedDrawing.Key.hue.schema,
      SavedDrawing.Key.elements,
    ] + LogSchema.notes)

  /// The schemas of elements, by their kinds.
  package static var kinds: [(name: String, element: ObjectSchema)] {
    SavedKind.allCases.map { kind in
      let name = FieldSchema("kind", .names([kind.rawValue]), isRequired: true, SavedKey.kind.schema.meaning)
      return (kind.rawValue, ObjectSchema([name] + SavedKey.all.dropFirst() + kind.fields, oneOf: kind.alternatives))
    }
  }
}
