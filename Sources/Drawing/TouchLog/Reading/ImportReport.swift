/// How a reader understood a file of another format, and what it left out.
package struct ImportReport: Hashable, Sendable {
  /// Content of the file that was not read.
  package struct Omission: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// The picture lacks what the file's own program shows.
      case content
      /// The file is damaged there.
      case damage
      /// A finished picture never shows it, such as a hovering pen.
      case unseen
    }

    /// What was left out and why, in the plural, such as "hovering events" or "points that are not numbers".
    package var what: String
    package var count: Int
    package var kind: Kind
  }

  /// The format's name, such as "InkML"; empty for a touch log.
  package var format = ""
  /// The parts of the format that make ink, in the plural, such as "<trace> elements"; nil for a touch log.
  package var ink: String?
  /// The unit of the coordinates and, if there are several, their keys, such as "1/100 mm" or "CSS pixels, x and y".
  package var unit: String?
  /// The unit of the times, their key or origin, and what has a time, such as "milliseconds since 1970, per point".
  package var timeBase: String?
  /// Whether the file has times; otherwise they were made up.
  package var hasTimes: Bool { timeBase.map { !$0.hasPrefix("none") } ?? false }
  /// Other assumptions, one sentence each, in lower case and without a full stop.
  package private(set) var assumptions: [String] = []
  /// How the points of a file without a format became strokes, and which of its fields were not read, such as "2 strokes
  /// by touch_id; not read: z"; nil for formats that say it themselves.
  package var decision: String?
  /// The drawing of several that is read although the user named none; nil if there are no others.
  package private(set) var part: String?
  /// In the order in which they were first noticed.
  package private(set) var omissions: [Omission] = []

  package init(format: String = "", ink: String? = nil, unit: String? = nil, timeBase: String? = nil) {
    (self.format, self.ink, self.unit, self.timeBase) = (format, ink, unit, timeBase)
  }

  /// Counts content that is left out.
  /// - Parameter what: Its name, in the plural.
  package mutating func omit(_ what: String, count: Int = 1, _ kind: Omission.Kind = .content) {
    guard count > 0 else { return }
    if let known = omissions.firstIndex(where: { $0.what == what }) {
      omissions[known].count += count
    } else {
      omissions.append(Omission(what: what, count: count, kind: kind))
    }
  }

  /// This report, with what another part of the file adds.
  package func adding(_ other: ImportReport) -> ImportReport {
    var sum = self
    if format.isEmpty { (sum.format, sum.ink) = (other.format, other.ink) }
    for omission in other.omissions { sum.omit(omission.what, count: omission.count, omission.kind) }
    for sentence in other.assumptions { sum.assume(sentence) }
    (sum.timeBase, sum.unit) = (timeBase ?? other.timeBase, unit ?? other.unit)
    sum.decision = other.decision ?? decision
    return sum
  }

  package mutating func forgetOmissions() { omissions.removeAll() }

  /// The parts of the file that the picture lacks, such as "drawing 0 of 14 is read; an index picks another; left out:
  /// texts (2)"; nil if it lacks nothing.
  package var loss: String? { loss { $0 != .unseen } }

  /// The parts of the file that were not read, even if no picture would show them; nil if everything was read.
  package var wholeLoss: String? { loss { _ in true } }

  private func loss(_ isMeant: (Omission.Kind) -> Bool) -> String? {
    var phrases: [String] = []
    if let part { phrases.append(part) }
    let lacking = omissions.filter { isMeant($0.kind) }.map { "\($0.what) (\($0.count))" }
    if !lacking.isEmpty { phrases.append("left out: \(lacking.joined(separator: ", "))") }
    return phrases.isEmpty ? nil : phrases.joined(separator: "; ")
  }

  /// The most assumptions that are kept. A damaged file may cause any number.
  private static let mostAssumptions = 64

  /// Adds an assumption, unless it is known.
  package mutating func assume(_ sentence: String) {
    guard !assumptions.contains(sentence), assumptions.count <= Self.mostAssumptions else { return }
    assumptions.append(assumptions.count < Self.mostAssumptions ? sentence : "more of this kind")
  }

  /// Adds that one drawing of several is read.
  /// - Parameters:
  ///   - part: A phrase such as "drawing 0 of 14 is read; an index picks another".
  ///   - isChosen: Whether the user asked for it, so that the others are no loss.
  package mutating func choose(_ part: String, isChosen: Bool) {
    if !isChosen { self.part = part }
    assume(part)
  }

  /// The facts, one line each: a label and a text. Empty for a touch log.
  package var lines: [(label: String, text: String)] {
    if format.isEmpty { return [] }
    var lines = [(label: "format", text: format)]
    if let unit { lines.append(("unit", unit)) }
    if let timeBase { lines.append(("time", timeBase)) }
    if let decision { lines.append(("rows", decision)) }
    lines += assumptions.map { ("assumed", $0) }
    lines += omissions.map { ("left out", "\($0.what) (\($0.count))") }
    return lines
  }
}
