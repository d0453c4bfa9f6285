#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Folders and the names in them.
public enum Directory {
  /// What stands in a folder, "." and ".." left out, in the order of the names' bytes.
  public struct Entry: Hashable, Sendable {
    public var name: String
    /// Whether it is one, or a link to one.
    public var isDirectory: Bool
    /// Whether it is a device, a pipe or a socket, or a link to one.
    public var isSpecial: Bool
  }

  /// - Throws: `FileError` where the folder may not be read.
  public static func entries(of path: String) throws(FileError) -> [Entry] {
    guard let stream = unsafe opendir(path) else { throw FileError(operation: .list, path: path, code: errno) }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let record = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &record.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let kind = FileStatus(path: "\(path)/\(name)", followingLinks: true)?.kind
      entries.append(Entry(name: name, isDirectory: kind == .directory, isSpecial: kind == .special))
    }
    guard errno == 0 else { throw FileError(operation: .list, path: path, code: errno) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

/// Whether a file stands at `path`, or a link to one.
public func isFile(_ path: String) -> Bool {
  FileStatus(path: path, followingLinks: true)?.kind == .regular
}
