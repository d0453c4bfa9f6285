import Geometry

/// Tools, styles and the ids of elements.
extension LineParser {
  func toolChange(_ bytes: Span<UInt8>) throws(Fault) -> ToolChange {
    ToolChange(
      name: try kind.string(in: bytes, key: fields.name(of: kind)), style: try style(bytes),
      mode: try fields.string(LogSlot.mode, in: bytes), text: try fields.string(LogSlot.text, in: bytes),
      id: try elementID(LogSlot.touch, bytes))
  }

  private func style(_ bytes: Span<UInt8>) throws(Fault) -> StyleChange {
    var style = StyleChange()
    for (row, property) in StyleKeys.all.enumerated() {
      guard let token = fields.value(property.slot) else { continue }
      try style.read(row, token, in: bytes, key: fields.name(of: token))
    }
    return style
  }

  /// The id of an element, a string or an integer.
  private func elementID(_ slot: UInt8, _ bytes: Span<UInt8>) throws(Fault) -> String? {
    guard let token = fields.value(slot) else { return nil }
    if token.kind == .string { return token.string(in: bytes) }
    return "\(try token.integer(in: bytes, key: fields.name(of: token), expected: .identifier))"
  }
}

/// Commands.
extension LineParser {
  func command(_ bytes: Span<UInt8>) throws(Fault) -> LogCommand {
    let name = try kind.string(in: bytes, key: fields.name(of: kind))
    let id = try elementID(LogSlot.touch, bytes)
    switch name {
    case "undo": return .undo(count: try count(bytes))
    case "redo": return .redo(count: try count(bytes))
    case "clear": return .clear
    case "select":
      if let id { return .select(.id(id)) }
      return .select(.at(try position(bytes, orMissing: "\"at\" or \"id\"")))
    case "deselect": return .deselect
    case "delete": return .delete(id: id)
    case "move":
      guard let step = try vector(LogSlot.by, bytes) else { throw missing("\"by\"", bytes) }
      return .move(id: id, by: step)
    case "transform": return .transform(id: id, try transform(bytes))
    case "restyle": return .restyle(id: id, try style(bytes))
    case "duplicate":
      return .duplicate(
        id: id, as: try elementID(LogSlot.copy, bytes), by: try vector(LogSlot.by, bytes) ?? Vector(0, 0))
    case "raise": return .raise(id: id)
    case "lower": return .lower(id: id)
    case "text": return .text(try newText(bytes, id: id))
    case "edit": return .edit(id: id, text: try requiredString(LogSlot.text, bytes))
    case "image": return .image(try newImage(bytes, id: id))
    case "mark": return .mark(name: try requiredString(LogSlot.name, bytes))
    case "sound": return .sound(path: try fields.string(LogSlot.path, in: bytes))
    case "open": return .open(path: try requiredString(LogSlot.path, bytes))
    case "page":
      return .page(NewPage(size: try size(bytes, scale: 1), background: try background(bytes)))
    default: throw Fault(.unknownName(key: "command", name: name, allowed: LogCommand.names), at: kind.start)
    }
  }

  /// The number of steps.
  private func count(_ bytes: Span<UInt8>) throws(Fault) -> Int {
    guard let token = fields.value(LogSlot.count) else { return 1 }
    return try token.integer(.steps, in: bytes, key: fields.name(of: token))
  }

  private func transform(_ bytes: Span<UInt8>) throws(Fault) -> TransformChange {
    TransformChange(
      translate: try vector(LogSlot.translate, bytes),
      rotate: try fields.number(LogSlot.rotate, .rotation, in: bytes),
      scale: try fields.number(LogSlot.scale, .scaling, in: bytes))
  }

  private func newText(_ bytes: Span<UInt8>, id: String?) throws(Fault) -> NewText {
    NewText(
      try requiredString(LogSlot.text, bytes), at: try position(bytes, orMissing: "\"at\""),
      wrap: try fields.number(LogSlot.wrap, .positiveLength, in: bytes), style: try style(bytes), id: id)
  }

  private func newImage(_ bytes: Span<UInt8>, id: String?) throws(Fault) -> NewImage {
    let path = try fields.string(LogSlot.path, in: bytes)
    let data = try fields.string(LogSlot.data, in: bytes)
    let source: NewImage.Source
    switch (path, data) {
    case (let path?, nil): source = .path(path)
    case (nil, let data?): source = .data(data)
    case (nil, nil): throw missing("\"path\" or \"data\"", bytes)
    case (_?, _?):
      throw Fault(.duplicateProperty("path", "data"), at: fields.value(LogSlot.data)?.start ?? kind.start)
    }
    var size: Size?
    if let token = fields.value(LogSlot.size) {
      let (width, height) = try fields.pair(
        token, slot: LogSlot.size, .positiveLength, in: bytes, expected: .size)
      size = Size(width: width, height: height)
    }
    var image = NewImage(
      source, at: try position(bytes, orMissing: "\"at\""), size: size,
      opacity: try fields.number(StyleKeys.slot(of: StyleKeys.opacity), .unit, in: bytes), id: id)
    image.layer = try fields.string(StyleKeys.slot(of: StyleKeys.layer), in: bytes)
    return image
  }

  private func vector(_ slot: UInt8, _ bytes: Span<UInt8>) throws(Fault) -> Vector? {
    guard let token = fields.value(slot) else { return nil }
    let (dx, dy) = try fields.pair(token, slot: slot, .coordinate, in: bytes, expected: .point)
    return Vector(dx, dy)
  }

  /// The position that the key `at` gives.
  /// - Parameter keys: The keys to name in the fault if the line has no position.
  private func position(_ bytes: Span<UInt8>, orMissing keys: String) throws(Fault) -> Point {
    guard let vector = try vector(LogSlot.at, bytes) else { throw missing(keys, bytes) }
    return Point(0, 0) + vector
  }

  private func requiredString(_ slot: UInt8, _ bytes: Span<UInt8>) throws(Fault) -> String {
    guard let text = try fields.string(slot, in: bytes) else {
      throw missing("\"\(LogSlot.names(of: slot)[0])\"", bytes)
    }
    return text
  }
}
