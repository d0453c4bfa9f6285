/// The decompressed bytes: at least the 32 KiB that matches may refer to, and everything that has not been taken yet.
///
/// Copies read and write up to 16 bytes at a time, so that they may overwrite a margin after the end. The standard
/// library checks each access against the bounds of the array; this costs no measurable time.
struct InflateWindow {
  /// The largest distance of a match (RFC 1951, 3.2.5).
  private static let size = 1 << 15
  /// The number of bytes that are decompressed before they must be taken: few enough for the second-level cache.
  private static let blockSize = 1 << 17
  /// The number of bytes by which a step that starts before `limit` may end after it: two literals, the longest match
  /// and 16 excess bytes.
  private static let margin = 2 + 258 + 16

  var bytes = [UInt8](repeating: 0, count: size + blockSize + margin)
  /// The number of valid bytes.
  var end = 0
  /// The largest distance that the stream's header allows.
  var reach = size
  private var taken = 0

  /// No step may start at this index or later.
  let limit = size + blockSize

  var isFull: Bool { end >= limit }

  /// The bytes that have not been taken yet.
  var rest: Range<Int> { taken..<end }

  /// Takes at most `limit` bytes. Their indices stay valid until `makeRoom` is called.
  mutating func take(atMost limit: Int) -> Range<Int> {
    let range = taken..<taken + min(limit, end - taken)
    taken = range.upperBound
    return range
  }

  /// Drops everything but the bytes that matches may refer to.
  ///
  /// - Precondition: All bytes have been taken.
  mutating func makeRoom() {
    let start = end - Self.size
    // Source and target must not overlap.
    guard start >= Self.size else { return }
    var span = bytes.mutableSpan
    for index in 0..<Self.size { span[index] = span[start + index] }
    end = Self.size
    taken = end
  }

  /// Appends bytes, for which there must be room.
  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.replaceSubrange(end..<end + more.count, with: more)
    end += more.count
  }

  mutating func append(_ byte: UInt8) {
    bytes[end] = byte
    end += 1
  }

  /// Appends `length` bytes, 3...258, copied from `distance` before the end.
  ///
  /// - Precondition: The window is not full and has at least `distance` bytes.
  mutating func repeatBytes(length: Int, distance: Int) {
    let start = end
    precondition(start <= limit && distance <= start)
    end += length
    var span = bytes.mutableSpan
    var target = unsafe span.mutableBytes
    Self.copy(in: &target, at: start, distance: distance, length: length)
  }

  /// Copies the bytes that start `distance` before `start` to `start`, one after the other, as DEFLATE defines it: the
  /// source may include bytes that this copy has written. Up to 15 bytes after the target are overwritten.
  ///
  /// Most matches of a picture are long and have a short distance, the pixel or the byte before. Their period is spread
  /// over a word, which is then stored as often as needed without reading again.
  @inline(always)
  static func copy(in bytes: inout MutableRawSpan, at start: Int, distance: Int, length: Int) {
    let end = start &+ length
    var to = start
    if distance >= 16 {
      repeat {
        let some = unsafe bytes.bytes.unsafeLoadUnaligned(
          fromByteOffset: to &- distance, as: SIMD16<UInt8>.self)
        bytes.storeBytes(of: some, toByteOffset: to, as: SIMD16<UInt8>.self)
        to &+= 16
      } while to < end
      return
    }
    var word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: to &- distance, as: UInt64.self)
    if distance >= 8 {
      repeat {
        bytes.storeBytes(of: word, toByteOffset: to, as: UInt64.self)
        to &+= 8
        word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: to &- distance, as: UInt64.self)
      } while to < end
      return
    }
    let bits = UInt64(truncatingIfNeeded: 8 &* distance)
    word = UInt64(littleEndian: word) & ((1 &<< bits) &- 1)
    word = (word &* spread(distance)).littleEndian
    if distance < 5, distance != 3 {
      let words = SIMD2(repeating: word)
      repeat {
        bytes.storeBytes(of: words, toByteOffset: to, as: SIMD2<UInt64>.self)
        to &+= 16
      } while to < end
    } else {
      // Stride: the largest multiple of the period in a word.
      let step = distance == 3 ? 6 : distance
      repeat {
        bytes.storeBytes(of: word, toByteOffset: to, as: UInt64.self)
        to &+= step
      } while to < end
    }
  }

  /// The factor that spreads a period of 1...7 bytes over a word.
  @inline(always)
  private static func spread(_ distance: Int) -> UInt64 {
    switch distance {
    case 1: 0x0101_0101_0101_0101
    case 2: 0x0001_0001_0001_0001
    case 3: 0x0001_0000_0100_0001
    case 4: 0x0000_0001_0000_0001
    default: 1 | 1 &<< UInt64(truncatingIfNeeded: 8 &* distance)
    }
  }
}
