import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is written beside its target and takes its place when complete. Otherwise it disappears.
///
/// Where the file system allows it, the file has no name until it is complete, so that a killed process leaves nothing
/// behind.
final class TemporaryFile {
  private(set) var descriptor: Descriptor
  private let target: String
  /// Whether there is a file to replace.
  private let existed: Bool
  /// The topmost missing folder of the target, if it has to be made; otherwise the target.
  private let place: String
  /// Nil if the file has no name.
  private var name: TemporaryName?

  /// - Parameters:
  ///   - target: The path of the complete file.
  ///   - permissions: The permissions of the file to replace; nil for a new file.
  ///   - path: The target as the user gave it, for errors.
  ///   - makesFolders: Whether the folders of the target that are missing are made, once the file is complete.
  ///   - isNamed: Whether the file gets a name in any case.
  init(
    target: String, permissions: mode_t?, path: String, makesFolders: Bool = false, isNamed: Bool = false
  ) throws(FileError) {
    self.target = target
    place = makesFolders ? try Self.topmostMissing(of: target) : target
    existed = permissions != nil
    if !isNamed, let unnamed = Self.unnamed(beside: place, permissions, path) {
      descriptor = unnamed
    } else {
      (name, descriptor) = try TemporaryName.create(beside: place, mode: permissions ?? 0o666, path: path)
    }
    if let permissions { try setPermissions(permissions) }
  }

  deinit {
    // Removed first, while the lock is held: afterward the name may belong to another writer's file.
    name = nil
    try? descriptor.shut()
  }

  /// Puts the file in the place of its target. It is closed with the object.
  ///
  /// - Parameter replacing: Whether an existing file is replaced.
  /// - Throws: `FileError`; an existing target is then unchanged. Without `replacing`, of two processes that create the
  ///   same file one gets the error EEXIST.
  func moveIntoPlace(replacing: Bool) throws(FileError) {
    try descriptor.flush()
    if place != target { try createDirectory(FilePath.directory(of: target)) }
    if name == nil, try link(replacing: replacing) { return }
    // The file is closed afterwards, because its lock shows that the name is in use.
    try name?.move(to: target, replacing: replacing)
  }

  /// The topmost folder of a path that is missing; the path if all are there.
  private static func topmostMissing(of path: String) throws(FileError) -> String {
    var place = path
    while true {
      let folder = FilePath.directory(of: place)
      if folder.isEmpty || folder == "/" { return place }
      if try FileStatus(path: folder, followingLinks: true) != nil { return place }
      place = folder
      while place.utf8.count > 1, place.utf8.last == UInt8(ascii: "/") { place.removeLast() }
    }
  }

  private func setPermissions(_ permissions: mode_t) throws(FileError) {
    guard System.changePermissions(descriptor.number, to: permissions) != 0 else { return }
    let code = errno
    // Some file systems have the same permissions for all files, and refuse to change them.
    guard try descriptor.status().permissions == permissions else {
      throw FileError(operation: .create, path: descriptor.path, code: code)
    }
  }

  // MARK: Files without a name

  /// A new file without a name; nil if the file system or the system has none.
  private static func unnamed(beside target: String, _ permissions: mode_t?, _ path: String) -> Descriptor? {
    let directory = FilePath.directory(of: target)
    guard
      let file = try? Descriptor(
        opening: directory.isEmpty ? "." : directory, flags: O_RDWR | System.unnamedFile,
        mode: permissions ?? 0o666, path: path, operation: .create)
    else { return nil }
    // It gets its name through /proc, which a container may lack. Linux before 6.0 ignores the umask on file systems
    // without access control lists.
    let hasMask = permissions != nil || (try? file.status()).map { $0.permissions != 0o666 } == true
    if hasMask, hasProcessPaths(file) { return file }
    try? file.shut()
    return nil
  }

  /// Whether the system has names for open files, such as this one.
  private static func hasProcessPaths(_ file: Descriptor) -> Bool {
    if isSeen.load(ordering: .relaxed) { return true }
    guard System.checkAccess(file.processPath, F_OK) == 0 else { return false }
    isSeen.store(true, ordering: .relaxed)
    return true
  }

  /// Whether /proc has shown the name of an open file. It then stays available.
  private static let isSeen = Atomic(false)

  /// Gives a file without a name the name of its target. If the system cannot, copies it to a file with a name.
  /// - Returns: Whether the file is in its place.
  private func link(replacing: Bool) throws(FileError) -> Bool {
    let source = descriptor.processPath
    if !existed || !replacing {
      if System.link(source, to: target) == 0 { return true }
      guard errno == EEXIST else {
        try copyToNamed()
        return false
      }
      guard replacing else { throw FileError(operation: .create, path: descriptor.path, code: EEXIST) }
    }
    // A link replaces no file, so the file gets another name first.
    _ = System.lockFile(descriptor.number, isWaiting: false)
    guard let name = TemporaryName(beside: target, path: descriptor.path, { System.link(source, to: $0) }) else {
      try copyToNamed()
      return false
    }
    try name.move(to: target, replacing: true)
    return true
  }

  private func copyToNamed() throws(FileError) {
    let permissions = try descriptor.status().permissions
    let source = try Descriptor(
      opening: descriptor.processPath, flags: O_RDONLY, path: descriptor.path, operation: .create)
    defer { try? source.shut() }
    let (name, copy) = try TemporaryName.create(beside: target, mode: permissions, path: descriptor.path)
    try? descriptor.shut()
    (self.name, descriptor) = (name, copy)
    try setPermissions(permissions)
    var bytes: [UInt8] = []
    while try source.readOnce(into: &bytes, atMost: 1 << 16) > 0 {
      try copy.writeAll(bytes.span)
      bytes.removeAll(keepingCapacity: true)
    }
    try copy.flush()
  }
}
