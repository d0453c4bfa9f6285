import Foundation

/// The folder of this process for the files of an input, in memory where the system has that.
enum FuzzFolder {
  static let path: String = {
    let memory = "/dev/shm"
    let root = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let path = "\(root)/doodle-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    atexit { FuzzFolder.clear(andRemove: true) }
    return path
  }()

  /// Removes all files, then writes those of an input.
  static func fill(_ files: [(name: String, bytes: [UInt8])]) {
    clear()
    for (name, bytes) in files {
      guard let file = fopen("\(path)/\(name)", "w") else { fatalError("\(path) is writable") }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  /// All files with their contents, by their paths in the folder.
  static func contents() -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
      guard let file = fopen("\(path)/\(name)", "r") else { continue }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
      contents[name] = bytes
    }
    return contents
  }

  private static func clear(andRemove isLast: Bool = false) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      let file = "\(path)/\(name)"
      if unlink(file) != 0 { try? FileManager.default.removeItem(atPath: file) }
    }
    if isLast { rmdir(path) } else { mkdir(path, 0o700) }
  }
}
