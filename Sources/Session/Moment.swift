/// A place in a recording, as a user names it.
public enum Moment: Hashable, Sendable {
  /// Seconds after the recording's first event that has a time.
  case time(Double)
  /// 0...1 of the recording's time, or of its events where these have no times.
  case fraction(Double)
  /// After so many events: all that the log holds count, headers, tools, commands, guesses and revisions too.
  case event(Int)
  /// When so many touches have ended; cancelled ones do not count.
  case stroke(Int)
  /// The first command that marks a place by this name.
  case mark(String)
}

/// Why a recording has no such moment.
public enum MomentError: Error, Hashable, Sendable {
  /// A time is asked for, and no event has one.
  case untimed
  /// `count` is how many there are.
  case noEvent(Int, count: Int)
  case noStroke(Int, count: Int)
  /// `names` are those of the marks that there are, in order.
  case noMark(String, names: [String])
}

extension MomentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .untimed:
      "the recording has no times; name the moment as a percentage, event:N or stroke:N, or give it times of "
        + "--synth-time"
    case .noEvent(let number, let count):
      "there is no event \(number); the recording has \(count)"
    case .noStroke(let number, let count):
      "there is no end of stroke \(number); \(count) \(count == 1 ? "stroke ends" : "strokes end") in the recording"
    case .noMark(let name, let names):
      "there is no mark \"\(name)\"; "
        + (names.isEmpty
          ? "the recording has none" : "there is " + names.map { "\"\($0)\"" }.joined(separator: ", "))
    }
  }
}
