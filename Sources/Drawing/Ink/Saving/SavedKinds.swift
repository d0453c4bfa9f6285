import TouchLog

/// The kinds of saved elements.
enum SavedKind: Hashable, Sendable {
  case stroke, shape(Shape.Kind), text, image

  /// The keys of elements of this kind besides those of all elements, of their style and of samples, as they are
  /// written.
  var keys: [Field<SavedValues>] {
    switch self {
    case .stroke: [SavedKeys.tool]
    case .shape(let kind): SavedKeys.shape + (kind == .angle ? [SavedKeys.c] : []) + [SavedKeys.dragged]
    case .text: SavedKeys.text
    case .image: SavedKeys.image
    }
  }

  /// The kinds of elements whose style keys this one has.
  var styles: StyledKinds {
    switch self {
    case .stroke: .stroke
    case .shape(let kind): kind == .angle ? [.shape, .label] : .shape
    case .text: .text
    case .image: .image
    }
  }

  var hue: [Field<SavedValues>] { self == .image ? [] : [SavedKeys.hue] }

  /// The description of all keys. Those that only angles have are the last.
  fileprivate var schema: ObjectSchema {
    var fields = [FieldSchema("kind", .names([rawValue]), isRequired: true, SavedKeys.kind)]
    fields += SavedKeys.element.map { $0.schema } + [SavedKeys.transform, SavedKeys.was]
    fields += keys.filter { $0.name != SavedKeys.c.name }.map { $0.schema }
    fields += StyleKeys.schemas(of: styles.subtracting(.label)) + hue.map { $0.schema }
    if self == .stroke {
      fields += [SavedKeys.samples, SavedKeys.tilts, SavedKeys.twists] + SavedKeys.columns.map { $0.key }
    }
    if self == .shape(.angle) { fields += [SavedKeys.c.schema] + StyleKeys.schemas(of: .label) }
    return ObjectSchema(fields, oneOf: self == .image ? [["path"], ["data"]] : [])
  }
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

/// The schema of saved drawings.
package enum DrawingSchema {
  /// The whole file, in which elements may be any values.
  package static let drawing = ObjectSchema(
    [SavedKeys.version] + SavedKeys.header.map { $0.schema } + SavedKeys.counters.map { $0.schema }
      + [SavedKeys.elements] + LogSchema.notes)

  /// The schemas of elements, by their kinds.
  package static var kinds: [(name: String, element: ObjectSchema)] {
    SavedKind.allCases.map { ($0.rawValue, $0.schema) }
  }
}
