#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// An open file and the system calls on it, which are repeated when a signal interrupts them.
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

  /// Opens `file`. A new file gets the permissions `rw-rw-rw-` minus the umask.
  init(
    opening file: String, flags: Int32, path: String, operation: FileError.Operation
  ) throws(FileError) {
    // C would end the name at the NUL and open another file.
    guard !file.utf8.contains(0) else { throw FileError(operation: operation, path: path, code: ENOENT) }
    var number: Int32
    repeat { number = unsafe open(file, flags | O_CLOEXEC, 0o666) } while number < 0 && errno == EINTR
    if (0...STDERR_FILENO).contains(number) {
      // A standard stream was closed and its number reused: output to the stream must not end up in this file.
      let standard = number
      number = fcntl(standard, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      let code = errno
      _ = close(standard)
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
        var got: Int
        repeat {
          got = Self.retryingWhenBusy(number, POLLIN) { unsafe read(number, bytes.baseAddress, count) }
        } while got < 0 && errno == EINTR
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
          unsafe write(number, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
        }
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw FileError(operation: .write, path: path, code: errno)
      }
    }
  }

  /// Closes the file.
  /// - Throws: An error that the system delayed until now, such as a full network disk.
  func shut() throws(FileError) {
    guard close(number) == 0 || errno == EINTR else {
      throw FileError(operation: .write, path: path, code: errno)
    }
  }

  func status() -> FileStatus? {
    var record = stat()
    return unsafe fstat(number, &record) == 0 ? FileStatus(record) : nil
  }

  /// Repeats a call that fails because the file is non-blocking and not ready. A process that shares a standard stream
  /// may have made it non-blocking.
  private static func retryingWhenBusy(_ number: Int32, _ event: Int32, _ call: () -> Int) -> Int {
    while true {
      let result = call()
      guard result < 0, errno == EAGAIN else { return result }
      var entry = pollfd(fd: number, events: Int16(event), revents: 0)
      _ = unsafe poll(&entry, 1, -1)
    }
  }
}
