/// The files in a zip archive in memory (APPNOTE.TXT 6.3.10: local headers and the central directory). Members are
/// stored or compressed with DEFLATE; archives that are split, encrypted or larger than 4 GiB are not read.
package struct ZipArchive: Sendable {
  /// A file in the archive.
  package struct Member: Hashable, Sendable {
    package fileprivate(set) var name: String
    /// The size of the contents in bytes, as the directory says.
    package let size: Int
    fileprivate let method: Int
    fileprivate let compressedSize: Int
    fileprivate let checksum: UInt32
    fileprivate let isEncrypted: Bool
    /// The offset of the local header in the archive.
    fileprivate let header: Int
    /// The offset of the directory's entry.
    fileprivate let entry: Int
  }

  private let bytes: [UInt8]
  /// The files in the order of the directory. A folder around all of them is no part of their names, and those that macOS
  /// adds for its own attributes are left out.
  package let members: [Member]

  /// - Throws: `ZipError` if the directory is missing or damaged, or if members overlap.
  package init(_ bytes: [UInt8]) throws(ZipError) {
    self.bytes = bytes
    guard let end = ZipArchive.directoryEnd(bytes) else { throw ZipError(.noDirectory, at: bytes.count) }
    let directory = bytes.number(4, at: end + 16)
    var offset = directory
    var members: [Member] = []
    for _ in 0..<bytes.number(2, at: end + 10) {
      guard offset + 46 <= end, bytes.number(4, at: offset) == 0x0201_4B50 else {
        throw ZipError(.damagedDirectory, at: min(offset, end))
      }
      let nameEnd = offset + 46 + bytes.number(2, at: offset + 28)
      guard nameEnd <= end else { throw ZipError(.damagedDirectory, at: offset) }
      members.append(
        Member(
          name: String(decoding: bytes[offset + 46..<nameEnd], as: UTF8.self), size: bytes.number(4, at: offset + 24),
          method: bytes.number(2, at: offset + 10), compressedSize: bytes.number(4, at: offset + 20),
          checksum: UInt32(bytes.number(4, at: offset + 16)), isEncrypted: bytes.number(2, at: offset + 8) & 1 != 0,
          header: bytes.number(4, at: offset + 42), entry: offset))
      offset = nameEnd + bytes.number(2, at: offset + 30) + bytes.number(2, at: offset + 32)
    }
    self.members = Self.files(members)
    // Members that share bytes would unpack to any size.
    var last = 0
    for member in members.sorted(by: { $0.header < $1.header }) {
      guard member.header >= last else { throw ZipError(.overlap, at: min(member.header, bytes.count)) }
      last = dataStart(of: member) + member.compressedSize
      if last > directory, last <= bytes.count { throw ZipError(.overlap, at: member.header) }
    }
  }

  private static func files(_ members: [Member]) -> [Member] {
    var files = members.filter { !$0.name.hasSuffix("/") && !$0.name.hasPrefix("__MACOSX/") }
    if let slash = files.first?.name.firstIndex(of: "/"), let folder = files.first?.name[...slash],
      files.allSatisfy({ $0.name.hasPrefix(folder) })
    {
      for index in files.indices { files[index].name.removeFirst(folder.count) }
    }
    return files
  }

  /// The offset of a member's compressed bytes.
  private func dataStart(of member: Member) -> Int {
    member.header + 30 + bytes.number(2, at: member.header + 26) + bytes.number(2, at: member.header + 28)
  }

  /// Whether a file of these first bytes is an archive.
  package static func begins(_ start: [UInt8]) -> Bool { start.count >= 30 && start.number(4, at: 0) == 0x0403_4B50 }

  /// The name of the first member, read from the first bytes of an archive.
  package static func firstName(_ start: [UInt8]) -> String {
    let end = 30 + start.number(2, at: 26)
    return String(decoding: start[30..<min(end, start.count)], as: UTF8.self)
  }

  /// The contents of a member.
  /// - Parameter limit: The most bytes that are decompressed.
  /// - Throws: `ZipError` if the member is damaged, or larger than `limit`.
  package func contents(of member: Member, limit: Int) throws(ZipError) -> [UInt8] {
    let start = member.header
    guard start + 30 <= bytes.count else { throw ZipError(.damagedDirectory, at: member.entry) }
    guard !member.isEncrypted else { throw ZipError(.encrypted, at: start) }
    guard member.size <= limit else { throw ZipError(.tooLarge(limit: limit), at: start) }
    guard bytes.number(4, at: start) == 0x0403_4B50 else {
      throw ZipError(.damagedMember, at: start)
    }
    let first = dataStart(of: member)
    guard first + member.compressedSize <= bytes.count else { throw ZipError(.cutOff, at: start) }
    let compressed = bytes[first..<first + member.compressedSize]
    let contents: [UInt8]
    switch member.method {
    case 0: contents = Array(compressed)
    case 8:
      guard let coder = ZlibCoder(.inflate) else { throw ZipError(.tooLarge(limit: limit), at: start) }
      coder.append(compressed)
      var output: [UInt8] = []
      // One byte more shows that the directory's size is wrong.
      let progress = coder.run(into: &output, atMost: member.size + 1)
      guard case .isDone = progress else { throw ZipError(.damagedMember, at: start) }
      contents = output
    case let method: throw ZipError(.unknownMethod(method), at: start)
    }
    guard contents.count == member.size, crc32(contents[...]) == member.checksum else {
      throw ZipError(.damagedMember, at: start)
    }
    return contents
  }

  /// The offset of the record that ends the archive: the last one whose comment reaches the end of the file.
  private static func directoryEnd(_ bytes: [UInt8]) -> Int? {
    var offset = bytes.count - 22
    let first = max(0, offset - 0xFFFF)
    while offset >= first {
      if bytes.number(4, at: offset) == 0x0605_4B50, offset + 22 + bytes.number(2, at: offset + 20) <= bytes.count {
        return offset
      }
      offset -= 1
    }
    return nil
  }
}

/// Why a zip archive cannot be read.
package struct ZipError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The archive has no directory: it is cut off, or not a zip archive.
    case noDirectory
    case damagedDirectory
    /// The member has bytes of another one, or of the directory.
    case overlap
    /// The contents, their size or their checksum are wrong.
    case damagedMember
    /// The member continues after the end of the file.
    case cutOff
    case encrypted
    case unknownMethod(Int)
    /// The contents have more bytes than the limit.
    case tooLarge(limit: Int)
  }

  package let reason: Reason
  /// The byte of the archive, from 0.
  package let offset: Int

  init(_ reason: Reason, at offset: Int) {
    (self.reason, self.offset) = (reason, offset)
  }
}

extension ZipError {
  /// Whether the archive is only too large.
  package var isLimit: Bool { if case .tooLarge = reason { true } else { false } }
}

extension ZipError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .noDirectory: "the zip archive has no directory; the file is cut off"
    case .damagedDirectory: "the zip archive's directory is damaged"
    case .overlap: "files in the zip archive overlap"
    case .damagedMember: "a file in the zip archive is damaged"
    case .cutOff: "a file in the zip archive is cut off"
    case .encrypted: "the zip archive is encrypted; decrypt it first"
    case .unknownMethod(let method): "compression method \(method) of zip is not read; compress with DEFLATE"
    case .tooLarge(let limit): "a file in the zip archive is larger than \(limit) bytes"
    }
  }
}

extension [UInt8] {
  /// The little-endian number of `count` bytes at `offset`; bytes beyond the end are 0.
  fileprivate func number(_ count: Int, at offset: Int) -> Int {
    (0..<count).reduce(0) { sum, index in
      let place = offset + index
      return indices.contains(place) ? sum | Int(self[place]) << (8 * index) : sum
    }
  }
}
