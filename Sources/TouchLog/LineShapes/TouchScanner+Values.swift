/// Values that are rarer, or written in a rarer way.
extension TouchScanner {
  /// Reads the value at `start`.
  ///
  /// - Returns: Where it ends; nil where it is not right.
  @inline(never) mutating func readValue(
    _ value: ShapeTree.Value, _ bytes: Span<UInt8>, at start: Int, into draft: inout TouchDraft
  ) -> Int? {
    if value == .touch, let end = lastTouch.longEnd(in: bytes, from: start) {
      draft.touch.touch = lastTouch.touch
      return end
    }
    // A faulty value leaves the keys of its objects behind.
    json.keys.removeAll()
    guard let token = try? json.scanValue(bytes, at: start, depth: 2) else { return nil }
    return take(value, token, bytes, into: &draft) ? token.end : nil
  }

  /// - Returns: Whether it is a value of its kind.
  private mutating func take(
    _ value: ShapeTree.Value, _ token: JSONToken, _ bytes: Span<UInt8>, into draft: inout TouchDraft
  ) -> Bool {
    switch (value, token.kind) {
    case (.other, _): break
    case (.phase, .null): return false
    // A coordinate that is null is in no range.
    case (_, .null): break
    case (.touch, .number):
      guard let number = try? token.integer(in: bytes) else { return false }
      name(.number(number), as: token, bytes, into: &draft)
    case (.touch, .string): name(.name(token.string(in: bytes)), as: token, bytes, into: &draft)
    case (.phase, .string):
      guard let phase = TouchNames.phase(token, in: bytes) else { return false }
      draft.touch.phase = phase
    case (.index, .number):
      guard let index = try? token.integer(in: bytes) else { return false }
      draft.touch.index = index
    case (.pointer, .string): draft.touch.pointer = TouchNames.pointer(token, in: bytes)
    case (.predicted, .boolean): draft.touch.predicted = token.word != 0
    case (.expects, .array):
      guard let (properties, other) = try? TouchNames.properties(token, in: bytes), other == nil else { return false }
      draft.touch.expects = properties
    case (.x, .number), (.y, .number), (.pressure, .number), (.time, .number), (.altitude, .number),
      (.azimuth, .number):
      guard let number = token.double(in: bytes) else { return false }
      draft.numbers[Int(value.rawValue)] = number
    default: return false
    }
    return true
  }

  private mutating func name(
    _ touch: TouchID, as token: JSONToken, _ bytes: Span<UInt8>, into draft: inout TouchDraft
  ) {
    lastTouch = LastTouch(touch, bytes, token.start..<token.end)
    draft.touch.touch = touch
  }
}
