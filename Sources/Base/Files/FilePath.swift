/// Operations on the text of file paths. They do not access the file system.
package enum FilePath {
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The path up to and including the last slash; empty if there is no slash, as in "-".
  package static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// The path after the last slash.
  package static func name(of path: String) -> String { String(path.dropFirst(directory(of: path).count)) }

  /// Converts a path that is relative to the directory of `old` to one that is relative to the directory of `new`.
  /// Absolute paths are unchanged.
  /// - Parameter current: The absolute path of the directory that relative `old` and `new` start from.
  package static func moved(_ path: String, from old: String, to new: String, current: String) -> String {
    if isAbsolute(path) { return path }
    let start = components(directory(of: new), current)
    let end = components(directory(of: old) + path, current)
    let common = zip(start, end).prefix { $0 == $1 }.count
    let ups = Array(repeating: Substring(".."), count: start.count - common)
    return (ups + end[common...]).joined(separator: "/")
  }

  /// The components of the absolute path, without "." and "..".
  private static func components(_ path: String, _ current: String) -> [Substring] {
    var names: [Substring] = []
    for name in (isAbsolute(path) ? path : current + "/" + path).split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }
}
