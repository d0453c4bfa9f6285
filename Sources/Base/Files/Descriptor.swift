#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// An open file and the system calls on it, with errors that name it.
struct Descriptor {
  let number: Int32
  /// The path as the user gave it, for errors.
  let path: String

  init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  /// Opens a file for reading; "-" means standard input.
  init(readingFrom path: String) throws(FileError) {
    if path == "-" {
      self.init(number: STDIN_FILENO, path: path)
    } else {
      try self.init(opening: path, flags: O_RDONLY, path: path, operation: .open)
    }
  }

  /// Opens `file`. A new file gets the permissions `mode` minus the umask.
  /// - Parameter folder: The directory that a relative path starts from; nil for the current one.
  init(
    opening file: String, in folder: Descriptor? = nil, flags: Int32, mode: mode_t = 0o666, path: String,
    operation: FileError.Operation
  ) throws(FileError) {
    try self.init(file, path, operation) { System.openFile(file, in: folder?.number ?? AT_FDCWD, flags, mode: mode) }
  }

  /// Opens `file`, which lies below `folder`, following links.
  /// - Throws: `FileError`; with EXDEV, if the path leads out of the folder or has an absolute part.
  init(opening file: String, beneath folder: Descriptor, flags: Int32, path: String) throws(FileError) {
    try self.init(file, path, .open) { System.openFile(file, beneath: folder.number, flags) }
  }

  /// - Parameter open: Opens `file`. Returns a negative number and sets `errno` if the system refuses.
  private init(
    _ file: String, _ path: String, _ operation: FileError.Operation, _ open: () -> Int32
  ) throws(FileError) {
    // C would end the name at the NUL and open another file.
    guard !file.utf8.contains(0) else { throw FileError(operation: operation, path: path, code: ENOENT) }
    var number = open()
    if (0...STDERR_FILENO).contains(number) {
      // A standard stream was closed and its number reused: output to the stream must not end up in this file.
      let standard = number
      number = System.duplicateAboveStandard(standard)
      let code = errno
      _ = System.closeFile(standard)
      errno = code
    }
    guard number >= 0 else { throw FileError(operation: operation, path: path, code: errno) }
    self.init(number: number, path: path)
  }

  /// Appends the result of one read, at most `count` bytes, to `buffer`. Returns the number of bytes, 0 at the end.
  func readOnce(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    let before = buffer.count
    var failure: Int32 = 0
    buffer.append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { bytes, initialized in
        let got = Self.retryingWhenBusy(number, POLLIN) {
          unsafe System.readBytes(number, bytes.baseAddress, count)
        }
        if got < 0 { failure = errno } else { initialized = got }
      }
    }
    guard failure == 0 else { throw FileError(operation: .read, path: path, code: failure) }
    return buffer.count - before
  }

  func writeAll(_ bytes: Span<UInt8>) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { bytes in
        Self.retryingWhenBusy(number, POLLOUT) {
          unsafe System.writeBytes(number, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
        }
      }
      guard count >= 0 else { throw FileError(operation: .write, path: path, code: errno) }
      written += count
    }
  }

  /// Whether a read would return without waiting.
  var isReadable: Bool { System.waitUntilReady(number, POLLIN, milliseconds: 0) != 0 }

  /// The path that the symbolic link `name` holds; nil, with `errno`, if it is no link or the system refuses.
  /// - Parameter folder: The directory that a relative `name` starts from; nil for the current one.
  static func destination(ofLink name: String, in folder: Descriptor? = nil) -> String? {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: Int(PATH_MAX)) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        initialized = unsafe max(0, System.readLink(name, in: folder?.number ?? AT_FDCWD, start, buffer.count))
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the next read or write begin at the start of the file.
  func rewind() throws(FileError) {
    guard System.moveOffset(number, to: 0) == 0 else {
      throw FileError(operation: .read, path: path, code: errno)
    }
  }

  /// The system's name for the open file.
  var processPath: String { "/proc/self/fd/\(number)" }

  /// Makes a network file system report the errors that it delays until a file is closed.
  func flush() throws(FileError) {
    let copy = System.duplicateAboveStandard(number)
    guard copy >= 0 else { throw FileError(operation: .write, path: path, code: errno) }
    try Descriptor(number: copy, path: path).shut()
  }

  /// Closes the file.
  /// - Throws: An error that the system delayed until now, such as a full network disk.
  func shut() throws(FileError) {
    guard System.closeFile(number) == 0 else {
      throw FileError(operation: .write, path: path, code: errno)
    }
  }

  /// - Throws: `FileError` if the file cannot be examined.
  func status() throws(FileError) -> FileStatus {
    var record = stat()
    guard System.status(number, into: &record) == 0 else {
      throw FileError(operation: .read, path: path, code: errno)
    }
    return FileStatus(record)
  }

  /// Repeats a call that fails because the file is non-blocking and not ready. A process that shares a standard stream
  /// may have made it non-blocking.
  private static func retryingWhenBusy(_ number: Int32, _ event: Int32, _ call: () -> Int) -> Int {
    while true {
      let result = call()
      guard result < 0, errno == EAGAIN else { return result }
      _ = System.waitUntilReady(number, event)
    }
  }
}
