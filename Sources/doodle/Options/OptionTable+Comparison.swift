import DoodleKit

/// The options that say what counts as the same.
extension OptionTable {
  static var comparison: [OptionEntry] {
    [metric.entry, maxDelta.entry, threshold.entry, includeAA.entry, maxPixels.entry, ignore.entry]
  }

  static let metric = ValueOption<ComparisonMetric>(
    "metric", .choice("METRIC"), in: .comparison,
    "how pixels are compared: \(alternatives(ComparisonMetric.allCases.map(\.rawValue)))",
    details: """
      "exact" compares red, green, blue and alpha. "yiq" counts as pixelmatch 7 does, antialiased pixels left out, and \
      "yiq-on-white" as pixelmatch 6 does, which lays translucent pixels on white.
      """, initial: ComparisonMetric.exact.rawValue)

  static let maxDelta = ValueOption<Int>(
    "max-delta", .count(in: 0...255, of: "levels", placeholder: "D"), in: .comparison,
    "by how much each channel of a pixel may differ",
    details: "In levels of 8 bits; in pictures of 16 bits a level has 257 of theirs.", initial: "0")

  static let threshold = ValueOption<Double>(
    "threshold", .number(in: 0...1, placeholder: "T"), in: .comparison,
    "with a yiq metric, how far colours may be apart", initial: "0.1")

  static let includeAA = Flag(
    "include-aa", in: .comparison, "with a yiq metric, count antialiased pixels too")

  static let maxPixels = ValueOption<Int>(
    "max-pixels", .count(in: 0...1_000_000_000, of: "pixels", placeholder: "N"), in: .comparison,
    "how many pixels may differ", initial: "0")

  static let ignore = ValueOption<PixelRect>(
    "ignore", .region, in: .comparison, "a box in pixels that is not compared; may be given again",
    details: "Its left and upper edge, its width and its height.")
}

/// How pixels are compared.
enum ComparisonMetric: String, CaseIterable, Sendable {
  case exact
  case yiq
  case yiqOnWhite = "yiq-on-white"
}

extension ValueType where Value == PixelRect {
  /// A box of at least one pixel.
  static var region: Self {
    ValueType(
      placeholder: "X,Y,W,H", expected: "X,Y,W,H in whole pixels such as 0,0,120,40, with a width and a height"
    ) { text in
      let fields = text.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.isEmpty ? nil : wholeNumber(String($0))
      }
      guard fields.count == 4, let x = fields[0], let y = fields[1], let width = fields[2], let height = fields[3],
        width > 0, height > 0, [x, y, width, height].allSatisfy({ $0 <= LogLimits.canvasSide })
      else { return nil }
      return PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
  }
}

extension ComparisonRule {
  init(_ arguments: Arguments) throws(CommandError) {
    self.init()
    let metric = try arguments[OptionTable.metric] ?? .exact
    let maxDelta = try arguments[OptionTable.maxDelta]
    let threshold = try arguments[OptionTable.threshold]
    let includesAntialiased = arguments[OptionTable.includeAA]
    switch metric {
    case .exact:
      if threshold != nil { throw .usage(.exclusive("--threshold", "--metric exact")) }
      if includesAntialiased { throw .usage(.exclusive("--include-aa", "--metric exact")) }
      self.metric = .channels(maxDelta: maxDelta ?? 0)
    case .yiq, .yiqOnWhite:
      if maxDelta != nil { throw .usage(.exclusive("--max-delta", "--metric \(metric.rawValue)")) }
      self.metric = .yiq(
        YIQRule(
          threshold: threshold ?? 0.1, includesAntialiased: includesAntialiased,
          backdrop: metric == .yiq ? .pattern : .white))
    }
    maxPixels = try arguments[OptionTable.maxPixels] ?? 0
    ignored = try arguments.all(OptionTable.ignore)
  }

  /// The rule in words, for people.
  var wording: String {
    var parts: [String]
    switch metric {
    case .channels(0): parts = ["exact: red, green, blue and alpha"]
    case .channels(let delta): parts = ["each channel may differ by \(delta) of 255"]
    case .yiq(let rule):
      let version = rule.backdrop == .pattern ? "pixelmatch 7" : "pixelmatch 6"
      let smooth = rule.includesAntialiased ? "counted" : "left out"
      parts = ["yiq as in \(version): threshold \(JSON.number(rule.threshold)), antialiased pixels \(smooth)"]
    }
    if maxPixels > 0 { parts.append("\(counted(maxPixels, "pixel")) may differ") }
    if !ignored.isEmpty { parts.append("\(counted(ignored.count, "box", "boxes")) not compared") }
    return parts.joined(separator: "; ")
  }

  var json: JSON {
    var members: [JSON.Member]
    switch metric {
    case .channels(let delta):
      members = [.init(name: "metric", value: "exact"), .init(name: "max_delta", value: .integer(delta))]
    case .yiq(let rule):
      members = [
        .init(name: "metric", value: rule.backdrop == .pattern ? "yiq" : "yiq-on-white"),
        .init(name: "threshold", value: .number(rule.threshold)),
        .init(name: "include_aa", value: .bool(rule.includesAntialiased)),
      ]
    }
    members.append(.init(name: "max_pixels", value: .integer(maxPixels)))
    members.append(.init(name: "ignore", value: .array(ignored.map(JSON.box))))
    return .object(members)
  }
}

extension JSON {
  /// A box as [x, y, width, height].
  static func box(_ box: PixelRect) -> JSON {
    [.integer(box.minX), .integer(box.minY), .integer(box.width), .integer(box.height)]
  }
}

/// "1 pixel", "2 pixels".
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
