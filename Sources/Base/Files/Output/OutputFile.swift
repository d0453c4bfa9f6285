#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file, a device or standard output, written from beginning to end.
///
/// The bytes of a file go to a temporary file in its directory, which has no name or is called `.NAME.NUMBER.tmp`, and
/// which `commit()` puts in place. Until then, an existing file of that name is unchanged. If the path is a symbolic
/// link, its target is replaced. The new file keeps the permissions of the old one. Devices, pipes and standard output
/// are written directly.
public final class OutputFile: ByteSink {
  private let descriptor: Descriptor
  /// Nil if the target is written directly.
  private let temporary: TemporaryFile?
  private let noClobber: Bool
  private let path: String
  private let kept: FilesRead?
  private var isOpen = true
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// - Parameters:
  ///   - path: "-" means standard output, which stays open.
  ///   - noClobber: Whether to refuse an existing file: here, or in `commit()` if it appears in the meantime.
  /// - Throws: `FileError` if the path cannot be written, or if `noClobber` refuses it.
  public convenience init(path: String, noClobber: Bool = false) throws(FileError) {
    try self.init(path: path, noClobber: noClobber, makesFolders: false, keeping: nil)
  }

  /// - Parameters:
  ///   - makesFolders: Whether `commit()` makes the folders of the path that are missing.
  ///   - files: Those that must not be replaced: they are refused here and, if they are read meanwhile, in `commit()`.
  package init(path: String, noClobber: Bool, makesFolders: Bool, keeping files: FilesRead?) throws(FileError) {
    (self.path, self.noClobber, kept) = (path, noClobber, files)
    try files?.check(path)
    switch try OutputTarget(path: path) {
    case .standardOutput:
      descriptor = Descriptor(number: STDOUT_FILENO, path: path)
      temporary = nil
    case .inPlace:
      descriptor = try Descriptor(opening: path, flags: O_WRONLY, path: path, operation: .open)
      temporary = nil
    case .file(let target, let permissions):
      if noClobber, try FileStatus(path: path, followingLinks: false) != nil {
        throw FileError(operation: .create, path: path, code: EEXIST)
      }
      let file = try TemporaryFile(
        target: target, permissions: permissions, path: path, makesFolders: makesFolders)
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

  /// Passes all written bytes to the system, for a reader that waits for them.
  /// - Throws: `FileError` if the system refuses. The bytes are then lost.
  package func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    try descriptor.writeAll(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    buffer = bytes
  }

  /// Replaces the first bytes of the file, which have been written before.
  /// - Throws: `FileError` if the system refuses, as it does for a pipe.
  package func overwriteStart(_ bytes: Span<UInt8>) throws(FileError) {
    try flush()
    try descriptor.rewind()
    try descriptor.writeAll(bytes)
  }

  /// Reads all bytes of the file back, in order, before it is in place.
  /// - Throws: `FileError` if the system refuses, as it does for a pipe or a device.
  package func readBack(_ receive: (Span<UInt8>) -> Void) throws(FileError) {
    try flush()
    try descriptor.rewind()
    var bytes: [UInt8] = []
    while try descriptor.readOnce(into: &bytes, atMost: 1 << 20) > 0 {
      receive(bytes.span)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Completes the file: puts the temporary file in place, or closes the device or pipe. Nothing can be written afterwards.
  ///
  /// - Throws: `FileError` if the system refuses the last bytes or the new name, or if `noClobber` was given and the
  ///   file exists by now. An existing file is then unchanged, and the temporary file is removed when this object is
  ///   deallocated.
  public func commit() throws(FileError) {
    try flush()
    if let temporary {
      try kept?.check(path)
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

/// How to write to an output path, decided by what already exists there.
enum OutputTarget {
  case standardOutput
  /// A device, a pipe, a socket or an open descriptor: written directly, never replaced.
  case inPlace
  /// A file to create or replace, after following all symbolic links.
  case file(String, permissions: mode_t?)

  /// - Throws: `FileError` for a directory, a file without write permission, or a cycle of links.
  init(path: String) throws(FileError) {
    if path == "-" || path == "/dev/stdout" {
      self = .standardOutput
      return
    }
    guard !path.isEmpty else { throw FileError(operation: .create, path: path, code: ENOENT) }
    let entry = try FileStatus(path: path, followingLinks: false)
    switch entry?.kind == .link ? try FileStatus(path: path, followingLinks: true) : entry {
    case let status? where status.kind == .directory:
      throw FileError(operation: .create, path: path, code: EISDIR)
    case let status? where status.kind == .special:
      self = .inPlace
    case let status:
      guard let file = entry?.kind == .link ? try Self.endOfLinks(from: path) : path else {
        self = .inPlace
        return
      }
      if status != nil, System.checkAccess(file, W_OK) != 0 {
        throw FileError(operation: .create, path: path, code: errno)
      }
      self = .file(file, permissions: status?.permissions)
    }
  }

  /// The path after following all links; nil if one of them is the system's name for an open descriptor.
  private static func endOfLinks(from path: String) throws(FileError) -> String? {
    var file = path
    for _ in 0..<40 {
      guard try FileStatus(path: file, followingLinks: false)?.kind == .link else { return file }
      if file.hasPrefix("/proc/") || file.hasPrefix("/dev/fd/") { return nil }
      guard let next = Descriptor.destination(ofLink: file) else {
        throw FileError(operation: .create, path: path, code: errno)
      }
      file = next.hasPrefix("/") ? next : FilePath.directory(of: file) + next
    }
    throw FileError(operation: .create, path: path, code: ELOOP)
  }
}
