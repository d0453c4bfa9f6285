import Files
import TouchLog

/// A format of recordings: its name, how its files are recognized, and how they are read.
///
/// Each format's file declares one as a static constant. `allCases`, in Importers, is the table of all.
public struct LogFormat: Sendable {
  /// The name for `--from`.
  public let rawValue: String
  /// What the format is, for help texts, such as "strokes of the web library signature_pad".
  public let summary: String
  /// The choices that it leaves to the user.
  let openChoices: [ImportOptions.Choice]
  package let recognizes: @Sendable (Glimpse) -> Bool
  package let open: @Sendable (InputBuffer, String, ImportOptions) throws(LogReadError) -> any EventReader

  /// - Parameters:
  ///   - summary: What the format is, for help texts.
  ///   - choices: The choices that the format leaves to the user.
  ///   - recognizes: Whether a file that begins like this is of the format.
  ///   - open: Makes a reader of a source. The name is the file as the user typed it, for messages.
  package init(
    _ name: String, _ summary: String, leavesOpen choices: [ImportOptions.Choice] = [],
    recognizes: @escaping @Sendable (Glimpse) -> Bool,
    open: @escaping @Sendable (InputBuffer, String, ImportOptions) throws(LogReadError) -> any EventReader
  ) {
    (rawValue, self.summary, openChoices) = (name, summary, choices)
    (self.recognizes, self.open) = (recognizes, open)
  }
}

/// Formats are equal if their names are.
extension LogFormat: Hashable {
  public static func == (one: LogFormat, other: LogFormat) -> Bool { one.rawValue == other.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
