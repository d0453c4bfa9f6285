import DoodleKit

/// The files that a run reads, which no output may replace.
///
/// A file counts under all of its names: other paths to it, symbolic links and hard links.
struct ReadFiles {
  /// The first file, usually the only one. It is not in the tables, because making them takes longer than reading a
  /// small log.
  private var first: (path: String, identity: FileIdentity?)?
  /// The other files.
  private var paths: Set<String> = []
  private var identities: Set<FileIdentity> = []

  /// - Parameter paths: "-" is standard input, which cannot be replaced.
  init(_ paths: [String], in surroundings: Surroundings) {
    for path in paths where path != "-" {
      let (path, identity) = (FilePath.simplified(path), surroundings.identity(path))
      guard first != nil else {
        first = (path, identity)
        continue
      }
      self.paths.insert(path)
      if let identity { identities.insert(identity) }
    }
  }

  /// Throws if writing to `output` would replace one of the files.
  /// - Parameter canReplace: Whether `--in-place` allows it.
  func check(_ output: String, canReplace: Bool = false, in surroundings: Surroundings) throws(CommandError) {
    guard output != "-", let first else { return }
    let (path, identity) = (FilePath.simplified(output), surroundings.identity(output))
    let isRead =
      path == first.path || paths.contains(path)
      || identity.map { $0 == first.identity || identities.contains($0) } == true
    if isRead { throw .usage(.outputIsInput(output, canReplace: canReplace)) }
  }
}
