/// Makes members of tar archives (POSIX.1-1988 ustar) that depend on nothing but their names and contents.
package enum Tar {
  private static let block = 512

  /// The two empty blocks that end an archive.
  package static let end = [UInt8](repeating: 0, count: 2 * block)

  /// Appends a file: time, owner and group are 0, and all may read it.
  /// - Parameter name: At most 100 bytes.
  package static func append(_ name: String, _ contents: Span<UInt8>, to archive: inout [UInt8]) {
    let start = archive.count
    var header = [UInt8](repeating: 0, count: block)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(contents.count, digits: 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6), at: 148)
    header[154] = 0
    archive += header
    unsafe contents.withUnsafeBufferPointer { unsafe archive.append(contentsOf: $0) }
    let rest = (archive.count - start) % block
    if rest > 0 { archive.append(contentsOf: repeatElement(0, count: block - rest)) }
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}
