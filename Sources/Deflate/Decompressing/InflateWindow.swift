/// What was decompressed last: at least the 32 KiB that matches may reach back, and what was not taken yet.
///
/// What is copied is read and written by up to 16 bytes at a time, so that there is a margin behind. The standard library
/// checks each of them against the window's bounds: decompressing takes as long without.
struct InflateWindow {
  /// How far back a match may reach (RFC 1951, 3.2.5).
  static let reach = 1 << 15
  /// So much is decompressed before it must be taken: little enough to stay in the processor's second cache.
  private static let blockSize = 1 << 17
  /// What is begun at `limit` may end so far beyond it: two literals, the longest match, and 16 bytes too many.
  static let margin = 2 + 258 + 16

  var bytes = [UInt8](repeating: 0, count: reach + blockSize + margin)
  /// How many bytes of `bytes` there are.
  var end = 0
  private var taken = 0

  /// Where no more is begun.
  let limit = reach + blockSize

  var isFull: Bool { end >= limit }

  /// What was not taken yet.
  var rest: Range<Int> { taken..<end }

  /// Takes at most `limit` bytes, which stand where they are until `makeRoom`.
  mutating func take(atMost limit: Int) -> Range<Int> {
    let range = taken..<taken + min(limit, end - taken)
    taken = range.upperBound
    return range
  }

  /// Keeps only what matches may reach. All that there is has been taken.
  mutating func makeRoom() {
    let start = end - Self.reach
    // The two places must be apart.
    guard start >= Self.reach else { return }
    var span = bytes.mutableSpan
    for index in 0..<Self.reach { span[index] = span[start + index] }
    end = Self.reach
    taken = end
  }

  /// Goes on with other bytes, at most as many as there is room for.
  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.replaceSubrange(end..<end + more.count, with: more)
    end += more.count
  }

  /// Goes on with `length` bytes, 3...258, that stand `distance` back, which is no more than there are; the window is
  /// not full.
  mutating func repeatBytes(length: Int, distance: Int) {
    let start = end
    precondition(start <= limit && distance <= start)
    end += length
    var span = bytes.mutableSpan
    var target = unsafe span.mutableBytes
    Self.copy(in: &target, at: start, distance: distance, length: length)
  }

  mutating func append(_ byte: UInt8) {
    bytes[end] = byte
    end += 1
  }

  /// Copies the bytes that stand `distance` before `start`, one after the other, as DEFLATE has it: those that were just
  /// copied may be among them. Up to 15 bytes beyond are overwritten too.
  ///
  /// Short distances, the pixel or the byte before, are most of a picture's matches, and long. Their period is
  /// spread over a word, which is then written as often as needed without reading again.
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
      // So many bytes of a word that the next begins as this one.
      let step = distance == 3 ? 6 : distance
      repeat {
        bytes.storeBytes(of: word, toByteOffset: to, as: UInt64.self)
        to &+= step
      } while to < end
    }
  }

  /// What a period of 1...7 bytes is multiplied with to fill a word.
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
