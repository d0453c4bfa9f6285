import TestSupport
import Testing

@testable import Archive

/// Archives are built here byte by byte, as APPNOTE.TXT describes them.
struct ZipTests {
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The fields of a stored file that its local header and its entry in the directory share.
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

  @Test(arguments: [2, 3, 1000]) func `files that share their bytes are refused`(count: Int) {
    let error = #expect(throws: ZipError.self) { _ = try ZipArchive(archive(entries: count)) }
    #expect(error?.reason == .overlap)
    #expect(error?.offset == 0)
  }

  /// Archives with random offsets and sizes. Whether files overlap is found by counting the uses of each byte.
  @Test func `an archive is read exactly if no byte belongs to two files or to the directory`() throws {
    var random = SeededRandom(seed: 8)
    var counts = [true: 0, false: 0]
    for _ in 0..<3000 {
      let length = 400
      var bytes = [UInt8](repeating: 0, count: length)
      let files = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (offset: Int.random(in: 0..<length, using: &random), size: Int.random(in: 0...100, using: &random))
      }
      for file in files {
        // The local header states the length of the name again.
        let header = Self.file("x", [], checksum: 0).prefix(max(0, length - file.offset))
        bytes.replaceSubrange(file.offset..<file.offset + header.count, with: header)
      }
      var uses = [Int](repeating: 0, count: length)
      for file in files {
        func number(_ place: Int) -> Int { place + 1 < length ? Int(bytes[place]) + 256 * Int(bytes[place + 1]) : 0 }
        let end = file.offset + 30 + number(file.offset + 26) + number(file.offset + 28) + file.size
        // A file that ends after the directory, too, is cut off; reading reports it.
        for place in file.offset..<min(end, length) { uses[place] += 1 }
        if end > length { uses[length - 1] = max(uses[length - 1], 3) }
      }
      guard uses[length - 1] != 3 else { continue }
      let entries = files.map {
        Self.entry("y", [UInt8](repeating: 0, count: $0.size), checksum: 0, at: $0.offset)
      }
      let isApart = uses.allSatisfy { $0 < 2 }
      let isRead = (try? ZipArchive(bytes + entries.joined() + Self.end(entries, directoryAt: length))) != nil
      #expect(isRead == isApart, "\(files)")
      counts[isRead, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 100 }, "\(counts)")
  }

  @Test func `a file within another one is refused, and one that the directory is a part of`() {
    // Two files, the second of which the first one contains.
    let inner = Self.file("1", Self.contents, checksum: Self.checksum)
    let outer = Self.file("0", inner, checksum: 0)
    let entries = [
      Self.entry("0", inner, checksum: 0, at: 0),
      Self.entry("1", Self.contents, checksum: Self.checksum, at: outer.count - inner.count),
    ]
    let bytes = outer + entries.joined() + Self.end(entries, directoryAt: outer.count)
    #expect(throws: ZipError(.overlap, at: outer.count - inner.count)) { _ = try ZipArchive(bytes) }

    let long = [Self.entry("0", inner + [0], checksum: 0, at: 0)]
    let covered = outer + long.joined() + Self.end(long, directoryAt: outer.count)
    #expect(throws: ZipError(.overlap, at: 0)) { _ = try ZipArchive(covered) }
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
