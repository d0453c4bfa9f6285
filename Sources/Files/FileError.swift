/// What the operating system refused, and of which file.
public struct FileError: Error, Hashable, Sendable {
  public enum Operation: String, Sendable {
    case open, read, write, rename, create
  }

  public var operation: Operation
  /// The path as the user gave it; "-" for a standard stream.
  public var path: String
  /// The system's `errno`.
  public var code: Int32

  public init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}
