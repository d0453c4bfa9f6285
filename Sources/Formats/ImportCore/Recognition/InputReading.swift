import Files
import TouchLog

extension InputBuffer {
  /// Reads until at least `count` bytes are in memory.
  /// - Returns: False if the source has fewer.
  package mutating func fill(_ count: Int) throws(LogReadError) -> Bool {
    while bytes.count < count, !isAtEnd {
      try rethrowing(as: LogReadError.file) { () throws(FileError) in try read() }
    }
    return bytes.count >= count
  }

  /// Reads the whole source.
  /// - Parameter name: The file as the user named it, for messages.
  /// - Throws: `LogReadError.malformed` if the source is larger than `options.fileLimit`.
  package consuming func readAll(name: String, options: ImportOptions) throws(LogReadError) -> [UInt8] {
    let most = options.fileLimit
    while !isAtEnd, bytes.count <= most {
      try rethrowing(as: LogReadError.file) { () throws(FileError) in try read() }
    }
    guard bytes.count <= most else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0),
          reason: most < LogLimits.documentBytes
            ? .tooMuchMemory("the file", limit: options.memoryLimit) : .fileTooLong(limit: most)))
    }
    return bytes
  }
}
