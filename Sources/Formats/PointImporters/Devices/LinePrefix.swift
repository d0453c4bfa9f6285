import JSON

/// The beginning of a line, up to its time and its device. The lines of a frame share it, so that it is read once.
struct LinePrefix: Sendable {
  /// The longest beginning that is kept, in bytes.
  private static let limit = 40

  private(set) var time = InputEvent.noTime
  private(set) var device = 0
  /// 0 if there is none.
  private var length = 0
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0
  private var fifth: UInt64 = 0

  /// The offset after the prefix, if the line at `offset` begins with it.
  @inline(__always) func end(in bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard length > 0, word(bytes, offset, 0) == first, word(bytes, offset, 8) == second,
      word(bytes, offset, 16) == third
    else { return nil }
    if length > 24, word(bytes, offset, 24) != fourth || word(bytes, offset, 32) != fifth { return nil }
    return offset &+ length
  }

  /// The eight bytes at an index in the prefix; zeros after its end, and where less is in memory.
  @inline(__always) private func word(_ bytes: Span<UInt8>, _ offset: Int, _ index: Int) -> UInt64 {
    if index >= length { return 0 }
    guard let word = bytes.word(at: offset &+ index) else { return 0 }
    return length &- index >= 8 ? word : ByteWord.prefix(word, count: length &- index)
  }

  /// Keeps the beginning of a line.
  @inline(__always) mutating func learn(_ bytes: Span<UInt8>, _ range: Range<Int>, time: Int, device: Int) {
    (self.time, self.device) = (time, device)
    length = range.count <= Self.limit ? range.count : 0
    first = word(bytes, range.lowerBound, 0)
    second = word(bytes, range.lowerBound, 8)
    third = word(bytes, range.lowerBound, 16)
    fourth = word(bytes, range.lowerBound, 24)
    fifth = word(bytes, range.lowerBound, 32)
    // No text has eight zeros: the bytes are not all in memory.
    if first == 0 || length > 8 && second == 0 || length > 16 && third == 0 || length > 24 && fourth == 0
      || length > 32 && fifth == 0
    {
      length = 0
    }
  }
}
