/// At most 16 bytes, compared as two words.
struct ShortText: Equatable {
  static let most = 16

  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// The bits of the words that the text has.
  private var lowMask: UInt64 = 0
  private var highMask: UInt64 = 0

  /// No bytes: they stand everywhere.
  init() {}

  /// - Parameter range: At most `most` bytes.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for (place, offset) in range.enumerated() {
      let shift = UInt64(place % 8 * 8)
      if place < 8 {
        low |= UInt64(bytes[offset]) << shift
        lowMask |= 0xFF << shift
      } else {
        high |= UInt64(bytes[offset]) << shift
        highMask |= 0xFF << shift
      }
    }
  }

  /// Whether the text stands where these are the first eight bytes and the next.
  @inline(__always) func stands(_ first: UInt64, _ next: UInt64) -> Bool {
    (first ^ low) & lowMask | (next ^ high) & highMask == 0
  }
}
