import DoodleKit

/// The rule by which one picture is compared, from a file beside its golden.
struct GoldenRule: Hashable, Sendable {
  /// The end of the file's name, after the golden's name.
  static let suffix = ".rule"

  var path: String
  var comparison: ComparisonRule
  /// Why this picture needs a rule.
  var reason: String

  /// Reads a file.
  init(_ path: String) throws(CommandError) {
    let bytes = try withFiles { () throws(FileError) in try InputFile(path: path).readAll() }
    guard let json = JSON(reading: bytes), let rule = Self(json, path: path) else {
      throw .input(
        path: path,
        message: """
          expected an object such as {"max_delta":2,"max_pixels":10,"ignore":[[X,Y,WIDTH,HEIGHT]],"reason":"…"}, with a \
          reason, and with "metric", "threshold" and "include_aa" as diff --json prints them
          """)
    }
    self = rule
  }

  private init?(_ json: JSON, path: String) {
    guard let reason = json["reason"]?.text, reason.contains(where: { !$0.isWhitespace }),
      let comparison = ComparisonRule(json, alsoKnown: ["reason", "file"])
    else { return nil }
    (self.path, self.comparison, self.reason) = (path, comparison, reason)
  }

  /// Reads what `json` writes.
  init?(_ json: JSON) {
    guard let path = json["file"]?.text else { return nil }
    self.init(json, path: path)
  }

  var json: JSON {
    guard case .object(let members) = comparison.json else { return .null }
    return .object(
      [.init(name: "file", value: .string(path))] + members + [.init(name: "reason", value: .string(reason))])
  }

  var wording: String { "\(path), \(reason)" }

  /// How much of what the rule allows a difference uses, such as "3 of 10 pixels, 2 of 4 levels".
  func use(by difference: PictureDifference?) -> String {
    guard let difference, difference.unequalCount > 0 else { return "none of it is used" }
    var parts: [String] = []
    if comparison.maxPixels > 0 || difference.count > 0 {
      parts.append("\(difference.count) of \(counted(comparison.maxPixels, "pixel"))")
    }
    if case .channels(let most) = comparison.metric, most > 0 {
      let levels = difference.bitDepth == 16 ? most * 257 : most
      parts.append("\(difference.largestDelta.max()) of \(counted(levels, "level"))")
    }
    return parts.isEmpty ? "\(counted(difference.unequalCount, "unequal pixel"))" : parts.joined(separator: ", ")
  }
}

extension ComparisonRule {
  /// Reads what `json` writes; each member may be left out.
  /// - Parameter alsoKnown: Members that belong to something else. With any other one, the result is nil.
  init?(_ json: JSON, alsoKnown: Set<String> = []) {
    guard case .object(let members) = json else { return nil }
    self.init()
    var yiq = YIQRule(threshold: 0.1, includesAntialiased: false, backdrop: .pattern)
    let metric = json["metric"]?.text ?? ComparisonMetric.exact.rawValue
    guard let kind = ComparisonMetric(rawValue: metric) else { return nil }
    if kind == .yiqOnWhite { yiq.backdrop = .white }
    var maxDelta = 0
    for member in members {
      switch (member.name, member.value) {
      case ("metric", _): break
      case ("max_delta", .integer(let delta)) where kind == .exact && (0...255).contains(delta): maxDelta = delta
      case ("threshold", let value) where kind != .exact:
        guard let threshold = value.number, (0...1).contains(threshold) else { return nil }
        yiq.threshold = threshold
      case ("include_aa", .bool(let isIncluded)) where kind != .exact: yiq.includesAntialiased = isIncluded
      case ("max_pixels", .integer(let count)) where (0...1_000_000_000).contains(count): maxPixels = count
      case ("ignore", .array(let boxes)):
        ignored = boxes.compactMap(\.box)
        guard ignored.count == boxes.count else { return nil }
      case (let name, _): guard alsoKnown.contains(name) else { return nil }
      }
    }
    self.metric = kind == .exact ? .channels(maxDelta: maxDelta) : .yiq(yiq)
  }
}
