#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A lock on a directory, which one process holds at a time, until the object is deallocated or the process ends.
///
/// Programs that change a file in the directory by reading it and writing it anew hold the lock meanwhile, so that none
/// loses what another has written. The lock leaves no file behind. It only keeps programs apart that use it.
package final class DirectoryLock {
  private let descriptor: Descriptor

  /// Waits until no other process holds the lock. On a file system without locks, does not wait.
  /// - Parameter path: The directory; empty for the current one.
  /// - Throws: `FileError` if the directory cannot be opened.
  package init(_ path: String) throws(FileError) {
    let directory = path.isEmpty ? "." : path
    descriptor = try Descriptor(opening: directory, flags: O_RDONLY | O_DIRECTORY, path: directory, operation: .open)
    _ = System.lockFile(descriptor.number, isWaiting: true)
  }

  deinit {
    try? descriptor.shut()
  }
}
