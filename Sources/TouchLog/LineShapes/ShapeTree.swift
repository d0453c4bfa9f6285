/// The shapes of the touch lines so far: their keys, with all that stands between the values.
///
/// The lines of a log are nearly all alike but for their values. Each way through the tree is a shape, text by text with
/// a value after each: a line that has those texts needs no more than its values read (speculative parsing: Li et al.,
/// Mison, VLDB 2017; Bonetta and Brantner, FAD.js, VLDB 2017). Only lines that were read without fault are learned, so
/// that what a line's keys must fulfil is fulfilled by all lines of its shape.
struct ShapeTree {
  /// What follows a text.
  enum Value: UInt8 {
    // Numbers: their places among those of a `TouchDraft`.
    case x, y, pressure, time, altitude, azimuth
    case touch, phase, index, pointer, predicted, expects
    /// Anything, which says nothing of the touch.
    case other
    /// More text.
    case text
    /// The next line.
    case end
  }

  /// A text of a line, and how a line may go on.
  struct Node {
    var text: ShortText
    /// The text's length in bytes.
    var count: UInt8
    var value: Value
    /// The text after the value; below 0 behind the line's end.
    var next: Int32 = -1
    /// Another text that may stand in the place of this one; below 0 where there is none.
    var other: Int32 = -1
  }

  /// A text and what follows it, as they stand in a line.
  typealias Part = (text: Range<Int>, value: Value)

  /// How many nodes there may be, and how many of them one shape may take.
  private static let most = 4096
  private static let mostOfShape = 64

  /// The first is where each line begins.
  private(set) var nodes: [Node] = []
  /// How many lines are still to be passed over before one is learned.
  private var idle = 0

  /// Takes in the shape of a touch line that was read without fault.
  ///
  /// Where that gains nothing, because a line has a known shape and unusual values, or more shapes than can be kept, the
  /// lines after it are passed over, so that learning never costs more than reading.
  ///
  /// - Parameters:
  ///   - line: Without its newline.
  ///   - fields: The keys of log lines.
  mutating func learn(_ line: Range<Int>, of bytes: Span<UInt8>, fields: ObjectFields) {
    if idle > 0 {
      idle -= 1
      return
    }
    let isFull = nodes.count > Self.most - Self.mostOfShape
    if isFull { nodes.removeAll(keepingCapacity: true) }
    let before = nodes.count
    insert(ShapeWalk.parts(of: line, in: bytes, fields: fields).flatMap(Self.pieces), of: bytes)
    if nodes.count == before { idle = 64 } else if nodes.count > Self.most - Self.mostOfShape { idle = Self.most }
  }

  private mutating func insert(_ shape: [Part], of bytes: Span<UInt8>) {
    if shape.count > Self.mostOfShape { return }
    var before = -1
    for part in shape {
      let text = ShortText(bytes, part.text)
      var place = before >= 0 ? Int(nodes[before].next) : nodes.isEmpty ? -1 : 0
      var beside = -1
      while place >= 0, nodes[place].text != text { (beside, place) = (place, Int(nodes[place].other)) }
      if place < 0 {
        place = nodes.count
        nodes.append(Node(text: text, count: UInt8(part.text.count), value: part.value))
        if beside >= 0 {
          nodes[beside].other = Int32(place)
        } else if before >= 0 {
          nodes[before].next = Int32(place)
        }
      }
      before = place
    }
  }

  /// A text of any length in pieces that a node can hold.
  private static func pieces(of part: Part) -> [Part] {
    stride(from: part.text.lowerBound, to: part.text.upperBound, by: ShortText.most).map { start in
      let end = min(start + ShortText.most, part.text.upperBound)
      return (start..<end, end == part.text.upperBound ? part.value : .text)
    }
  }
}
