import JSON
import TouchLog

/// Reads drawings of the data set Quick, Draw! that are a line each.
package struct QuickDrawLineParser {
  private var parser = QuickDrawParser(memoryLimit: 1 << 30)

  package init() {}

  /// Reads a line, which is one object and nothing else.
  /// - Throws: `Fault` with an offset in the line.
  package mutating func read(_ line: Span<UInt8>) throws(Fault) -> QuickDrawing {
    var offset = Self.textStart(line, from: 0)
    guard line.byte(at: offset) == ASCII.openBrace else {
      throw Fault(
        .unexpected(offset < line.count ? "other text" : "a blank line", expected: "an object, {…}"), at: offset)
    }
    parser.position = LinePosition()
    let drawing = try parser.drawing(from: &offset, in: line)
    let end = Self.textStart(line, from: offset)
    if end < line.count { throw Fault(.unexpected("more text", expected: "the end of the line"), at: end) }
    return drawing
  }

  /// The offset of the first byte that is no space.
  private static func textStart(_ line: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < line.count, ASCII.isSpace(line[offset]) { offset += 1 }
    return offset
  }
}
