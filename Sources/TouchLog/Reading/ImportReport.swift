/// How a reader understood a file of another format, and what it left out: nothing is assumed in silence.
public struct ImportReport: Hashable, Sendable {
  /// Content that the picture does not show.
  public struct Omission: Hashable, Sendable {
    /// What was left out and why, in the plural, such as "hovering events" or "points that are not numbers".
    public var what: String
    public var count: Int
    /// Whether the file is damaged there, which deserves a warning.
    public var isDamage: Bool
  }

  /// The format's name, such as "InkML"; empty for a touch log.
  public var format = ""
  /// What of the format makes ink, in the plural, such as "<trace> elements"; nil for a touch log.
  public var ink: String?
  /// The unit of the coordinates and, if there are several, their keys, such as "1/100 mm" or "CSS pixels, x and y".
  public var unit: String?
  /// The unit of the times, their key or origin, and what has a time, such as "milliseconds since 1970, per point".
  public var timeBase: String?
  /// Whether the file has times; otherwise they were made up.
  public var hasTimes: Bool { timeBase.map { !$0.hasPrefix("none") } ?? false }
  /// Other assumptions, one sentence each, in lower case and without a full stop.
  public private(set) var assumptions: [String] = []
  /// In the order in which they were first noticed.
  public private(set) var omissions: [Omission] = []

  public init(format: String = "", ink: String? = nil, unit: String? = nil, timeBase: String? = nil) {
    (self.format, self.ink, self.unit, self.timeBase) = (format, ink, unit, timeBase)
  }

  /// Counts content that is left out.
  /// - Parameters:
  ///   - what: What it is, in the plural.
  ///   - isDamage: Whether the file is damaged there.
  public mutating func omit(_ what: String, count: Int = 1, isDamage: Bool = false) {
    guard count > 0 else { return }
    if let known = omissions.firstIndex(where: { $0.what == what }) {
      omissions[known].count += count
    } else {
      omissions.append(Omission(what: what, count: count, isDamage: isDamage))
    }
  }

  /// The most assumptions that are noted. A damaged file may give cause for any number.
  private static let mostAssumptions = 64

  /// Notes an assumption, once.
  public mutating func assume(_ sentence: String) {
    guard !assumptions.contains(sentence), assumptions.count <= Self.mostAssumptions else { return }
    assumptions.append(assumptions.count < Self.mostAssumptions ? sentence : "more of this kind")
  }

  /// The facts, one line each: a label and a text. Empty for a touch log.
  public var lines: [(label: String, text: String)] {
    if format.isEmpty { return [] }
    var lines = [(label: "format", text: format)]
    if let unit { lines.append(("unit", unit)) }
    if let timeBase { lines.append(("time", timeBase)) }
    lines += assumptions.map { ("assumed", $0) }
    lines += omissions.map { ("left out", "\($0.what): \($0.count)") }
    return lines
  }
}
