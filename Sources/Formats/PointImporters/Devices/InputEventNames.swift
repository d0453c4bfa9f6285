import JSON

/// A name of a type, a code or a value: at most 24 bytes, as three words that are compared at once.
struct ShortName: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64)

  static func == (one: ShortName, other: ShortName) -> Bool { one.words == other.words }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, 0..<bytes.count)
  }

  /// The bytes beyond the 24th are ignored: no name is that long.
  @inline(__always) init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    words = (
      Self.word(bytes, range.lowerBound, range.upperBound), Self.word(bytes, range.lowerBound &+ 8, range.upperBound),
      Self.word(bytes, range.lowerBound &+ 16, range.upperBound)
    )
  }

  /// Up to eight bytes before `end`, followed by zeros.
  @inline(__always) private static func word(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    if start >= end { return 0 }
    if let word = bytes.word(at: start) { return end &- start >= 8 ? word : ByteWord.prefix(word, count: end &- start) }
    var word: UInt64 = 0
    for offset in start..<Swift.min(end, start &+ 8) {
      word |= UInt64(bytes.byte(at: offset)) &<< UInt64(truncatingIfNeeded: (offset &- start) &* 8)
    }
    return word
  }
}

/// The names of types, codes and values that touches are made of, as the kernel's headers and getevent have them.
struct InputEventNames: Sendable {
  /// The most frequent ones first.
  private let axes: [(name: ShortName, code: UInt16)] = [
    (ShortName("ABS_MT_POSITION_X"), InputEventCode.contactX),
    (ShortName("ABS_MT_POSITION_Y"), InputEventCode.contactY),
    (ShortName("ABS_X"), InputEventCode.x), (ShortName("ABS_Y"), InputEventCode.y),
    (ShortName("ABS_MT_PRESSURE"), InputEventCode.contactPressure),
    (ShortName("ABS_PRESSURE"), InputEventCode.pressure),
    (ShortName("ABS_MT_SLOT"), InputEventCode.slot), (ShortName("ABS_MT_TRACKING_ID"), InputEventCode.trackingID),
    (ShortName("ABS_TILT_X"), InputEventCode.tiltX), (ShortName("ABS_TILT_Y"), InputEventCode.tiltY),
    (ShortName("ABS_MT_TOOL_TYPE"), InputEventCode.contactTool),
    (ShortName("ABS_MT_DISTANCE"), InputEventCode.contactDistance),
  ]

  private let synchronizations: [(name: ShortName, code: UInt16)] = [
    (ShortName("SYN_REPORT"), InputEventCode.report), (ShortName("SYN_MT_REPORT"), InputEventCode.packetEnd),
    (ShortName("SYN_DROPPED"), InputEventCode.dropped),
  ]

  private let keys: [(name: ShortName, code: UInt16)] = [
    (ShortName("BTN_TOUCH"), InputEventCode.touch), (ShortName("BTN_TOOL_PEN"), InputEventCode.pen),
    (ShortName("BTN_DIGI"), InputEventCode.pen), (ShortName("BTN_TOOL_RUBBER"), InputEventCode.rubber),
    (ShortName("BTN_TOOL_BRUSH"), 322), (ShortName("BTN_TOOL_PENCIL"), 323), (ShortName("BTN_TOOL_AIRBRUSH"), 324),
  ]

  private let values: [(name: ShortName, value: Int32)] = [
    (ShortName("DOWN"), 1), (ShortName("UP"), 0), (ShortName("REPEAT"), 2),
    (ShortName("MT_TOOL_FINGER"), ContactTool.finger), (ShortName("MT_TOOL_PEN"), ContactTool.pen),
    (ShortName("MT_TOOL_PALM"), ContactTool.palm),
  ]

  /// The type whose name is at `offset`.
  @inline(__always) func type(_ bytes: Span<UInt8>, _ offset: Int) -> UInt16 {
    // "EV_ABS ", "EV_SYN " and "EV_KEY ", the first byte in the lowest bits.
    switch bytes.word(at: offset).map({ $0 & 0xFF_FFFF_FFFF_FFFF }) {
    case 0x20_5342_415F_5645: InputEventType.absolute
    case 0x20_4E59_535F_5645: InputEventType.synchronization
    case 0x20_5945_4B5F_5645: InputEventType.key
    default: InputEventType.other
    }
  }

  @inline(__always) func code(_ name: ShortName, of type: UInt16) -> UInt16 {
    let entries =
      type == InputEventType.absolute ? axes : type == InputEventType.synchronization ? synchronizations : keys
    for entry in entries where entry.name == name { return entry.code }
    return InputEventCode.other
  }

  func value(_ name: ShortName) -> Int32? { values.first { $0.name == name }?.value }
}
