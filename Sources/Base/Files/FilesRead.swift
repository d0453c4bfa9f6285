import Synchronization

/// The files that a run has read, which none of its outputs may replace, whatever names they have.
package final class FilesRead: Sendable {
  private struct Files {
    /// The first file, usually the only one: the tables take longer to make than a small log to read.
    private var first: FileIdentity?
    private var others: Set<FileIdentity> = []
    var replaceable: Set<FileIdentity> = []

    var isEmpty: Bool { first == nil }

    mutating func note(_ file: FileIdentity) {
      if first == nil { first = file } else if file != first { others.insert(file) }
    }

    func canReplace(_ file: FileIdentity) -> Bool {
      file != first && !others.contains(file) || replaceable.contains(file)
    }
  }

  private let files = Mutex(Files())

  package init() {}

  package func note(_ file: FileIdentity) { files.withLock { $0.note(file) } }

  /// Adds a file that will be read. A missing file is left out.
  package func note(path: String) {
    if path != "-", let file = try? FileIdentity(path: path) { note(file) }
  }

  /// Lets outputs replace a file although it is read.
  package func release(path: String) {
    if let file = try? FileIdentity(path: path) { files.withLock { _ = $0.replaceable.insert(file) } }
  }

  /// - Throws: `FileError` with `isInput` if the file at a path has been read.
  package func check(_ path: String) throws(FileError) {
    let isRead = path != "-" && files.withLock { !$0.isEmpty }
    guard isRead, let file = try FileIdentity(path: path) else { return }
    if !files.withLock({ $0.canReplace(file) }) {
      throw FileError(operation: .create, path: path, code: FileError.isInput)
    }
  }
}
