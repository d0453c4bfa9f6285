/// The error that a host gets when something fails.
package struct HostError: Error, Hashable, Sendable {
  /// The line of the log, from 1; 0 if the error concerns none.
  package var line: Int
  package var column: Int
  /// What was found, what was expected, and what to do.
  package var message: String

  package init(line: Int = 0, column: Int = 0, message: String) {
    (self.line, self.column, self.message) = (line, column, message)
  }

  init(_ error: some Error & CustomStringConvertible) { self.init(message: error.description) }
}
