#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file of lines that grows while a program works, and that only one process has open at a time.
///
/// A line for which `append` has returned stays in the file even if the process is killed. A line that was cut off has
/// no newline; the next process that opens the file adds it.
package final class AppendedFile {
  private let descriptor: Descriptor
  /// The bytes of the file when it was opened.
  package let contents: [UInt8]

  /// The time between attempts to lock the file, in microseconds.
  private static let interval: UInt32 = 25_000
  /// A second: a killed process, or one that has not yet begun its program, holds a lock for a moment longer.
  private static let mostAttempts = 40

  /// Opens a file, or creates an empty one.
  /// - Throws: `FileError`; with `FileError.inUse`, if another process has the file open for a second.
  package init(path: String) throws(FileError) {
    descriptor = try Descriptor(opening: path, flags: O_RDWR | O_CREAT | O_APPEND, path: path, operation: .create)
    do throws(FileError) {
      var attempts = 0
      while System.lockFile(descriptor.number, isWaiting: false) != 0, errno == EWOULDBLOCK {
        attempts += 1
        guard attempts < Self.mostAttempts else {
          throw FileError(operation: .open, path: path, code: FileError.inUse)
        }
        _ = usleep(Self.interval)
      }
      var bytes: [UInt8] = []
      while try descriptor.readOnce(into: &bytes, atMost: 1 << 20) > 0 {}
      contents = bytes
    } catch {
      try? descriptor.shut()
      throw error
    }
    if let last = contents.last, last != 0x0A { try descriptor.writeAll([0x0A].span) }
  }

  deinit {
    try? descriptor.shut()
  }

  /// Appends a line.
  /// - Parameter line: Without its end.
  package func append(_ line: [UInt8]) throws(FileError) { try descriptor.writeAll((line + [0x0A]).span) }
}
