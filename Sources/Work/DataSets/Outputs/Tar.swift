/// Makes members of tar archives (POSIX.1-1988 ustar), whose bytes depend only on their names and contents.
package enum Tar {
  private static let block = 512

  /// The two empty blocks that end an archive.
  package static let end = [UInt8](repeating: 0, count: 2 * block)

  /// The header of a file without its name, its size and the checksum: time, owner and group are 0, and all may read it.
  private static let header: [UInt8] = {
    var header = [UInt8](repeating: 0, count: block)
    let fields = [
      (100, "0000644"), (108, "0000000"), (116, "0000000"), (136, "00000000000"), (148, "        "), (156, "0"),
      (257, "ustar"), (263, "00"),
    ]
    for (offset, text) in fields { header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8) }
    return header
  }()

  private static let headerSum = header.reduce(0) { $0 + Int($1) }

  /// Appends a file.
  /// - Parameter name: At most 100 bytes.
  package static func append(_ name: String, _ contents: Span<UInt8>, to archive: inout [UInt8]) {
    let start = archive.count
    archive += header
    var sum = headerSum
    func put(_ byte: UInt8, at offset: Int) {
      archive[start + offset] = byte
      sum += Int(byte)
    }
    var offset = 0
    for byte in name.utf8 {
      put(byte, at: offset)
      offset += 1
    }
    for digit in 0..<11 { put(octalDigit(digit, of: contents.count), at: 134 - digit) }
    // The checksum counts its own field as spaces, which the header contains so far.
    for digit in 0..<6 { archive[start + 153 - digit] = octalDigit(digit, of: sum) }
    archive[start + 154] = 0
    unsafe contents.withUnsafeBufferPointer { unsafe archive.append(contentsOf: $0) }
    let rest = (archive.count - start) % block
    if rest > 0 { archive += end[..<(block - rest)] }
  }

  /// - Parameter place: The position of the digit, 0 for the last one.
  private static func octalDigit(_ place: Int, of number: Int) -> UInt8 {
    0x30 + UInt8(truncatingIfNeeded: number >> (3 * place) & 7)
  }
}
