/// Makes a zip archive in memory, whose members are compressed with DEFLATE. Its bytes depend on the names and the
/// contents alone, and on the version of zlib.
package struct ZipWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Appends a file.
  /// - Precondition: The archive has fewer than 65,536 files and 4 GiB.
  package mutating func append(_ name: String, _ contents: [UInt8]) {
    let (start, name) = (bytes.count, Array(name.utf8))
    // A gzip file is a header of 10 bytes, the compressed data, the checksum and the size.
    let file = gzip(contents)
    let data = file[10..<file.count - 8]
    var entry: [UInt8] = []
    // The version of zip, no flags, DEFLATE, and the first day that the format knows.
    for number in [20, 0, 8, 0, 0x21] { entry += Self.bytes(number, 2) }
    entry += file[file.count - 8..<file.count - 4]
    for number in [data.count, contents.count] { entry += Self.bytes(number, 4) }
    for number in [name.count, 0] { entry += Self.bytes(number, 2) }
    bytes += Self.bytes(0x0403_4B50, 4) + entry + name
    bytes += data
    directory += Self.bytes(0x0201_4B50, 4) + Self.bytes(20, 2) + entry
    directory += [UInt8](repeating: 0, count: 10) + Self.bytes(start, 4) + name
    count += 1
  }

  /// The complete archive.
  package consuming func finish() -> [UInt8] {
    let (start, size) = (bytes.count, directory.count)
    bytes += directory
    bytes += Self.bytes(0x0605_4B50, 4) + [0, 0, 0, 0] + Self.bytes(count, 2) + Self.bytes(count, 2)
    bytes += Self.bytes(size, 4) + Self.bytes(start, 4) + [0, 0]
    return bytes
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
