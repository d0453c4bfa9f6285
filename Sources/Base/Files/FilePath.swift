/// Operations on the text of file paths. They do not access the file system.
package enum FilePath {
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The path up to and including the last slash; empty if there is no slash, as in "-".
  package static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// The path after the last slash.
  package static func name(of path: String) -> String { String(path.dropFirst(directory(of: path).count)) }

  /// The last component of a path, whether slashes follow it or not.
  package static func lastComponent(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "" }
    let component = path.utf8[...last]
    return String(
      Substring(component[(component.lastIndex(of: slash).map(component.index(after:)) ?? component.startIndex)...]))
  }

  /// A file's name without its directory, ".gz" and its last extension; "stdin" for standard input.
  package static func stem(of path: String) -> String {
    if path == "-" { return "stdin" }
    var name = lastComponent(of: path).utf8[...]
    if name.count > 3, name.suffix(3).elementsEqual(".gz".utf8) { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return String(Substring(name))
    }
    return String(Substring(name[..<dot]))
  }

  /// The text after the last dot of a file's name, in lower case; empty if there is none.
  package static func fileExtension(of path: String) -> String {
    let name = lastComponent(of: path).utf8
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return Substring(name[name.index(after: dot)...]).lowercased()
  }

  /// A path without empty and "." components.
  package static func simplified(_ path: String) -> String {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var simple: [UInt8] = path.utf8.first == slash ? [slash] : []
    let rootCount = simple.count
    simple.reserveCapacity(path.utf8.count)
    for component in path.utf8.split(separator: slash) where component.count > 1 || component.first != dot {
      if simple.count > rootCount { simple.append(slash) }
      simple += component
    }
    return String(decoding: simple, as: UTF8.self)
  }

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
