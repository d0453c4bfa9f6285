import Geometry

/// Reads touch lines that fit the templates of lines before them, in one pass.
///
/// It accepts only lines that `LineParser` accepts, and gives the same events. It stops before any other line and
/// reports no error.
struct TouchScanner {
  /// The largest number of bytes that a text and a short number after it occupy, including the words in which they are
  /// loaded.
  private static let reach = 48

  /// Where names of touches are stored; nil for the life of the process.
  private let names: TouchNameScope?
  private var templates = LineTemplates()
  private var lastTouch = LastTouch()
  private var json = JSONScanner(spansLines: false)

  init(names: TouchNameScope?) { self.names = names }

  /// Learns the template of a touch line that `LineParser` accepted.
  ///
  /// - Parameters:
  ///   - line: Without its newline.
  ///   - fields: The keys of log lines.
  mutating func learn(_ line: Range<Int>, of bytes: Span<UInt8>, fields: ObjectFields) {
    templates.learn(line, of: bytes, fields: fields)
  }

  /// Appends the touches of the lines from `start` on, until `touches` is full or a line does not fit.
  ///
  /// - Returns: The start of the first line that was not read.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, into touches: inout OutputSpan<TouchEvent>) -> Int {
    let tree = templates.nodes
    let nodes = tree.span
    let last = bytes.count &- Self.reach
    if nodes.isEmpty || touches.isFull { return start }
    var start = start
    var offset = start
    var node = 0
    var draft = TouchDraft()
    while true {
      // The values of most lines. This loop calls nothing, so that its variables stay in registers. It reads at most
      // `reach` bytes from an offset that is at most `last`.
      common: while offset <= last {
        let first = unsafe bytes.word(uncheckedAt: offset)
        let next = unsafe bytes.word(uncheckedAt: offset &+ 8)
        while !nodes[node].text.matches(first, next) {
          node = Int(nodes[node].other)
          if node < 0 { return start }
        }
        offset &+= Int(nodes[node].count)
        let value = nodes[node].value
        switch value.kind {
        case .number:
          guard let number = unsafe ShortNumber.double(bytes, &offset) else { break common }
          draft.numbers[Int(value.row)] = number
        case .touch:
          let first = unsafe bytes.word(uncheckedAt: offset)
          let next = unsafe bytes.word(uncheckedAt: offset &+ 8)
          guard lastTouch.matches(first, next) else { break common }
          offset &+= lastTouch.count
          draft.touch.touch = lastTouch.touch
        case .phase:
          // A quote, five letters, a quote.
          switch unsafe bytes.word(uncheckedAt: offset) & 0x00FF_FFFF_FFFF_FFFF {
          case 0x2264_6576_6F6D22: draft.touch.phase = .moved
          case 0x226E_6167_656222: draft.touch.phase = .began
          case 0x2264_6564_6E6522: draft.touch.phase = .ended
          default: break common
          }
          offset &+= 7
        case .end:
          guard draft.isInRange, offset &- start <= LogLimits.lineBytes else { return start }
          touches.append(draft.event)
          if touches.isFull { return offset }
          start = offset
          node = 0
          draft = TouchDraft()
          continue common
        case .sensor, .index, .pointer, .predicted, .expects, .other: break common
        case .text: break
        }
        node = Int(nodes[node].next)
      }
      guard offset <= last, let end = readValue(nodes[node].value, bytes, at: offset, into: &draft) else {
        return start
      }
      offset = end
      node = Int(nodes[node].next)
    }
  }
}

/// Rare values, and rare notations.
extension TouchScanner {
  /// Reads the value at `start`.
  ///
  /// - Returns: The offset after it; nil if the value is wrong.
  @inline(never) private mutating func readValue(
    _ value: LineTemplates.Value, _ bytes: Span<UInt8>, at start: Int, into draft: inout TouchDraft
  ) -> Int? {
    if value.kind == .touch, let end = lastTouch.longEnd(in: bytes, from: start) {
      draft.touch.touch = lastTouch.touch
      return end
    }
    json.reset()
    guard let token = try? json.scanValue(bytes, at: start, depth: 2) else { return nil }
    return store(value, token, bytes, into: &draft) ? token.end : nil
  }

  /// Stores a value; returns false if its type is wrong.
  private mutating func store(
    _ value: LineTemplates.Value, _ token: JSONToken, _ bytes: Span<UInt8>, into draft: inout TouchDraft
  ) -> Bool {
    switch (value.kind, token.kind) {
    case (.other, _): break
    case (.phase, .null): return false
    // A coordinate that stays NaN is outside every range.
    case (_, .null): break
    case (.touch, .number):
      guard let number = try? token.integer(in: bytes) else { return false }
      storeTouch(.number(LogInteger(number)), as: token, bytes, into: &draft)
    case (.touch, .string): storeTouch(.name(token.string(in: bytes), in: names), as: token, bytes, into: &draft)
    case (.phase, .string):
      guard let phase = TouchNames.phase(token, in: bytes) else { return false }
      draft.touch.phase = phase
    case (.index, .number):
      guard let index = try? token.integer(in: bytes) else { return false }
      draft.touch.index = LogInteger(index)
    case (.pointer, .string): draft.touch.pointer = TouchNames.pointer(token, in: bytes)
    case (.predicted, .boolean): draft.touch.predicted = token.word != 0
    case (.expects, .array):
      let (properties, other) = TouchNames.properties(token, in: bytes)
      guard other == nil else { return false }
      draft.touch.expects = properties
    case (.sensor, _):
      let field = PenReading.sensors[Int(value.row)].field
      do { try field.read(token, bytes, "", &draft.touch.reading) } catch { return false }
    case (.number, .number):
      guard let number = token.double(in: bytes) else { return false }
      draft.numbers[Int(value.row)] = number
    default: return false
    }
    return true
  }

  private mutating func storeTouch(
    _ touch: TouchID, as token: JSONToken, _ bytes: Span<UInt8>, into draft: inout TouchDraft
  ) {
    lastTouch = LastTouch(touch, bytes, token.start..<token.end)
    draft.touch.touch = touch
  }
}

/// A touch while its line is read.
struct TouchDraft {
  /// The number of sensors, from the first, whose values are in `numbers`.
  static let sensorCount = 5

  /// The position, and the values of the first sensors; NaN if the line does not have them.
  fileprivate var numbers = InlineArray<7, Double>(repeating: .nan)
  /// The other properties.
  fileprivate var touch = TouchEvent(phase: .moved, point: Point(.nan, .nan))

  /// Whether coordinates and pressure are in range; false if there is no point.
  @inline(__always) fileprivate var isInRange: Bool {
    abs(numbers[0]) <= LogLimits.coordinate && abs(numbers[1]) <= LogLimits.coordinate && !(numbers[2] < 0)
  }

  @inline(__always) fileprivate var event: TouchEvent {
    var event = touch
    event.point = Point(numbers[0], numbers[1])
    event.reading.pressure = numbers[2]
    event.reading.time = numbers[3]
    event.reading.altitude = numbers[4]
    event.reading.azimuth = numbers[5]
    if !numbers[6].isNaN { event.reading.twist = numbers[6] }
    return event
  }
}
