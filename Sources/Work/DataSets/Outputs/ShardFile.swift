import Compare
import Files

/// A file of pictures that is being written, with its checksum.
final class ShardFile {
  let path: String
  private let output: OutputFile
  /// Nil if the checksum is not wanted.
  private var hash: SHA256?
  /// Whether bytes were replaced: the checksum then needs the bytes to be read back.
  private var isOverwritten = false
  private var size = 0
  /// The number of pictures in it.
  var count = 0

  /// - Parameters:
  ///   - replaces: Whether an existing file is replaced.
  ///   - hashes: Whether the checksum is wanted.
  ///   - filesRead: What it must not replace.
  init(_ path: String, replaces: Bool, hashes: Bool, keeping filesRead: FilesRead) throws(FileError) {
    self.path = path
    hash = hashes ? SHA256() : nil
    output = try OutputFile(
      path: path, noClobber: !replaces && path != "-", makesFolders: true, keeping: filesRead)
  }

  func write(_ bytes: Span<UInt8>) throws(FileError) {
    hash?.update(bytes)
    size += bytes.count
    try output.write(bytes)
  }

  /// Replaces the first bytes of the file, which have been written before.
  func overwriteStart(_ bytes: Span<UInt8>) throws(FileError) {
    try output.overwriteStart(bytes)
    isOverwritten = true
  }

  /// Passes all bytes to the system.
  func flush() throws(FileError) { try output.flush() }

  /// Puts the file in place.
  /// - Parameter folder: That of the output; ends in a slash, or is empty.
  func commit(in folder: String) throws(FileError) -> FinishedFile {
    // Before the file is in place: another program may take or change it as soon as it is.
    if isOverwritten, hash != nil {
      var all = SHA256()
      try output.readBack { all.update($0) }
      hash = all
    }
    let digest = hash?.finalized() ?? ""
    try output.commit()
    return FinishedFile(path: String(path.dropFirst(folder.count)), size: size, hash: digest, count: count)
  }
}

/// A complete file of pictures.
package struct FinishedFile: Hashable, Sendable {
  /// Relative to the folder of the output.
  package var path: String
  /// In bytes.
  package var size: Int
  /// The SHA-256 of its bytes, in hexadecimal; empty if it was not wanted.
  package var hash: String
  /// The number of pictures in it.
  package var count: Int

  /// Whether the file exists with its full size.
  /// - Parameter folder: Ends in a slash, or is empty.
  func isInPlace(in folder: String) throws(FileError) -> Bool { try fileSize(folder + path) == size }
}
