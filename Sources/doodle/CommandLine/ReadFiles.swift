import DoodleKit

/// The files that a run reads, which no output may replace.
///
/// A file counts under all of its names: other paths to it, symbolic links and hard links.
struct ReadFiles {
  private var paths: Set<String>
  private var identities: Set<FileIdentity>

  /// - Parameter paths: "-" is standard input, which cannot be replaced.
  init(_ paths: [String], in surroundings: Surroundings) {
    self.paths = []
    identities = []
    for path in paths where path != "-" {
      self.paths.insert(Self.simplified(path))
      if let identity = surroundings.identity(path) { identities.insert(identity) }
    }
  }

  /// Throws if writing to `output` would replace one of the files.
  /// - Parameter canReplace: Whether `--in-place` allows it.
  func check(_ output: String, canReplace: Bool = false, in surroundings: Surroundings) throws(CommandError) {
    guard output != "-" else { return }
    let isRead =
      paths.contains(Self.simplified(output)) || surroundings.identity(output).map(identities.contains) == true
    if isRead { throw .usage(.outputIsInput(output, canReplace: canReplace)) }
  }

  /// A path without empty and "." components.
  static func simplified(_ path: String) -> String {
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
}
