import TouchLog

/// Finds keys that are probably misspelled.
struct KeyCheck {
  private var misspelled = MisspelledKeys()

  /// - Parameter keys: Gives the keys of the event's line that satisfy a condition.
  mutating func add(_ event: LogEvent, _ keys: ((String) -> Bool) -> [LineKey], _ findings: inout FindingList) {
    for found in misspelled.find(in: event, keys) {
      findings.report(
        .unknownKey, at: found.key.location, found.message, isFixable: found.key.canBe(found.nearest, in: event, keys))
    }
  }
}

extension LintRule {
  /// Only keys near a known one are reported, once for each kind of line: apps may keep data of their own in a log.
  /// Near means that at most a third of the letters differ. Keys of one or two letters are skipped, and so are keys of
  /// lines that already have the known key.
  package static let unknownKey = LintRule(
    "unknown-key", "a key that resembles a known one", fix: .changesPicture,
    """
    Keys that are not known are ignored, so that apps can keep their own data in a log. A key is reported if at most a \
    third of its letters differ from a key that the line could have but does not have under any of its names. It is \
    reported once for each kind of line. The fix spells it right, in all lines, if its first value is one that the known \
    key can have. Otherwise an app means the key, and there is no fix.
    """,
    example: [
      #"{"phase":"began","point":[20,20],"presure":0.5,"time":0}"#,
      #"{"phase":"ended","point":[40,20],"time":0.01}"#,
    ])
}
