import TouchLog

/// What a saved drawing must be.
public enum DrawingSchema {
  /// All but what the elements are.
  public static let drawing = ObjectSchema([
    SavedDrawing.Key.version, SavedDrawing.Key.size, SavedDrawing.Key.scale, SavedDrawing.Key.background,
    SavedDrawing.Key.model.schema, SavedDrawing.Key.grid.schema, SavedDrawing.Key.next.schema,
    SavedDrawing.Key.hue.schema,
    SavedDrawing.Key.elements,
  ])

  /// An element is one of these.
  public static var kinds: [(name: String, element: ObjectSchema)] {
    SavedKind.allCases.map { kind in
      let name = FieldSchema("kind", .names([kind.rawValue]), isRequired: true, SavedKey.kind.schema.meaning)
      return (kind.rawValue, ObjectSchema([name] + SavedKey.all.dropFirst() + kind.fields, oneOf: kind.alternatives))
    }
  }
}
