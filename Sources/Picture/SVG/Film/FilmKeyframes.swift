/// The CSS animations of a film (CSS Animations, level 1): one rule for each thing that changes. All last as long as
/// the film, so that they stay in step when it repeats.
struct FilmKeyframes {
  /// A declaration that holds from a frame on.
  struct Step {
    var frame: Double
    var declaration: String
  }

  /// How values change between steps. The raw value is the CSS class of the animated elements.
  enum Timing: String {
    /// At once, at the next step.
    case stepping = "s"
    /// Evenly from one step to the next.
    case sliding = "e"
  }

  private let frameCount: Int
  private let seconds: Double
  private let plays: Int
  /// Enough decimals of percentages to tell a quarter of a frame apart.
  private let decimals: Int
  private var rules = SVGMarkup()
  private var ruleCount = 0

  /// - Parameters:
  ///   - frameCount: The length of the film, positive.
  ///   - rate: Frames per second.
  ///   - plays: How often the film is played, 0 for forever.
  init(frameCount: Int, rate: Double, plays: Int) {
    (self.frameCount, self.plays) = (frameCount, plays)
    seconds = Double(frameCount) / rate
    var (decimals, parts) = (0, 100)
    while decimals < 8, parts < 4 * frameCount { (decimals, parts) = (decimals + 1, parts * 10) }
    self.decimals = decimals
  }

  /// Adds a rule.
  /// - Parameter steps: Sorted by frame.
  /// - Returns: The rule's name, for the property `animation-name`.
  mutating func add(_ steps: [Step], _ timing: Timing) -> String {
    let name = "\(timing.rawValue)\(ruleCount)"
    ruleCount += 1
    rules.append("@keyframes \(name){")
    var index = 0
    while index < steps.count {
      let percentage = percentage(steps[index].frame)
      var declarations = [steps[index].declaration]
      while index + 1 < steps.count, self.percentage(steps[index + 1].frame) == percentage {
        index += 1
        declarations.append(steps[index].declaration)
      }
      // Before its first step, a sliding value is already that of the step.
      let isFirst = rules.bytes.last == UInt8(ascii: "{")
      let start = isFirst && timing == .sliding && percentage != "0%" ? "0%," : ""
      rules.append("\(start)\(percentage){\(declarations.joined(separator: ";"))}")
      index += 1
    }
    rules.append("}\n")
    return name
  }

  /// The style sheet with all rules; empty without rules. It does not apply to readers who prefer reduced motion.
  var styleSheet: [UInt8] {
    guard ruleCount > 0 else { return [] }
    let length = SVGMarkup.number(seconds, decimals: 4)
    let repeats = plays == 0 ? "infinite" : String(plays)
    var markup = SVGMarkup()
    markup.append("<style>@media (prefers-reduced-motion:no-preference){\n")
    markup.append(".\(Timing.stepping.rawValue){animation:\(length)s step-end \(repeats)}\n")
    markup.append(".\(Timing.sliding.rawValue){animation:\(length)s linear \(repeats)}\n")
    markup.append(rules.bytes)
    markup.append("}</style>\n")
    return markup.bytes
  }

  private func percentage(_ frame: Double) -> String {
    SVGMarkup.number(Swift.min(frame / Double(frameCount), 1) * 100, decimals: decimals) + "%"
  }
}
