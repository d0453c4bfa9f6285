import Files

/// Reads the files of a tar archive (POSIX.1-1988 ustar, and the long names of GNU tar and of POSIX.1-2001 pax).
struct TarReader {
  /// A regular file of an archive.
  struct Member {
    var name: String
    /// Nil if the file is longer than the limit.
    var bytes: [UInt8]?
  }

  enum Fault: Error {
    case file(FileError)
    /// The archive is damaged at a byte of it.
    case damaged(offset: Int)
  }

  private static let block = 512
  private var buffer: RecordBuffer
  private let limit: Int
  /// The offset in the archive of the next header.
  private var offset = 0

  /// - Parameter limit: The most bytes of a member that is kept.
  init(_ buffer: RecordBuffer, limit: Int) { (self.buffer, self.limit) = (buffer, limit) }

  /// Whether bytes begin an archive.
  static func recognizes(_ start: ArraySlice<UInt8>) -> Bool {
    start.count >= 263 && start[(start.startIndex + 257)..<(start.startIndex + 262)].elementsEqual("ustar".utf8)
  }

  /// The next regular file; nil at the end of the archive.
  /// - Parameter isKept: Whether its bytes are needed.
  mutating func next(isKept: Bool = true) throws(Fault) -> Member? {
    var longName: String?
    while true {
      guard try fill(Self.block) else {
        // The file may end here without the two empty blocks, but only if nothing is left; otherwise it was cut off.
        if buffer.count == 0 { return nil }
        throw .damaged(offset: offset)
      }
      let header = buffer.take(Self.block)
      if header.allSatisfy({ $0 == 0 }) { return nil }
      guard Self.isIntact(header), let size = Self.number(header[124..<136]), size >= 0, size < 1 << 50 else {
        throw .damaged(offset: offset)
      }
      offset += Self.block
      switch header[156] {
      case UInt8(ascii: "0"), 0:
        let name = isKept ? longName ?? Self.name(header) : ""
        return Member(name: name, bytes: try contents(size, isKept: isKept))
      case UInt8(ascii: "L"):
        longName = try contents(size).map { Self.text($0[...]) }
      case UInt8(ascii: "x"):
        longName = try contents(size).flatMap { Self.path(inRecords: $0) } ?? longName
      default:
        _ = try contents(size, isKept: false)
      }
    }
  }

  /// Takes the contents of a member and the padding after it.
  private mutating func contents(_ size: Int, isKept: Bool = true) throws(Fault) -> [UInt8]? {
    let padded = (size + Self.block - 1) / Self.block * Self.block
    defer { offset += padded }
    guard isKept, size <= limit else {
      var left = padded
      while left > 0 {
        let count = Swift.min(left, 1 << 16)
        guard try fill(count) else { throw .damaged(offset: offset) }
        buffer.drop(count)
        left -= count
      }
      return nil
    }
    guard try fill(padded) else { throw .damaged(offset: offset) }
    let bytes = buffer.take(size)
    buffer.drop(padded - size)
    return bytes
  }

  private mutating func fill(_ count: Int) throws(Fault) -> Bool {
    do throws(FileError) { return try buffer.fill(count) } catch { throw .file(error) }
  }

  /// Whether the checksum of a header is right: the sum of its bytes, with spaces for the checksum itself.
  private static func isIntact(_ header: [UInt8]) -> Bool {
    let sum = header.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 32 : Int(header[$1])) }
    return number(header[148..<156]) == sum
  }

  /// An octal number, or a binary one whose first bit is set.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if field[field.startIndex] & 0x80 != 0 {
      let bytes = field.dropFirst(field.count - 8)
      guard field.dropLast(8).dropFirst().allSatisfy({ $0 == 0 }), bytes[bytes.startIndex] < 0x80 else { return nil }
      return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { 0x30...0x37 ~= $0 }
    return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func name(_ header: [UInt8]) -> String {
    let (name, prefix) = (text(header[0..<100]), text(header[345..<500]))
    return prefix.isEmpty || header[263] == UInt8(ascii: " ") ? name : prefix + "/" + name
  }

  /// The path in the records of an extended header, "LENGTH path=NAME\n".
  private static func path(inRecords bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")) {
      let digits = rest[..<space]
      guard digits.count < 10, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 1, length <= rest.count
      else { return nil }
      let record = rest[(space + 1)..<(rest.startIndex + length - 1)]
      if record.starts(with: "path=".utf8) { return String(decoding: record.dropFirst(5), as: UTF8.self) }
      rest = rest.dropFirst(length)
    }
    return nil
  }
}
