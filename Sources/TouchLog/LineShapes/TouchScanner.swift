/// Reads touch lines of shapes that it has seen, in one pass.
///
/// It accepts only what `LogLine` accepts, and gives the same events; where anything is not as expected, it stops before
/// the line, and says nothing of what is wrong.
struct TouchScanner {
  /// How many bytes a text and a short number after it may take, the words included that they are read in.
  private static let reach = 48

  private var shapes = ShapeTree()
  var lastTouch = LastTouch()
  var json = JSONScanner(spansLines: false)

  /// Learns the shape of a touch line that `LogLine` has accepted.
  ///
  /// - Parameter line: Without its newline.
  mutating func learn(_ line: Range<Int>, of bytes: Span<UInt8>, fields: ObjectFields) {
    shapes.learn(line, of: bytes, fields: fields)
  }

  /// Appends the touches of the lines from `start` on, as long as there is room.
  ///
  /// - Returns: Where the first line begins that was not read.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, into touches: inout OutputSpan<TouchEvent>) -> Int {
    let tree = shapes.nodes
    let nodes = tree.span
    let last = bytes.count &- Self.reach
    if nodes.isEmpty || touches.isFull { return start }
    var start = start
    var offset = start
    var place = 0
    var draft = TouchDraft()
    while true {
      // What most lines hold. It calls nothing, so that all it needs stays in registers, and reads nothing further than
      // `reach` from an offset that is at most `last`.
      common: while offset <= last {
        let first = unsafe bytes.word(uncheckedAt: offset)
        let next = unsafe bytes.word(uncheckedAt: offset &+ 8)
        while !nodes[place].text.stands(first, next) {
          place = Int(nodes[place].other)
          if place < 0 { return start }
        }
        offset &+= Int(nodes[place].count)
        let value = nodes[place].value
        switch value {
        case .x, .y, .pressure, .time, .altitude, .azimuth:
          guard let number = unsafe ShortNumber.double(bytes, &offset) else { break common }
          draft.numbers[Int(value.rawValue)] = number
        case .touch:
          let first = unsafe bytes.word(uncheckedAt: offset)
          let next = unsafe bytes.word(uncheckedAt: offset &+ 8)
          guard lastTouch.stands(first, next) else { break common }
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
          place = 0
          draft = TouchDraft()
          continue common
        case .index, .pointer, .predicted, .expects, .other: break common
        case .text: break
        }
        place = Int(nodes[place].next)
      }
      guard offset <= last, let end = readValue(nodes[place].value, bytes, at: offset, into: &draft) else {
        return start
      }
      offset = end
      place = Int(nodes[place].next)
    }
  }
}
