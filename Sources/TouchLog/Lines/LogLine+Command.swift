import Geometry

/// Command lines.
extension LogLine {
  func command(_ bytes: Span<UInt8>) throws(Fault) -> LogCommand {
    let name = try fields.string(kind, in: bytes)
    let id = try elementID(bytes)
    switch name {
    case "undo": return .undo(count: try count(bytes))
    case "redo": return .redo(count: try count(bytes))
    case "clear": return .clear
    case "select":
      if let id { return .select(.id(id)) }
      return .select(.at(Point(0, 0) + (try required(LogSlot.at, "\"at\" or \"id\"", bytes))))
    case "deselect": return .deselect
    case "delete": return .delete(id: id)
    case "move": return .move(id: id, by: try required(LogSlot.by, "\"by\"", bytes))
    case "transform": return .transform(id: id, try transform(bytes))
    case "restyle": return .restyle(id: id, try style(bytes))
    case "raise": return .raise(id: id)
    case "lower": return .lower(id: id)
    case "text": return .text(try newText(bytes, id: id))
    case "edit": return .edit(id: id, text: try required(text: LogSlot.text, "\"text\"", bytes))
    case "image": return .image(try newImage(bytes, id: id))
    case "mark": return .mark(name: try required(text: LogSlot.name, "\"name\"", bytes))
    case "open": return .open(path: try required(text: LogSlot.path, "\"path\"", bytes))
    default: throw Fault(.unknownName(key: "command", name: name, allowed: LogCommand.names), at: kind.start)
    }
  }

  private func count(_ bytes: Span<UInt8>) throws(Fault) -> Int {
    try fields.count(LogSlot.count, atLeast: 1, in: bytes) ?? 1
  }

  private func transform(_ bytes: Span<UInt8>) throws(Fault) -> TransformChange {
    TransformChange(
      translate: try vector(LogSlot.translate, bytes),
      rotate: try fields.number(LogSlot.rotate, .between(-1e6, 1e6), in: bytes),
      scale: try fields.number(LogSlot.scale, .between(1e-6, 1e6), in: bytes))
  }

  private func newText(_ bytes: Span<UInt8>, id: String?) throws(Fault) -> NewText {
    NewText(
      try required(text: LogSlot.text, "\"text\"", bytes),
      at: Point(0, 0) + (try required(LogSlot.at, "\"at\"", bytes)),
      wrap: try fields.number(LogSlot.wrap, .positiveLength, in: bytes), style: try style(bytes), id: id)
  }

  private func newImage(_ bytes: Span<UInt8>, id: String?) throws(Fault) -> NewImage {
    let path = try fields.string(LogSlot.path, in: bytes)
    let data = try fields.string(LogSlot.data, in: bytes)
    let source: NewImage.Source
    switch (path, data) {
    case (let path?, nil): source = .path(path)
    case (nil, let data?): source = .data(data)
    case (nil, nil): throw missing("\"path\" or \"data\"")
    case (_?, _?):
      throw Fault(.duplicateProperty("path", "data"), at: fields.value(LogSlot.data)?.start ?? kind.start)
    }
    var size: Size?
    if let token = fields.value(LogSlot.size) {
      let (width, height) = try fields.pair(
        token, slot: LogSlot.size, .positiveLength, in: bytes, expected: .size)
      size = Size(width: width, height: height)
    }
    return NewImage(
      source, at: Point(0, 0) + (try required(LogSlot.at, "\"at\"", bytes)), size: size,
      opacity: try fields.number(LogSlot.opacity, .unit, in: bytes), id: id)
  }

  private func vector(_ slot: UInt8, _ bytes: Span<UInt8>) throws(Fault) -> Vector? {
    guard let token = fields.value(slot) else { return nil }
    let (dx, dy) = try fields.pair(token, slot: slot, .coordinate, in: bytes, expected: .point)
    return Vector(dx, dy)
  }

  private func required(_ slot: UInt8, _ key: String, _ bytes: Span<UInt8>) throws(Fault) -> Vector {
    guard let vector = try vector(slot, bytes) else { throw missing(key) }
    return vector
  }

  private func required(text slot: UInt8, _ key: String, _ bytes: Span<UInt8>) throws(Fault) -> String {
    guard let text = try fields.string(slot, in: bytes) else { throw missing(key) }
    return text
  }
}
