/// The leading lines of a text.
struct LineCutter {
  private let text: [UInt8]
  private var lineCount = 0
  /// The number of bytes of the lines taken so far.
  private(set) var end = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Takes the lines up to the given one, counted from 1.
  mutating func advance(through line: Int) {
    while lineCount < line, end < text.count {
      end = (text[end...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count - 1) + 1
      lineCount += 1
    }
  }
}
