/// Paths of files as texts: nothing is looked up.
package enum FilePath {
  package static func isAbsolute(_ path: String) -> Bool { path.hasPrefix("/") }

  /// What comes before a file's name, with its slash; empty where there is nothing, and for a standard stream.
  package static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// What comes after the last slash.
  package static func name(of path: String) -> String { String(path.dropFirst(directory(of: path).count)) }

  /// A path beside one file as it is called beside another.
  /// - Parameters:
  ///   - current: The directory that paths begin in.
  package static func moved(_ path: String, from old: String, to new: String, current: String) -> String {
    if isAbsolute(path) { return path }
    let start = components(directory(of: new), current)
    let end = components(directory(of: old) + path, current)
    let common = zip(start, end).prefix { $0 == $1 }.count
    let ups = Array(repeating: Substring(".."), count: start.count - common)
    return (ups + end[common...]).joined(separator: "/")
  }

  /// The names from the root on, without "." and "..".
  private static func components(_ path: String, _ current: String) -> [Substring] {
    var names: [Substring] = []
    for name in (isAbsolute(path) ? path : current + "/" + path).split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }
}
