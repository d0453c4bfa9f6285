import Synchronization

/// The files that a run has read, which none of its outputs may replace, whatever names they have.
package final class FilesRead: Sendable {
  private struct Files {
    var read: Set<FileIdentity> = []
    var replaceable: Set<FileIdentity> = []
  }

  private let files = Mutex(Files())

  package init() {}

  package func note(_ file: FileIdentity) { files.withLock { _ = $0.read.insert(file) } }

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
    let isRead = path != "-" && files.withLock { !$0.read.isEmpty }
    guard isRead, let file = try FileIdentity(path: path) else { return }
    if files.withLock({ $0.read.contains(file) && !$0.replaceable.contains(file) }) {
      throw FileError(operation: .create, path: path, code: FileError.isInput)
    }
  }
}
