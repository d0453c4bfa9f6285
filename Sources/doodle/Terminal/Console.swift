import DoodleKit

/// What a command has around it while it runs.
struct Console: Sendable {
  let surroundings: Surroundings
  /// Where errors, warnings and notes go.
  var messages: Messages

  /// Writes `text` to standard output, whole.
  func print(_ text: String) throws(CommandError) {
    do throws(FileError) {
      try StandardOutput.write(text)
    } catch {
      throw .file(error)
    }
  }
}
