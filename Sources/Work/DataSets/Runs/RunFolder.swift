import Files
import JSON

/// The journal and the manifest of a run, in the folder of its output.
///
/// The first line of the journal `batch.journal` identifies the run, by its input and options; a line for each finished
/// shard follows. A run that finds its own journal continues after the shards in it. At the end `manifest.json`, which
/// says the same, replaces it. A run that makes only a part of the shards has files of its own, `batch-0-of-4.journal`;
/// the last part to end joins the manifests.
package final class RunFolder {
  /// Why a run cannot begin or end.
  package enum Failure: Error, Hashable, Sendable {
    case file(FileError)
    /// The folder has the output of a run with other options or another input.
    case otherRun(path: String, differences: [String])
  }

  private static let errorsName = "errors.ndjson"

  /// Of the output; ends in a slash, or is empty.
  private let path: String
  private let identity: RunIdentity
  private let part: RunPart
  private let journal: AppendedFile
  private let filesRead: FilesRead
  /// The shards that an earlier, interrupted run has finished and whose files are in place.
  package private(set) var done: [Int: ShardReport] = [:]
  /// Whether the same run has begun before: some of its files may exist.
  package let isResumed: Bool
  /// Whether the output of all parts was complete before.
  private let isComplete: Bool
  /// Whether the run replaces the output of any other one.
  package let overwrites: Bool

  /// Opens the folder and locks its journal.
  /// - Parameters:
  ///   - path: The folder, which is made if it is missing; ends in a slash, or is empty.
  ///   - overwrites: Whether the run replaces the output of any other one. An interrupted run that did so continues,
  ///     according to its journal.
  ///   - filesRead: What no file of the run may replace.
  package init(
    _ path: String, _ identity: RunIdentity, _ part: RunPart, overwrites: Bool, keeping filesRead: FilesRead
  ) throws(Failure) {
    (self.path, self.identity, self.part, self.filesRead) = (path, identity, part, filesRead)
    // Checked first, so that a run that is refused leaves no journal.
    let known = overwrites ? nil : try Self.manifest(path, identity, part)
    let journal = try rethrowing(as: Failure.file) { () throws(FileError) in
      for name in [part.journalName, part.manifestName, RunPart.whole.manifestName, Self.errorsName] {
        try filesRead.check(path + name)
      }
      if !path.isEmpty { try createDirectory(path) }
      return try AppendedFile(path: path + part.journalName)
    }
    self.journal = journal
    let last = Self.lastRun(in: journal.contents)
    self.overwrites = overwrites || last?.head["replaces"] != nil
    let goesOn = last.map {
      !overwrites || $0.head["replaces"] != nil && identity.differences(from: $0.head).isEmpty
    }
    isResumed = known != nil || goesOn == true
    isComplete = known?.isWhole ?? false
    var shards = known?.manifest["shards"]?.elements ?? []
    if let last, goesOn == true {
      try Self.check(last.head, path + part.journalName, identity)
      shards += last.shards
    } else {
      if overwrites { try removeManifests() }
      try append(identity.json(replaces: overwrites))
    }
    try rethrowing(as: Failure.file) { () throws(FileError) in
      for shard in shards.compactMap(ShardReport.init) where try shard.isInPlace(in: path) { done[shard.shard] = shard }
    }
  }

  /// The last run in a journal: its first line and the lines of its shards.
  private static func lastRun(in journal: [UInt8]) -> (head: JSONValue, shards: [JSONValue])? {
    var last: (head: JSONValue, shards: [JSONValue])?
    for line in journal.split(separator: ASCII.newline) {
      // A line that was cut off is not JSON.
      guard let value = try? JSONDocument(scanning: Array(line), name: "").root else { continue }
      if value[RunIdentity.key] != nil { last = (value, []) } else { last?.shards.append(value) }
    }
    return last
  }

  /// The manifest of the same run, if it has ended before.
  private static func manifest(
    _ path: String, _ identity: RunIdentity, _ part: RunPart
  ) throws(Failure) -> (manifest: JSONValue, isWhole: Bool)? {
    for part in [RunPart.whole, part] {
      let name = path + part.manifestName
      guard let manifest = try Self.read(name) else { continue }
      try check(manifest, name, identity)
      return (manifest, part == .whole)
    }
    return nil
  }

  private func removeManifests() throws(Failure) {
    try rethrowing(as: Failure.file) { () throws(FileError) in
      for name in [RunPart.whole.manifestName, part.manifestName] where try isFile(path + name) {
        try removeFile(path + name)
      }
    }
  }

  private static func check(_ other: JSONValue, _ name: String, _ identity: RunIdentity) throws(Failure) {
    let differences = identity.differences(from: other)
    if !differences.isEmpty { throw .otherRun(path: name, differences: differences) }
  }

  private static func read(_ path: String) throws(Failure) -> JSONValue? {
    do throws(FileError) {
      guard try isFile(path) else { return nil }
      let text = try InputFile(path: path).readAll()
      return try? JSONDocument(scanning: text, name: path).root
    } catch {
      throw .file(error)
    }
  }

  private func append(_ json: JSON) throws(Failure) {
    try rethrowing(as: Failure.file) { () throws(FileError) in try journal.append(Array(json.description.utf8)) }
  }

  /// Notes that a shard is finished.
  package func note(_ shard: ShardReport) throws(FileError) {
    try journal.append(Array(shard.json.description.utf8))
  }

  /// Writes the manifest, and the list of errors, in place of the journal.
  /// - Parameter shards: All shards of this run, in order.
  package func finish(_ shards: [ShardReport]) throws(FileError) {
    if part.count == 1 {
      try write(shards)
    } else if !isComplete {
      try write(identity.manifest(shards), to: part.manifestName)
      try join()
    }
    try removeFile(path + part.journalName)
  }

  /// Joins the manifests of all parts, if all exist.
  private func join() throws(FileError) {
    let lock = try DirectoryLock(path)
    defer { withExtendedLifetime(lock) {} }
    let names = (0..<part.count).map { RunPart(index: $0, count: part.count).manifestName }
    var shards: [ShardReport] = []
    for name in names {
      guard let manifest = try? Self.read(path + name), identity.differences(from: manifest).isEmpty else { return }
      shards += (manifest["shards"]?.elements ?? []).compactMap(ShardReport.init)
    }
    try write(shards.sorted { $0.shard < $1.shard })
    for name in names { try removeFile(path + name) }
  }

  /// Writes the final manifest and the list of errors.
  private func write(_ shards: [ShardReport]) throws(FileError) {
    let errors = shards.flatMap(\.errors)
    if !errors.isEmpty { try write(errors.flatMap { $0 + [ASCII.newline] }, to: Self.errorsName) }
    try write(identity.manifest(shards), to: RunPart.whole.manifestName)
  }

  private func write(_ json: JSON, to name: String) throws(FileError) {
    try write(Array(json.indented.utf8), to: name)
  }

  private func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    let file = try OutputFile(path: path + name, noClobber: false, makesFolders: false, keeping: filesRead)
    try file.write(bytes.span)
    try file.commit()
  }
}

/// Which shards a run makes: those whose number modulo `count` is `index`.
package struct RunPart: Hashable, Sendable {
  package let index: Int
  package let count: Int

  /// All shards.
  package static let whole = RunPart(index: 0, count: 1)

  package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

  func has(shard: Int) -> Bool { shard % count == index }

  private var suffix: String { count == 1 ? "" : "-\(index)-of-\(count)" }

  fileprivate var journalName: String { "batch\(suffix).journal" }

  /// The name of the manifest of the part's shards.
  fileprivate var manifestName: String { "manifest\(suffix).json" }
}
