import DoodleKit

/// What came of checking a log, or of a golden without one.
struct CheckResult: Sendable {
  enum Verdict: String, Sendable, CaseIterable {
    case same, different
    /// There is no golden.
    case new
    /// There is no log.
    case stale
    /// The log or the golden cannot be read.
    case failed
  }

  /// Why a picture is not as its golden.
  enum Cause: String, Sendable {
    case log
    case renderer
    /// The golden does not say which log it was made of.
    case unknown

    var wording: String {
      switch self {
      case .log: "the log changed"
      case .renderer: "the log is the same, the renderer changed"
      case .unknown: "the log or the renderer changed"
      }
    }
  }

  /// The log's path, or a stale golden's.
  var path: String
  var verdict: Verdict
  var cause: Cause?
  /// Whether the golden picture has the pixels, but not the bytes, that it would be written with now.
  var isEncodedOtherwise = false
  /// nil where there is no golden picture to compare with.
  var difference: PictureDifference?
  /// In pixels, where they differ: the golden's, and the log's now.
  var sizes: [[Int]]?
  var owners: [Comparison.Owner] = []
  /// The first stroke after which the picture is not as it was, counted from 1, and 0 for the paper.
  var stroke: Int?
  /// Where in the log the first event of the difference stands, from 1.
  var line: Int?
  var error: CommandError?
  var width = 0
  var height = 0
  var images: Images?

  /// PNGs for a report.
  struct Images: Sendable {
    var expected: [UInt8]?
    var actual: [UInt8]
    var difference: [UInt8]?
  }

  /// The details, for people.
  var details: String {
    switch verdict {
    case .same: return isEncodedOtherwise ? "only the PNG's encoding differs" : ""
    case .new: return "no golden"
    case .stale: return "no log"
    case .failed: return error?.oneLine(without: path) ?? ""
    case .different: break
    }
    var parts: [String] = []
    if let sizes {
      parts.append("\(Self.size(sizes[0])) pixels are now \(Self.size(sizes[1]))")
    } else if let difference {
      parts.append("\(difference.count) of \(counted(difference.width * difference.height, "pixel"))")
    } else {
      parts.append("another hash")
    }
    if let cause { parts.append(cause.wording) }
    if let stroke { parts.append(stroke == 0 ? "from the paper on" : "from stroke \(stroke) on") }
    if let difference {
      let shares = owners.prefix(3).map { owner in
        "\(DiffReport.share(owner.count, difference.count)) in \(owner.name)"
      }
      let others = owners.count - shares.count
      parts.append(shares.joined(separator: ", ") + (others > 0 ? " and \(others) more" : ""))
    }
    if let line { parts.append("from line \(line) on") }
    return parts.joined(separator: "; ")
  }

  private static func size(_ sides: [Int]) -> String { "\(sides[0])x\(sides[1])" }

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "file", value: .string(path)), .init(name: "verdict", value: .string(verdict.rawValue)),
    ]
    func add(_ name: String, _ value: JSON?) { if let value { members.append(.init(name: name, value: value)) } }
    if verdict != .stale, verdict != .failed { add("width", .integer(width)); add("height", .integer(height)) }
    add("cause", cause.map { .string($0.rawValue) })
    if isEncodedOtherwise { add("encoding", "changed") }
    add("sizes", sizes.map { .array($0.map { .array($0.map { .integer($0) }) }) })
    add("first_stroke", stroke.map { .integer($0) })
    add("first_line", line.map { .integer($0) })
    if let difference {
      members += DiffReport.members(difference)
      add("elements", .array(owners.map { DiffReport.json($0, difference.count) }))
    }
    add("error", error.map { .string($0.oneLine(without: path)) })
    return .object(members)
  }
}

extension CommandError {
  /// The error on one line, without the line of the log that it is about.
  /// - Parameter path: Left out where the error begins with it.
  func oneLine(without path: String) -> String {
    let line = Messages().text(of: self).prefix { $0 != "\n" }
    return String(line.hasPrefix("\(path):") ? line.dropFirst(path.count + 1) : line)
      .trimmingPrefix(" ").description
  }

  /// The line of the log that it is about.
  var line: Int? {
    switch self {
    case .malformed(let diagnostic), .beyondLimit(let diagnostic): diagnostic.location.line
    default: nil
    }
  }
}
