/// A place in a log, and enough of the line to show it.
public struct LogPlace: Hashable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// From 1.
  public var line: Int
  /// In bytes, from 1.
  public var column: Int
  /// The line about the place, as it stands in the file.
  public var excerpt: Excerpt

  public init(file: String, line: Int, column: Int, excerpt: Excerpt = Excerpt()) {
    self.file = file
    self.line = line
    self.column = column
    self.excerpt = excerpt
  }

  /// Says something about this place.
  public func diagnostic(_ severity: Diagnostic.Severity, message: String) -> Diagnostic {
    Diagnostic(severity: severity, place: self, message: message)
  }
}
