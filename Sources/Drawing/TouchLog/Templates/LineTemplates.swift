/// The templates of the touch lines so far: their keys, with all text between the values.
///
/// The lines of a log are nearly all alike except for their values. Each path through this tree is a template: texts
/// with a value after each. A line that has these texts only needs its values read (speculative parsing: Li et al.,
/// Mison, VLDB 2017; Bonetta and Brantner, FAD.js, VLDB 2017). Only lines that `LineParser` accepted are learned, so
/// every line that fits a template has valid keys.
struct LineTemplates {
  /// The value that follows a text.
  struct Value: Equatable {
    enum Kind: UInt8 {
      /// `row` is its index in `TouchDraft.numbers`.
      case number
      /// `row` is that in `PenReading.sensors`.
      case sensor
      case touch, phase, index, pointer, predicted, expects
      /// A value that a touch does not need.
      case other
      /// Literal text between two values.
      case text
      /// The next line.
      case end
    }

    var kind: Kind
    var row: UInt8 = 0

    static let x = Value(kind: .number)
    static let y = Value(kind: .number, row: 1)
  }

  /// A text of a line, and how a line can continue.
  struct Node {
    var text: ShortText
    /// The text's length in bytes.
    var count: UInt8
    var value: Value
    /// The node of the text after the value; -1 after the end of a line.
    var next: Int32 = -1
    /// The node of an alternative to this text; -1 if there is none.
    var other: Int32 = -1
  }

  /// A text in a line, and the value after it.
  struct Part {
    var text: Range<Int>
    var value: Value
  }

  /// The most nodes in total.
  private static let nodeLimit = 4096
  /// The most nodes of one template.
  private static let templateLimit = 64

  /// The first one is the beginning of each line.
  private(set) var nodes: [Node] = []
  /// The number of lines to skip before one is learned.
  private var skipCount = 0

  /// Adds the template of a touch line that `LineParser` accepted.
  ///
  /// If that gains nothing, because the line fits a known template but has unusual values, or because there are more
  /// templates than can be kept, the lines after it are skipped. So learning never costs more than parsing.
  ///
  /// - Parameters:
  ///   - line: Without its newline.
  ///   - fields: The keys of log lines.
  mutating func learn(_ line: Range<Int>, of bytes: Span<UInt8>, fields: ObjectFields) {
    if skipCount > 0 {
      skipCount -= 1
      return
    }
    let isFull = nodes.count > Self.nodeLimit - Self.templateLimit
    if isFull { nodes.removeAll(keepingCapacity: true) }
    let before = nodes.count
    insert(TemplateBuilder.parts(of: line, in: bytes, fields: fields).flatMap(Self.pieces), of: bytes)
    if nodes.count == before {
      skipCount = 64
    } else if nodes.count > Self.nodeLimit - Self.templateLimit {
      skipCount = Self.nodeLimit
    }
  }

  private mutating func insert(_ template: [Part], of bytes: Span<UInt8>) {
    if template.count > Self.templateLimit { return }
    var before = -1
    for part in template {
      let text = ShortText(bytes, part.text)
      var node = before >= 0 ? Int(nodes[before].next) : nodes.isEmpty ? -1 : 0
      var alternative = -1
      while node >= 0, nodes[node].text != text { (alternative, node) = (node, Int(nodes[node].other)) }
      if node < 0 {
        node = nodes.count
        nodes.append(Node(text: text, count: UInt8(part.text.count), value: part.value))
        if alternative >= 0 {
          nodes[alternative].other = Int32(node)
        } else if before >= 0 {
          nodes[before].next = Int32(node)
        }
      }
      before = node
    }
  }

  /// Splits a text of any length into pieces that fit into nodes.
  private static func pieces(of part: Part) -> [Part] {
    stride(from: part.text.lowerBound, to: part.text.upperBound, by: ShortText.capacity).map { start in
      let end = min(start + ShortText.capacity, part.text.upperBound)
      return Part(text: start..<end, value: end == part.text.upperBound ? part.value : Value(kind: .text))
    }
  }
}

/// Splits a touch line that `LineParser` accepted into texts and values.
private struct TemplateBuilder {
  private var parts: [LineTemplates.Part] = []
  private var json = JSONScanner(spansLines: false)
  private var offset: Int
  /// The beginning of the text before the next value.
  private var textStart: Int

  private init(start: Int) {
    offset = start
    textStart = start
  }

  /// The parts of the line, the last one with the newline; empty if the line cannot be split.
  static func parts(of line: Range<Int>, in bytes: Span<UInt8>, fields: ObjectFields) -> [LineTemplates.Part] {
    var builder = TemplateBuilder(start: line.lowerBound)
    guard (try? builder.addLine(bytes, fields)) != nil else { return [] }
    builder.endText(LineTemplates.Value(kind: .end), at: line.upperBound + 1)
    return builder.parts
  }

  private mutating func addLine(_ bytes: Span<UInt8>, _ fields: ObjectFields) throws(JSONFault) {
    _ = json.skipSpace(bytes, &offset)
    offset += 1
    repeat {
      let key = try json.scanKey(bytes, &offset)
      let slot = fields.slot(ofKey: key, in: bytes)
      switch (slot, bytes.byte(at: offset)) {
      case (LogSlot.point, ASCII.openBracket): try addArray(bytes)
      case (LogSlot.point, ASCII.openBrace): try addObject(bytes)
      default: try addValue(LineTemplates.Value(slot: slot), bytes)
      }
    } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
  }

  /// Adds a point `[x,y]`.
  private mutating func addArray(_ bytes: Span<UInt8>) throws(JSONFault) {
    offset += 1
    for value in [LineTemplates.Value.x, .y] {
      _ = json.skipSpace(bytes, &offset)
      try addValue(value, bytes)
      _ = try json.hasNext(bytes, &offset, until: ASCII.closeBracket)
    }
  }

  /// Adds a point `{"x":…,"y":…}`.
  private mutating func addObject(_ bytes: Span<UInt8>) throws(JSONFault) {
    offset += 1
    repeat {
      let key = try json.scanKey(bytes, &offset)
      switch key.string(in: bytes) {
      case "x": try addValue(.x, bytes)
      case "y": try addValue(.y, bytes)
      default: try addValue(LineTemplates.Value(kind: .other), bytes)
      }
    } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
  }

  private mutating func addValue(_ value: LineTemplates.Value, _ bytes: Span<UInt8>) throws(JSONFault) {
    endText(value, at: offset)
    offset = try json.scanValue(bytes, at: offset, depth: 2).end
    textStart = offset
  }

  private mutating func endText(_ value: LineTemplates.Value, at end: Int) {
    parts.append(LineTemplates.Part(text: textStart..<end, value: value))
  }
}

extension LineTemplates.Value {
  /// The value of a touch in a slot of `LogSlot`; nil for a key that is not known.
  fileprivate init(slot: UInt8?) {
    switch slot ?? 0 {
    case LogSlot.x: self = .x
    case LogSlot.y: self = .y
    case LogSlot.touch: self.init(kind: .touch)
    case LogSlot.phase: self.init(kind: .phase)
    case LogSlot.index: self.init(kind: .index)
    case LogSlot.pointer: self.init(kind: .pointer)
    case LogSlot.predicted: self.init(kind: .predicted)
    case LogSlot.expects: self.init(kind: .expects)
    case let slot where slot >= LogSlot.firstSensor:
      let row = slot - LogSlot.firstSensor
      let isNumber = row < UInt8(TouchDraft.sensorCount)
      self.init(kind: isNumber ? .number : .sensor, row: isNumber ? row + 2 : row)
    default: self.init(kind: .other)
    }
  }
}
