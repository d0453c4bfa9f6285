import Archive
import Testing

/// Archives are built here byte by byte, as APPNOTE.TXT describes them.
struct ZipTests {
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The fields that a local header and a directory's entry share, of a stored file.
  private static func common(_ contents: [UInt8], checksum: Int, name: String) -> [UInt8] {
    number(10, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(checksum, 4) + number(contents.count, 4)
      + number(contents.count, 4) + number(name.utf8.count, 2) + number(0, 2)
  }

  /// A local header and its file.
  private static func file(_ name: String, _ contents: [UInt8], checksum: Int) -> [UInt8] {
    number(0x0403_4B50, 4) + common(contents, checksum: checksum, name: name) + Array(name.utf8) + contents
  }

  /// An entry of the directory, for a local header at an offset.
  private static func entry(_ name: String, _ contents: [UInt8], checksum: Int, at offset: Int) -> [UInt8] {
    number(0x0201_4B50, 4) + number(10, 2) + common(contents, checksum: checksum, name: name) + number(0, 10)
      + number(offset, 4) + Array(name.utf8)
  }

  private static func end(_ entries: [[UInt8]], directoryAt offset: Int) -> [UInt8] {
    let size = entries.reduce(0) { $0 + $1.count }
    return number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
      + number(size, 4) + number(offset, 4) + number(0, 2)
  }

  /// The CRC-32 of 200 bytes "a", from Python's zlib.
  private static let contents = [UInt8](repeating: UInt8(ascii: "a"), count: 200)
  private static let checksum = 0x599A_F058

  /// An archive of one file with several entries in the directory.
  private func archive(entries count: Int, header: Int = 0, directory: Int? = nil) -> [UInt8] {
    let file = Self.file("f", Self.contents, checksum: Self.checksum)
    let entries = (0..<count).map { Self.entry("\($0)", Self.contents, checksum: Self.checksum, at: header) }
    return file + entries.joined() + Self.end(entries, directoryAt: directory ?? file.count)
  }

  @Test func `a stored file is read`() throws {
    let archive = try ZipArchive(archive(entries: 1))
    #expect(archive.members.map(\.name) == ["0"])
    #expect(try archive.contents(of: archive.members[0], limit: 200) == Self.contents)
    #expect(throws: ZipError.self) { try archive.contents(of: archive.members[0], limit: 199) }
  }

  /// The file is 231 bytes with its header, an entry 47 and the end 22. So n entries of 200 bytes each fit into the
  /// archive's 253 + 47n bytes for n = 1 only.
  @Test(arguments: [2, 3, 1000]) func `files that share their bytes are refused`(count: Int) {
    let bytes = archive(entries: count)
    #expect(bytes.count == 253 + (0..<count).reduce(0) { $0 + 46 + "\($1)".count })
    let error = #expect(throws: ZipError.self) { _ = try ZipArchive(bytes) }
    #expect(error?.reason == .damagedDirectory)
    // The record that ends the archive.
    #expect(error?.offset == bytes.count - 22)
  }

  @Test func `files that claim to be longer together than the archive are refused at its end`() {
    // Two files, the second of which the first one contains.
    let inner = Self.file("1", Self.contents, checksum: Self.checksum)
    let outer = Self.file("0", inner, checksum: 0)
    let entries = [
      Self.entry("0", inner, checksum: 0, at: 0),
      Self.entry("1", Self.contents, checksum: Self.checksum, at: outer.count - inner.count),
    ]
    let bytes = outer + entries.joined() + Self.end(entries, directoryAt: outer.count)
    // 231 + 200 bytes of contents, in an archive of 262 + 2 · 47 + 22 bytes.
    #expect(bytes.count == 378)
    #expect(throws: ZipError.self) { _ = try ZipArchive(bytes) }
  }

  /// Archives of more than 4 GiB have the largest number in place of an offset.
  @Test func `an error lies within the archive`() throws {
    let file = try ZipArchive(archive(entries: 1, header: 0xFFFF_FFFF))
    let error = #expect(throws: ZipError.self) { try file.contents(of: file.members[0], limit: 1000) }
    #expect(error?.reason == .damagedDirectory)
    // The entry.
    #expect(error?.offset == 231)

    let bytes = archive(entries: 1, directory: 0xFFFF_FFFF)
    let missing = #expect(throws: ZipError.self) { _ = try ZipArchive(bytes) }
    #expect(missing?.reason == .damagedDirectory)
    #expect(missing?.offset == bytes.count - 22)
  }
}
