#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file, a device or standard input, read from its beginning to its end. It closes itself.
public final class InputFile: ByteSource, Sendable {
  private let descriptor: Descriptor

  /// - Parameter path: "-" is standard input, which stays open afterwards.
  /// - Throws: `FileError` where the file cannot be opened or is a directory.
  public init(path: String) throws(FileError) {
    if path == "-" {
      descriptor = Descriptor(number: STDIN_FILENO, path: path)
    } else {
      descriptor = try Descriptor(opening: path, flags: O_RDONLY, path: path, operation: .open)
    }
    // Linux opens a directory and refuses only to read it.
    if descriptor.status()?.kind == .directory {
      throw FileError(operation: .open, path: path, code: EISDIR)
    }
  }

  deinit {
    if descriptor.number != STDIN_FILENO { try? descriptor.shut() }
  }

  /// In bytes; nil for a pipe or a device.
  public var size: Int? { descriptor.status()?.size }

  public func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    try descriptor.readOnce(into: &buffer, atMost: count)
  }

  /// All bytes that were not read yet.
  /// - Throws: As `read` does.
  public func readAll() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while try read(into: &bytes, atMost: 1 << 20) > 0 {}
    return bytes
  }
}
