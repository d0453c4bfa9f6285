#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file, a device or standard output, written from its beginning to its end.
///
/// A file's bytes go to a temporary file beside it (`.NAME.PROCESS-NUMBER.tmp`), which `commit()` renames to it: until
/// then an old file of that name is as it was. A link stays, and what it points to is replaced; a replaced file hands
/// on its permissions. Devices, pipes and standard output are written as they are.
public final class OutputFile: ByteSink {
  private let descriptor: Descriptor
  /// Nil where the target is written as it is.
  private let temporary: TemporaryFile?
  private let noClobber: Bool
  private var isOpen = true
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// - Parameters:
  ///   - path: "-" is standard output, which stays open afterwards.
  ///   - noClobber: An existing file is an error, now or, if it came up meanwhile, in `commit()`.
  /// - Throws: `FileError` where the path cannot be written.
  public init(path: String, noClobber: Bool = false) throws(FileError) {
    self.noClobber = noClobber
    switch try OutputTarget(path: path) {
    case .standardOutput:
      descriptor = Descriptor(number: STDOUT_FILENO, path: path)
      temporary = nil
    case .inPlace:
      descriptor = try Descriptor(opening: path, flags: O_WRONLY, path: path, operation: .open)
      temporary = nil
    case .file(let target, let permissions):
      if noClobber, FileStatus(path: path, followingLinks: false) != nil {
        throw FileError(operation: .create, path: path, code: EEXIST)
      }
      let file = try TemporaryFile(target: target, permissions: permissions, path: path)
      descriptor = file.descriptor
      temporary = file
    }
    buffer.reserveCapacity(Self.bufferSize)
  }

  deinit {
    if isOpen, temporary == nil { try? close() }
  }

  public func write(_ bytes: Span<UInt8>) throws(FileError) {
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try descriptor.writeAll(bytes)
    } else {
      unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    }
  }

  /// Sends what was written on its way, for a reader that waits for it.
  public func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    try descriptor.writeAll(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    buffer = bytes
  }

  /// Puts the whole file in its place. Nothing may be written after it.
  ///
  /// - Throws: `FileError` where the last bytes or the name were refused; an old file is then as it was, and the
  ///   temporary one goes with this object.
  public func commit() throws(FileError) {
    try flush()
    if let temporary {
      try temporary.moveIntoPlace(replacing: !noClobber)
    } else {
      try close()
    }
  }

  private func close() throws(FileError) {
    isOpen = false
    if descriptor.number != STDOUT_FILENO { try descriptor.shut() }
  }
}
