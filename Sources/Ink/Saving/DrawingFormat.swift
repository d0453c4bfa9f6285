import TouchLog

/// The formats in which drawings are kept in files.
public enum DrawingFormat: String, Sendable, CaseIterable {
  case drawing
  /// What the markup library Drawsana writes.
  case drawsana

  /// What the beginning of a file says of it.
  public enum Recognition: Hashable, Sendable {
    case drawing(DrawingFormat)
    /// It is no drawing.
    case other
    /// There must be more of it.
    case undecided
  }

  /// Tells a drawing by the first keys of its object.
  public static func recognize(_ beginning: [UInt8]) -> Recognition {
    let prefix = JSONPrefix(beginning)
    var found: DrawingFormat?
    for key in prefix.keys {
      // A line of a log may have any keys beside the one that says what it is.
      if LogReader.kinds.contains(key.name) { return .other }
      if key.name == "drawing", key.kind == .number { found = found ?? .drawing }
      if key.name == "shapes", key.kind == .array { found = found ?? .drawsana }
    }
    if let found { return .drawing(found) }
    return prefix.isOpen ? .undecided : .other
  }
}

extension SavedDrawing {
  /// Reads a file.
  /// - Parameters:
  ///   - text: All of it.
  ///   - name: The file as the user named it, for messages.
  ///   - format: Nil to tell it by its keys.
  public init(_ text: [UInt8], name: String, format: DrawingFormat? = nil) throws(LogError) {
    let root = try JSONDocument(text, name: name).root
    switch format ?? (root["drawing"] == nil && root["shapes"] != nil ? .drawsana : .drawing) {
    case .drawing: try self.init(root)
    case .drawsana: try self.init(drawsana: root)
    }
  }
}
