/// The touch that was named last, and how it was written: most often the next line names it in the same way.
struct LastTouch {
  private(set) var touch = TouchID.number(0)
  /// How a short one was written, with the byte behind it, so that no longer number is taken for it.
  private var short = ShortText()
  /// Its length without that byte; 0 where the touch is not written in short.
  private(set) var count = 0
  /// How a long one was written.
  private var long: [UInt8] = []

  init() {}

  init(_ touch: TouchID, _ bytes: Span<UInt8>, _ text: Range<Int>) {
    self.touch = touch
    if text.count < ShortText.most, text.upperBound < bytes.count {
      short = ShortText(bytes, text.lowerBound..<text.upperBound + 1)
      count = text.count
    } else {
      long = bytes.array(text)
    }
  }

  /// Whether it is written in short where these are the first eight bytes and the next.
  @inline(__always) func stands(_ first: UInt64, _ next: UInt64) -> Bool {
    count > 0 && short.stands(first, next)
  }

  /// Where it ends if it is written at length from `start` on.
  func longEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
    guard !long.isEmpty, long.count <= bytes.count - start else { return nil }
    for place in long.indices where long[place] != bytes[start + place] { return nil }
    return start + long.count
  }
}
