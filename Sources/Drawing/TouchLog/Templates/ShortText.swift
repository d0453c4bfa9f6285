/// At most 16 bytes, compared as two words.
struct ShortText: Equatable {
  /// The most bytes of a text.
  static let capacity = 16

  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// The bits of `low` that belong to the text.
  private var lowMask: UInt64 = 0
  /// The bits of `high` that belong to the text.
  private var highMask: UInt64 = 0

  /// The empty text, which matches everywhere.
  init() {}

  /// - Parameter range: At most `capacity` bytes.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for (index, offset) in range.enumerated() {
      let shift = UInt64(index % 8 * 8)
      if index < 8 {
        low |= UInt64(bytes[offset]) << shift
        lowMask |= 0xFF << shift
      } else {
        high |= UInt64(bytes[offset]) << shift
        highMask |= 0xFF << shift
      }
    }
  }

  /// Whether bytes begin with the text.
  /// - Parameters:
  ///   - first: The first eight bytes.
  ///   - next: The eight bytes after them.
  @inline(__always) func matches(_ first: UInt64, _ next: UInt64) -> Bool {
    (first ^ low) & lowMask | (next ^ high) & highMask == 0
  }
}

/// The touch of the previous line, and its notation. Most lines name the same touch in the same way.
struct LastTouch {
  private(set) var touch = TouchID.number(0)
  /// A short notation, with the byte after it, so that it does not match the beginning of a longer number.
  private var short = ShortText()
  /// The length of the short notation without that byte; 0 if the notation is long.
  private(set) var count = 0
  /// A long notation.
  private var long: [UInt8] = []

  init() {}

  init(_ touch: TouchID, _ bytes: Span<UInt8>, _ text: Range<Int>) {
    self.touch = touch
    if text.count < ShortText.capacity, text.upperBound < bytes.count {
      short = ShortText(bytes, text.lowerBound..<text.upperBound + 1)
      count = text.count
    } else {
      long = bytes.array(text)
    }
  }

  /// Whether bytes begin with the short notation.
  /// - Parameters:
  ///   - first: The first eight bytes.
  ///   - next: The eight bytes after them.
  @inline(__always) func matches(_ first: UInt64, _ next: UInt64) -> Bool {
    count > 0 && short.matches(first, next)
  }

  /// The end of the long notation if it begins at `start`; nil otherwise.
  func longEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
    guard !long.isEmpty, long.count <= bytes.count - start else { return nil }
    for index in long.indices where long[index] != bytes[start + index] { return nil }
    return start + long.count
  }
}
