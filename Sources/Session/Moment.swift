/// A moment in a recording, as a user specifies it.
public enum Moment: Hashable, Sendable {
  /// Seconds since the first event that has a time.
  case time(Double)
  /// A fraction, 0...1, of the recording's duration, or of its events if these have no times.
  case fraction(Double)
  /// A number of events. Every event counts, including headers, tools, commands, predictions and revisions.
  case event(Int)
  /// A number of ended strokes. Cancelled ones do not count unless the recording keeps them.
  case stroke(Int)
  /// The first mark with this name.
  case mark(String)
}

/// Why a moment does not exist in a recording.
public enum MomentError: Error, Hashable, Sendable {
  /// The moment is a time, and no event has one.
  case untimed
  /// `count` is the number of events.
  case noEvent(Int, count: Int)
  /// `count` is the number of strokes that end.
  case noStroke(Int, count: Int)
  /// `names` are the recording's marks, in order.
  case noMark(String, names: [String])
}

extension MomentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .untimed:
      "the recording has no times; use a percentage, event:N or stroke:N, or make times up with --synth-time"
    case .noEvent(let number, let count):
      "there is no event \(number); the recording has \(count)"
    case .noStroke(let number, let count):
      "there is no stroke \(number); \(count) \(count == 1 ? "stroke ends" : "strokes end") in the recording"
    case .noMark(let name, let names):
      "there is no mark \"\(name)\"; the recording has "
        + (names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", "))
    }
  }
}
