#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What an output path means, by what stands there already.
enum OutputTarget {
  case standardOutput
  /// A device, a pipe or a socket, or a name for an open descriptor: written as it is, never replaced.
  case inPlace
  /// A file to make or replace, at the end of all links.
  case file(String, permissions: mode_t?)

  /// - Throws: `FileError` where a directory stands there, a file that may not be written, or links in a circle.
  init(path: String) throws(FileError) {
    if path == "-" || path == "/dev/stdout" {
      self = .standardOutput
      return
    }
    guard !path.isEmpty else { throw FileError(operation: .create, path: path, code: ENOENT) }
    switch FileStatus(path: path, followingLinks: true) {
    case let status? where status.kind == .directory:
      throw FileError(operation: .create, path: path, code: EISDIR)
    case let status? where status.kind == .special:
      self = .inPlace
    case let status:
      guard let file = try Self.endOfLinks(from: path) else {
        self = .inPlace
        return
      }
      if status != nil, unsafe access(file, W_OK) != 0 {
        throw FileError(operation: .create, path: path, code: errno)
      }
      self = .file(file, permissions: status?.permissions)
    }
  }

  /// Nil where the system made a link on the way, for an open descriptor.
  private static func endOfLinks(from path: String) throws(FileError) -> String? {
    var file = path
    for _ in 0..<40 {
      guard FileStatus(path: file, followingLinks: false)?.kind == .link else { return file }
      if file.hasPrefix("/proc/") || file.hasPrefix("/dev/fd/") { return nil }
      let next = try destination(ofLink: file, path: path)
      file = next.hasPrefix("/") ? next : directory(of: file) + next
    }
    throw FileError(operation: .create, path: path, code: ELOOP)
  }

  private static func destination(ofLink file: String, path: String) throws(FileError) -> String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: Int(PATH_MAX)) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        initialized = unsafe max(0, readlink(file, start, buffer.count))
      }
    }
    guard !bytes.isEmpty else { throw FileError(operation: .create, path: path, code: errno) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Up to and with the last slash; empty where there is none.
  static func directory(of file: String) -> Substring {
    file[..<(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)]
  }
}
