/// The contents of one DEFLATE block: literal bytes, and matches at any distance within the window.
///
/// Rows are written into `bytes`, and then searched. The matches depend only on the bytes since the start of the part
/// and on how many were written at once.
package struct MatchBlock {
  /// The window before the block, the bytes of the block, those that are not searched yet, and room for more.
  package var bytes: [UInt8] = []
  /// The indices of the block's bytes.
  private(set) var range = 0..<0
  /// The end of all bytes, searched or not.
  private var end = 0
  private(set) var steps: [Step] = []
  private var finder: MatchFinder

  /// Literals and a match after them.
  struct Step {
    /// The number of literals.
    var literals: UInt32
    /// In bytes, of any length; 0 for no match.
    var length: UInt32
    /// In bytes, at most `window`.
    var distance: UInt32
  }

  /// The longest distance of DEFLATE.
  static let window = 1 << 15
  /// The number of bytes that fill a block. Those of a longer one would leave the cache before they are encoded.
  private static let byteLimit = 1 << 18
  /// The number of bytes that are read at once, which may extend past the end.
  static let slack = 8

  /// - Parameters:
  ///   - pixelBytes: The number of bytes of a pixel, 1...4.
  ///   - rowBytes: The number of bytes of a row, the byte before its pixels included.
  package init(pixelBytes: Int, rowBytes: Int) {
    finder = MatchFinder(pixelBytes: pixelBytes, rowBytes: rowBytes)
  }

  package var isEmpty: Bool { range.isEmpty }

  /// Removes all bytes. The next bytes start with a row and match nothing before it.
  package mutating func startPart() {
    finder.startPart(after: end)
    (range, end) = (0..<0, 0)
    steps.removeAll(keepingCapacity: true)
  }

  /// Makes room for `count` bytes, which must then be written.
  ///
  /// - Parameter room: The number of bytes that may be written meanwhile, at least `count`.
  /// - Precondition: All bytes have been searched.
  /// - Returns: The index in `bytes` of the first of them.
  package mutating func extend(by count: Int, room: Int) -> Int {
    precondition(range.upperBound == end, "all bytes have been searched")
    let old = min(range.lowerBound, max(0, end - Self.window))
    if old > 0, end + room + Self.slack > bytes.count {
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        _ = unsafe bytes.extracting(..<(end - old)).update(fromContentsOf: bytes.extracting(old..<end))
      }
      finder.moveDown(by: old)
      range = range.lowerBound - old..<range.upperBound - old
      end -= old
    }
    let needed = end + room + Self.slack
    if needed > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: max(needed, min(2 * bytes.count, 1 << 19)) - bytes.count))
    }
    end += count
    return end - count
  }

  /// Searches the written bytes for matches until the block is full.
  /// - Returns: Whether the block is full.
  package mutating func search() -> Bool {
    let limit = min(end, range.lowerBound + Self.byteLimit)
    let position = finder.search(bytes, from: range.upperBound, limit: limit, end: end, &steps)
    range = range.lowerBound..<position
    return position < end
  }

  /// Ends the block with the literals after the last match.
  mutating func finish() {
    steps.append(Step(literals: UInt32(finder.endBlock(at: range.upperBound)), length: 0, distance: 0))
  }

  /// Starts the next block of the part.
  mutating func removeAll() {
    range = range.upperBound..<range.upperBound
    steps.removeAll(keepingCapacity: true)
  }
}

extension MatchBlock {
  /// How often each symbol occurs in the block, which is finished.
  var frequencies: BlockFrequencies {
    var distances = [Int](repeating: 0, count: MatchDistance.symbolCount)
    var extraBits = 0
    // In turn: consecutive equal bytes would have to wait for each other's update of one counter.
    var even = InlineArray<256, UInt32>(repeating: 0)
    var odd = InlineArray<256, UInt32>(repeating: 0)
    var lengths = [Int](repeating: 0, count: MatchLength.longest + 1)
    let bytes = self.bytes.span
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    var position = range.lowerBound
    for step in steps {
      var index = position
      let end = position &+ Int(step.literals)
      while index &+ 2 <= end {
        even[Int(unsafe bytes[unchecked: index])] &+= 1
        odd[Int(unsafe bytes[unchecked: index &+ 1])] &+= 1
        index &+= 2
      }
      if index < end { even[Int(unsafe bytes[unchecked: index])] &+= 1 }
      position = end &+ Int(step.length)
      guard step.length > 0 else { continue }
      let matches = RunMatches(ofRun: Int(step.length))
      lengths[MatchLength.longest] &+= matches.longestCount
      lengths[matches.last] &+= 1
      if matches.first > 0 { lengths[matches.first] &+= 1 }
      let count = matches.longestCount &+ (matches.first > 0 ? 2 : 1)
      let distance = MatchDistance(Int(step.distance))
      distances[distance.symbol] &+= count
      extraBits &+= count &* distance.extraBits
    }
    var result = BlockFrequencies(literals: (0..<256).map { Int(even[$0] &+ odd[$0]) }, lengths: lengths)
    result.distances = distances
    result.extraBits += extraBits
    return result
  }
}
