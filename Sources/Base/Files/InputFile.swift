#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file, a device or standard input, read from beginning to end. It is closed when the object is deallocated.
public final class InputFile: ByteSource, Sendable {
  private let descriptor: Descriptor
  /// The size when the file was opened, in bytes; nil for a pipe or a device.
  package let size: Int?
  package let identity: FileIdentity

  /// - Parameter path: "-" means standard input, which stays open.
  /// - Throws: `FileError` if the file cannot be opened or is a directory.
  public convenience init(path: String) throws(FileError) { try self.init(path: path, notedIn: nil) }

  /// - Parameter files: Receives the file.
  package init(path: String, notedIn files: FilesRead?) throws(FileError) {
    let opened = try Descriptor(readingFrom: path)
    do throws(FileError) {
      let status = try opened.status()
      if status.kind == .regular { files?.note(status.identity) }
      // Linux opens a directory and only refuses to read it.
      if status.kind == .directory { throw FileError(operation: .open, path: path, code: EISDIR) }
      (descriptor, size, identity) = (opened, status.size, status.identity)
    } catch {
      if opened.number != STDIN_FILENO { try? opened.shut() }
      throw error
    }
  }

  /// Opens a regular file, without waiting for the writer of a pipe.
  /// - Parameters:
  ///   - path: The file. A relative path starts from `folder`, if there is one.
  ///   - folder: The folder in which or below which the file must be, links followed, whatever other programs do to it
  ///     meanwhile: ends in a slash, or is empty for the current one. Nil to allow every file.
  ///   - name: The path for errors.
  /// - Throws: `FileError` if the file is elsewhere, cannot be opened or is not regular.
  package init(
    regularFile path: String, below folder: String? = nil, named name: String, asksSystem: Bool = true
  ) throws(FileError) {
    let flags = O_RDONLY | O_NONBLOCK
    let opened =
      if let folder {
        try Descriptor(opening: path, below: folder, flags: flags, path: name, asksSystem: asksSystem)
      } else {
        try Descriptor(opening: path, flags: flags, path: name, operation: .open)
      }
    do throws(FileError) {
      let status = try opened.status()
      guard status.kind == .regular else {
        throw FileError(operation: .open, path: name, code: FileError.notRegular)
      }
      (descriptor, size, identity) = (opened, status.size, status.identity)
    } catch {
      try? opened.shut()
      throw error
    }
  }

  deinit {
    if descriptor.number != STDIN_FILENO { try? descriptor.shut() }
  }

  public func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    try descriptor.readOnce(into: &buffer, atMost: count)
  }

  /// Whether `read` would return without waiting.
  package var isReady: Bool { descriptor.isReadable }

  /// Reads all remaining bytes.
  /// - Throws: `FileError` if the system refuses.
  package func readAll() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // The whole file and its end, without room for more, because many files may be kept.
    bytes.reserveCapacity(min(size ?? 1 << 16, 1 << 30) + 1)
    while try read(into: &bytes, atMost: bytes.count < bytes.capacity ? bytes.capacity - bytes.count : 1 << 20) > 0 {}
    return bytes
  }
}

/// A file that is read while other programs still write to it. It is closed when the object is deallocated.
///
/// A pipe ends when its last writer closes it. A regular file has no end: only `whenIdle` ends the source.
package final class FollowedFile: ByteSource {
  private let descriptor: Descriptor
  private let isRegular: Bool
  private let whenIdle: () -> Bool
  /// The number of bytes read from a regular file.
  private var offset = 0

  /// The time between two attempts to read more of a regular file, in microseconds.
  private static let interval: UInt32 = 2000

  /// - Parameters:
  ///   - path: "-" means standard input, which stays open.
  ///   - whenIdle: Called when all available bytes have been read, before waiting for more. Returning false ends the
  ///     source.
  /// - Throws: `FileError` if the file cannot be opened or is a directory. `read` also throws if the file is truncated.
  package init(path: String, whenIdle: @escaping () -> Bool) throws(FileError) {
    descriptor = try Descriptor(readingFrom: path)
    self.whenIdle = whenIdle
    let kind = try descriptor.status().kind
    isRegular = kind == .regular
    if kind == .directory { throw FileError(operation: .open, path: path, code: EISDIR) }
  }

  deinit {
    if descriptor.number != STDIN_FILENO { try? descriptor.shut() }
  }

  package func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    if !isRegular {
      if !descriptor.isReadable, !whenIdle() { return 0 }
      return try descriptor.readOnce(into: &buffer, atMost: count)
    }
    var isIdle = false
    while true {
      let got = try descriptor.readOnce(into: &buffer, atMost: count)
      if got > 0 {
        offset += got
        return got
      }
      if let size = try descriptor.status().size, size < offset {
        throw FileError(operation: .read, path: descriptor.path, code: FileError.wasTruncated)
      }
      if !isIdle, !whenIdle() { return 0 }
      isIdle = true
      _ = usleep(Self.interval)
    }
  }
}
