/// Runs of whole pixels.
extension RunBlock {
  /// How pixels, words of `Pixel`, lie in a PNG's rows.
  enum PixelBytes: Int {
    case greyAlpha = 2
    case rgb = 3
    case rgba = 4

    /// The bytes from the lowest one on; what is above them does not count.
    @inline(__always)
    func packed(_ pixel: UInt32) -> UInt32 {
      self == .greyAlpha ? pixel & 0xFF | pixel >> 16 & 0xFF00 : pixel
    }
  }

  /// Appends a byte that belongs to no pixel.
  mutating func append(_ byte: UInt8) {
    reserve(bytes: 1)
    literals[counts.literals] = byte
    counts.literals += 1
  }

  /// Appends the pixels in `range`, at most `pieceLimit` bytes.
  ///
  /// - Precondition: `distance` is the number of bytes of a pixel, and the block is not full.
  mutating func append(_ range: Range<Int>, of pixels: [UInt32], as kind: PixelBytes) {
    precondition(distance == kind.rawValue && range.upperBound <= pixels.count && range.lowerBound >= 0)
    reserve(bytes: range.count * kind.rawValue)
    switch kind {
    case .greyAlpha: Self.append(range, of: pixels.span, as: .greyAlpha, to: &literals, &runs, &counts)
    case .rgb: Self.append(range, of: pixels.span, as: .rgb, to: &literals, &runs, &counts)
    case .rgba: Self.append(range, of: pixels.span, as: .rgba, to: &literals, &runs, &counts)
    }
  }

  @inline(__always)
  private static func append(
    _ range: Range<Int>, of pixels: Span<UInt32>, as kind: PixelBytes, to literals: inout [UInt8],
    _ runs: inout [UInt32], _ counts: inout Counts
  ) {
    var literals = literals.mutableSpan
    var output = unsafe literals.mutableBytes
    var runs = runs.mutableSpan
    var count = counts.literals
    var mark = counts.literalsBeforeLastRun
    var number = counts.runs
    let size = kind.rawValue
    let end = range.upperBound
    // The first pixel stands for itself, whatever is before it.
    var last = unsafe pixels[unchecked: range.lowerBound]
    unsafe output.storeBytes(of: kind.packed(last).littleEndian, toUncheckedByteOffset: count, as: UInt32.self)
    count &+= size
    var place = range.lowerBound &+ 1
    while place < end {
      let pixel = unsafe pixels[unchecked: place]
      if pixel != last {
        last = pixel
        unsafe output.storeBytes(of: kind.packed(pixel).littleEndian, toUncheckedByteOffset: count, as: UInt32.self)
        count &+= size
        place &+= 1
        continue
      }
      let stop = endOfRun(in: pixels, from: place, to: end)
      let length = (stop &- place) &* size
      place = stop
      if kind == .greyAlpha, length < MatchLength.shortest {
        unsafe output.storeBytes(of: kind.packed(pixel).littleEndian, toUncheckedByteOffset: count, as: UInt32.self)
        count &+= size
        continue
      }
      unsafe runs[unchecked: number] = UInt32(truncatingIfNeeded: count &- mark | length &<< 16)
      number &+= 1
      mark = count
    }
    counts = Counts(literals: count, runs: number, literalsBeforeLastRun: mark)
  }

  /// Where the run ends that begins at `start`.
  @inline(__always)
  private static func endOfRun(in pixels: Span<UInt32>, from start: Int, to limit: Int) -> Int {
    let bytes = unsafe pixels.bytes
    let pixel = unsafe pixels[unchecked: start]
    let pair = UInt64(pixel) << 32 | UInt64(pixel)
    var place = start &+ 1
    while place &+ 4 <= limit {
      let first = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* place, as: UInt64.self)
      let second = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* place &+ 8, as: UInt64.self)
      if (first ^ pair) | (second ^ pair) != 0 { break }
      place &+= 4
    }
    while place < limit, unsafe pixels[unchecked: place] == pixel { place &+= 1 }
    return place
  }
}
