#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Opens a file that must be in a folder or below it, one directory after another.
///
/// Each directory is opened from the one before it, and links are read and followed here: a program that swaps a name
/// for a link meanwhile cannot lead out of the folder.
struct FolderWalk: ~Copyable {
  private struct Place {
    let directory: Descriptor
    /// Whether it is the folder or below it.
    let isInside: Bool
  }

  private let folder: FileIdentity
  /// The path for errors.
  private let path: String
  /// The directories from the folder to the current one, which is the last. Each is in the one before it.
  private var places: [Place]
  /// The remaining names of the path, the next one last.
  private var names: [String] = []
  /// The number of links that may still be followed; Linux allows as many.
  private var linksLeft = 40

  private static let directoryFlags = System.pathOnly | O_DIRECTORY | O_NOFOLLOW

  /// - Parameters:
  ///   - folder: Closed at the end of the walk.
  ///   - path: The path for errors.
  init(from folder: Descriptor, path: String) throws(FileError) {
    self.folder = try folder.status().identity
    self.path = path
    places = [Place(directory: folder, isInside: true)]
  }

  deinit {
    for place in places { try? place.directory.shut() }
  }

  /// Opens a file.
  /// - Parameter file: Relative to the folder, or absolute.
  /// - Throws: `FileError`; for a file outside the folder, only that the log may not read it.
  mutating func open(_ file: String, flags: Int32) throws(FileError) -> Descriptor {
    do throws(FileError) {
      try follow(file)
      while let name = names.popLast() {
        if let opened = try enter(name, flags) { return opened }
      }
      throw FileError(operation: .open, path: path, code: FileError.notRegular)
    } catch {
      guard !isInside, !error.isSystemFailure else { throw error }
      throw FileError(operation: .open, path: path, code: FileError.notAllowed)
    }
  }

  private var isInside: Bool { places.last?.isInside == true }

  /// Puts the names of a path before the remaining ones.
  private mutating func follow(_ path: String) throws(FileError) {
    let slash = UInt8(ascii: "/")
    // A name before a slash must be a directory.
    if path.utf8.last == slash { names.append(".") }
    // Bytes, not characters: a slash before a combining accent separates names, too.
    names += path.utf8.split(separator: slash).reversed().map { String(Substring($0)) }
    if path.utf8.first == slash {
      let root = try Descriptor(opening: "/", flags: Self.directoryFlags, path: self.path, operation: .open)
      try restart(at: root)
    }
  }

  private mutating func restart(at directory: Descriptor) throws(FileError) {
    for place in places { try? place.directory.shut() }
    places = []
    try append(directory)
  }

  private mutating func append(_ directory: Descriptor) throws(FileError) {
    do throws(FileError) {
      let isFolder = try directory.status().identity == folder
      places.append(Place(directory: directory, isInside: isInside || isFolder))
    } catch {
      try? directory.shut()
      throw error
    }
  }

  /// Opens the next name.
  /// - Returns: The file, if it is the last name.
  private mutating func enter(_ name: String, _ flags: Int32) throws(FileError) -> Descriptor? {
    guard let here = places.last?.directory else { return nil }
    switch name {
    case ".": return nil
    case "..":
      if places.count > 1 {
        try? places.removeLast().directory.shut()
      } else {
        try restart(
          at: Descriptor(opening: "..", in: here, flags: Self.directoryFlags, path: path, operation: .open))
      }
      return nil
    default: break
    }
    let isFile = names.isEmpty
    var refusal = FileError(operation: .open, path: path, code: FileError.notAllowed)
    // Opening a file outside could already change something, if it is a device.
    if isInside || !isFile {
      do throws(FileError) {
        let opened = try Descriptor(
          opening: name, in: here, flags: isFile ? flags | O_NOFOLLOW : Self.directoryFlags, path: path,
          operation: .open)
        if isFile { return opened }
        try append(opened)
        return nil
      } catch {
        // It is a symbolic link.
        guard [ELOOP, ENOTDIR].contains(error.code) else { throw error }
        refusal = error
      }
    }
    guard linksLeft > 0 else { throw refusal }
    guard let destination = Descriptor.destination(ofLink: name, in: here) else {
      let isNoLink = errno == EINVAL || FileStatus.isAbsence(errno)
      throw isNoLink ? refusal : FileError(operation: .open, path: path, code: errno)
    }
    linksLeft -= 1
    try follow(destination)
    return nil
  }
}

extension Descriptor {
  /// Opens a file that must be in a folder or below it, links followed.
  /// - Parameters:
  ///   - file: Relative to the folder, or absolute.
  ///   - folder: Ends in a slash, or is empty for the current directory.
  ///   - asksSystem: Whether the system finds the way, if it can.
  ///   - path: The path for errors.
  init(
    opening file: String, below folder: String, flags: Int32, path: String, asksSystem: Bool = true
  ) throws(FileError) {
    let root = try Descriptor(
      opening: folder.isEmpty ? "." : folder, flags: System.pathOnly | O_DIRECTORY, path: path, operation: .open)
    do throws(FileError) {
      // Linux before 5.6 has no such call, and sandboxes may forbid it. It refuses absolute paths, and paths that leave
      // the folder and return to it.
      guard asksSystem else { throw FileError(operation: .open, path: path, code: ENOSYS) }
      self = try Descriptor(opening: file, beneath: root, flags: flags, path: path)
      try? root.shut()
    } catch {
      guard [ENOSYS, EPERM, EXDEV, EAGAIN].contains(error.code) else {
        try? root.shut()
        throw error
      }
      var walk = try FolderWalk(from: root, path: path)
      self = try walk.open(file, flags: flags)
    }
  }
}
