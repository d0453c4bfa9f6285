/// Runs of whole pixels.
extension RunBlock {
  /// How pixels, words of `Pixel`, lie in a PNG's rows.
  package enum PixelBytes: Int, Sendable {
    case greyAlpha = 2
    case rgb = 3
    case rgba = 4

    /// The bytes from the lowest one on; what is above them does not count.
    @inline(always)
    func packed(_ pixel: UInt32) -> UInt32 {
      self == .greyAlpha ? pixel & 0xFF | pixel >> 16 & 0xFF00 : pixel
    }
  }

  /// Appends a byte that belongs to no pixel.
  package mutating func append(_ byte: UInt8) {
    reserve(bytes: 1)
    literals[counts.literals] = byte
    counts.literals += 1
    counts.bytes += 1
  }

  /// Appends the pixels in `range`, at most `pieceLimit` bytes.
  ///
  /// - Precondition: `distance` is the number of bytes of a pixel, and the block is not full.
  package mutating func append(_ range: Range<Int>, of pixels: [UInt32], as kind: PixelBytes) {
    precondition(distance == kind.rawValue && range.upperBound <= pixels.count && range.lowerBound >= 0)
    reserve(bytes: range.count * kind.rawValue)
    finder.find(in: range, of: pixels.span, shortest: kind == .greyAlpha ? 2 : 1)
    switch kind {
    case .greyAlpha: Self.append(range, of: pixels.span, as: .greyAlpha, finder, to: &literals, &runs, &counts)
    case .rgb: Self.append(range, of: pixels.span, as: .rgb, finder, to: &literals, &runs, &counts)
    case .rgba: Self.append(range, of: pixels.span, as: .rgba, finder, to: &literals, &runs, &counts)
    }
  }

  @inline(always)
  private static func append(
    _ range: Range<Int>, of pixels: Span<UInt32>, as kind: PixelBytes, _ finder: RunFinder,
    to literals: inout [UInt8], _ runs: inout [UInt32], _ counts: inout Counts
  ) {
    var literals = literals.mutableSpan
    var output = unsafe literals.mutableBytes
    var runs = runs.mutableSpan
    let edges = finder.edges.span
    precondition(finder.edgeCount <= edges.count)
    let size = kind.rawValue
    var count = counts.literals
    var first = counts.literals &- counts.literalsBeforeLastRun
    var place = range.lowerBound
    for number in 0..<finder.edgeCount / 2 {
      let start = range.lowerBound &+ Int(unsafe edges[unchecked: 2 &* number])
      let stop = range.lowerBound &+ Int(unsafe edges[unchecked: 2 &* number &+ 1])
      copy(place..<start, of: pixels, as: kind, to: &output, at: count)
      let single = (start &- place) &* size
      count &+= single
      unsafe runs[unchecked: counts.runs &+ number] = UInt32(
        truncatingIfNeeded: first &+ single | ((stop &- start) &* size) &<< 16)
      first = 0
      place = stop
    }
    copy(place..<range.upperBound, of: pixels, as: kind, to: &output, at: count)
    counts.literals = count &+ (range.upperBound &- place) &* size
    counts.literalsBeforeLastRun = count &- first
    counts.runs &+= finder.edgeCount / 2
    counts.bytes &+= range.count &* size
  }

  /// Packs the pixels in `range` and, where there are any, perhaps a few that follow them.
  @inline(always)
  private static func copy(
    _ range: Range<Int>, of pixels: Span<UInt32>, as kind: PixelBytes, to output: inout MutableRawSpan, at target: Int
  ) {
    var place = range.lowerBound
    var target = target
    // Four at a time, for most are few, and how many cannot be foreseen.
    while place < range.upperBound, place &+ 4 <= pixels.count {
      for _ in 0..<4 {
        let bytes = kind.packed(unsafe pixels[unchecked: place])
        unsafe output.storeBytes(of: bytes.littleEndian, toUncheckedByteOffset: target, as: UInt32.self)
        place &+= 1
        target &+= kind.rawValue
      }
    }
    while place < range.upperBound {
      let bytes = kind.packed(unsafe pixels[unchecked: place])
      unsafe output.storeBytes(of: bytes.littleEndian, toUncheckedByteOffset: target, as: UInt32.self)
      place &+= 1
      target &+= kind.rawValue
    }
  }
}
