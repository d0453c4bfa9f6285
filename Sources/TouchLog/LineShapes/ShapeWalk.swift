/// Goes through a touch line that is known to be right, and notes where its values are.
struct ShapeWalk {
  private var parts: [ShapeTree.Part] = []
  private var json = JSONScanner(spansLines: false)
  private var offset: Int
  /// Where the text begins that goes before the next value.
  private var textStart: Int

  private init(start: Int) {
    offset = start
    textStart = start
  }

  /// The line's texts, the last with the newline; none where it is no line like those.
  static func parts(of line: Range<Int>, in bytes: Span<UInt8>, fields: ObjectFields) -> [ShapeTree.Part] {
    var walk = ShapeWalk(start: line.lowerBound)
    guard (try? walk.passLine(bytes, fields)) != nil else { return [] }
    walk.note(.end, at: line.upperBound + 1)
    return walk.parts
  }

  private mutating func passLine(_ bytes: Span<UInt8>, _ fields: ObjectFields) throws(Fault) {
    _ = json.skipSpace(bytes, &offset)
    offset += 1
    repeat {
      let key = try json.scanKey(bytes, &offset)
      let slot = fields.slot(ofKey: key, in: bytes)
      switch (slot, bytes.byte(at: offset)) {
      case (LogSlot.point, ASCII.openBracket): try passArray(bytes)
      case (LogSlot.point, ASCII.openBrace): try passObject(bytes)
      default: try passValue(slot.flatMap(ShapeTree.Value.init(slot:)) ?? .other, bytes)
      }
    } while try json.goesOn(bytes, &offset, until: ASCII.closeBrace)
  }

  /// A point's `[x,y]`.
  private mutating func passArray(_ bytes: Span<UInt8>) throws(Fault) {
    offset += 1
    for value in [ShapeTree.Value.x, .y] {
      _ = json.skipSpace(bytes, &offset)
      try passValue(value, bytes)
      _ = try json.goesOn(bytes, &offset, until: ASCII.closeBracket)
    }
  }

  /// A point's `{"x":…,"y":…}`.
  private mutating func passObject(_ bytes: Span<UInt8>) throws(Fault) {
    offset += 1
    repeat {
      let key = try json.scanKey(bytes, &offset)
      switch key.string(in: bytes) {
      case "x": try passValue(.x, bytes)
      case "y": try passValue(.y, bytes)
      default: try passValue(.other, bytes)
      }
    } while try json.goesOn(bytes, &offset, until: ASCII.closeBrace)
  }

  private mutating func passValue(_ value: ShapeTree.Value, _ bytes: Span<UInt8>) throws(Fault) {
    note(value, at: offset)
    offset = try json.scanValue(bytes, at: offset, depth: 2).end
    textStart = offset
  }

  private mutating func note(_ value: ShapeTree.Value, at start: Int) {
    parts.append((textStart..<start, value))
  }
}

extension ShapeTree.Value {
  /// The value that a touch line has in a slot; nil where it has none there.
  fileprivate init?(slot: UInt8) {
    switch slot {
    case LogSlot.x: self = .x
    case LogSlot.y: self = .y
    case LogSlot.pressure: self = .pressure
    case LogSlot.time: self = .time
    case LogSlot.altitude: self = .altitude
    case LogSlot.azimuth: self = .azimuth
    case LogSlot.touch: self = .touch
    case LogSlot.phase: self = .phase
    case LogSlot.index: self = .index
    case LogSlot.pointer: self = .pointer
    case LogSlot.predicted: self = .predicted
    case LogSlot.expects: self = .expects
    default: return nil
    }
  }
}
