import Geometry

/// A kind of command: its line is described, read and written by this row alone.
struct CommandRow: Sendable {
  let name: String
  /// What the command does: a phrase without a period.
  let meaning: String
  /// Its keys, as they are written.
  fileprivate(set) var keys: [Field<LineValues>]
  /// Keys of which a line has exactly one. They are described last.
  let oneOf: [String]
  /// Keys of which a line has at least one. The first one that it has counts.
  let anyOf: [String]
  /// Nil if one of the keys is missing that the row requires.
  let make: @Sendable (LineValues) -> LogCommand?
  /// Nil for a command of another row.
  let values: @Sendable (LogCommand) -> LineValues?

  private init(
    _ name: String, _ meaning: String, _ keys: [Field<LineValues>] = [], oneOf: [String] = [], anyOf: [String] = [],
    make: @escaping @Sendable (LineValues) -> LogCommand?, values: @escaping @Sendable (LogCommand) -> LineValues?
  ) {
    (self.name, self.meaning, self.keys, self.oneOf, self.anyOf) = (name, meaning, keys, oneOf, anyOf)
    (self.make, self.values) = (make, values)
  }

  /// All kinds, with the slots of their keys.
  static let all: [CommandRow] = described.map { row in
    var row = row
    row.keys = LogSlot.numbered(row.keys)
    return row
  }

  /// The row of a command, and the values that its line has.
  static func line(of command: LogCommand) -> (row: CommandRow, values: LineValues) {
    for row in all {
      if let values = row.values(command) { return (row, values) }
    }
    preconditionFailure("a command has no row")
  }
}

extension LogCommand {
  /// The names of all commands.
  package static var names: [String] { CommandRow.all.map { $0.name } }

  /// One of `names`.
  package var name: String { CommandRow.line(of: self).row.name }
}

extension CommandRow {
  static let described: [CommandRow] = [
    CommandRow("undo", "undoes the last steps", [LineKeys.steps], make: { .undo(count: $0.count ?? 1) }) {
      if case .undo(let count) = $0 { LineValues(count: count == 1 ? nil : count) } else { nil }
    },
    CommandRow("redo", "redoes steps that were undone", [LineKeys.steps], make: { .redo(count: $0.count ?? 1) }) {
      if case .redo(let count) = $0 { LineValues(count: count == 1 ? nil : count) } else { nil }
    },
    CommandRow("clear", "removes all elements", make: { _ in .clear }) { $0 == .clear ? LineValues() : nil },
    CommandRow(
      "select", "selects an element", [LineKeys.selected, LineKeys.tapped], anyOf: ["id", "at"],
      make: { values in values.id.map { .select(.id($0)) } ?? values.at.map { .select(.at($0)) } }
    ) {
      switch $0 {
      case .select(.id(let id)): LineValues(id: id)
      case .select(.at(let point)): LineValues(at: point)
      default: nil
      }
    },
    CommandRow("deselect", "ends the selection", make: { _ in .deselect }) { $0 == .deselect ? LineValues() : nil },
    CommandRow("delete", "removes an element", [LineKeys.target], make: { .delete(id: $0.id) }) {
      if case .delete(let id) = $0 { LineValues(id: id) } else { nil }
    },
    CommandRow(
      "move", "moves an element", [LineKeys.target, LineKeys.step],
      make: { values in values.by.map { .move(id: values.id, by: $0) } }
    ) {
      if case .move(let id, let step) = $0 { LineValues(id: id, by: step) } else { nil }
    },
    CommandRow(
      "transform", "moves an element, and rotates and scales it about its center",
      [LineKeys.target, LineKeys.translate, LineKeys.rotate, LineKeys.scale],
      make: { values in
        .transform(
          id: values.id,
          TransformChange(translate: values.translate, rotate: values.rotate, scale: values.scale))
      }
    ) {
      guard case .transform(let id, let change) = $0 else { return nil }
      return LineValues(id: id, translate: change.translate, rotate: change.rotate, scale: change.scale)
    },
    CommandRow(
      "stretch",
      "makes a line, an arrow, a rectangle, an ellipse, an angle or an image wider and higher about its center, each by a "
        + "factor of its own; the width of its lines stays",
      [LineKeys.target, LineKeys.factors],
      make: { values in values.by.map { .stretch(id: values.id, by: $0) } }
    ) {
      if case .stretch(let id, let factors) = $0 { LineValues(id: id, by: factors) } else { nil }
    },
    CommandRow(
      "restyle", "changes the style of an element; a key that is left out stays unchanged",
      [LineKeys.target] + LineKeys.styles, make: { .restyle(id: $0.id, $0.style) }
    ) {
      if case .restyle(let id, let style) = $0 { LineValues(id: id, style: style) } else { nil }
    },
    CommandRow(
      "duplicate", "adds a copy of an element above all others, with the holes that erasers have made in it",
      [LineKeys.original, LineKeys.copy, LineKeys.offset],
      make: { .duplicate(id: $0.id, as: $0.copy, by: $0.by ?? Vector(0, 0)) }
    ) {
      guard case .duplicate(let id, let copy, let step) = $0 else { return nil }
      return LineValues(id: id, copy: copy, by: step == Vector(0, 0) ? nil : step)
    },
    CommandRow("raise", "moves an element above all others", [LineKeys.target], make: { .raise(id: $0.id) }) {
      if case .raise(let id) = $0 { LineValues(id: id) } else { nil }
    },
    CommandRow("lower", "moves an element below all others", [LineKeys.target], make: { .lower(id: $0.id) }) {
      if case .lower(let id) = $0 { LineValues(id: id) } else { nil }
    },
    CommandRow(
      "text", "adds a text", [LineKeys.newID, LineKeys.words, LineKeys.corner, LineKeys.wrap] + LineKeys.styles,
      make: { values in
        guard let text = values.text, let at = values.at else { return nil }
        return .text(NewText(text, at: at, wrap: values.wrap, style: values.style, id: values.id))
      }
    ) {
      guard case .text(let text) = $0 else { return nil }
      return LineValues(id: text.id, text: text.text, at: text.at, wrap: text.wrap, style: text.style)
    },
    CommandRow(
      "edit", "replaces the words of a text", [LineKeys.target, LineKeys.words],
      make: { values in values.text.map { .edit(id: values.id, text: $0) } }
    ) {
      if case .edit(let id, let text) = $0 { LineValues(id: id, text: text) } else { nil }
    },
    CommandRow(
      "image", "adds an image",
      [
        LineKeys.newID, LineKeys.picture, LineKeys.data, LineKeys.corner, LineKeys.extent, LineKeys.opacity,
        LineKeys.layer,
      ], oneOf: ["path", "data"],
      make: { values in
        guard let source = values.path.map(NewImage.Source.path) ?? values.data.map(NewImage.Source.data),
          let at = values.at
        else { return nil }
        var image = NewImage(source, at: at, size: values.size, opacity: values.opacity, id: values.id)
        image.layer = values.layer
        return .image(image)
      }
    ) {
      guard case .image(let image) = $0 else { return nil }
      var values = LineValues(
        id: image.id, layer: image.layer, at: image.at, opacity: image.opacity, size: image.size)
      switch image.source {
      case .path(let path): values.path = path
      case .data(let text): values.data = text
      }
      return values
    },
    CommandRow(
      "mark", "names a moment of the recording", [LineKeys.name], make: { $0.name.map { .mark(name: $0) } }
    ) {
      if case .mark(let name) = $0 { LineValues(name: name) } else { nil }
    },
    CommandRow(
      "sound", "says where sound begins that was recorded beside the touches, or where it ends", [LineKeys.sound],
      make: { .sound(path: $0.path) }
    ) {
      if case .sound(let path) = $0 { LineValues(path: path) } else { nil }
    },
    CommandRow(
      "open", "continues from a saved drawing; only at the start, after the header if there is one",
      [LineKeys.drawing], make: { $0.path.map { .open(path: $0) } }
    ) {
      if case .open(let path) = $0 { LineValues(path: path) } else { nil }
    },
    CommandRow(
      "page", "begins another page: an empty drawing", [LineKeys.pageSize, LineKeys.background],
      make: { .page(NewPage(size: $0.size, background: $0.background)) }
    ) {
      if case .page(let page) = $0 { LineValues(size: page.size, background: page.background) } else { nil }
    },
  ]
}
