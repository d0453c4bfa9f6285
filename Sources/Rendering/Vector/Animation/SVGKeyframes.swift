/// The rules of CSS by which a document moves (CSS Animations, level 1): one for each thing that changes, all of them
/// as long as the film, so that they stay together when it is played again.
struct SVGKeyframes {
  /// What is so from a frame on.
  typealias Step = (frame: Double, declaration: String)

  private let frameCount: Int
  private let seconds: Double
  private let plays: Int
  /// So many that a quarter of a frame can be told.
  private let decimals: Int
  private var rules = SVGText()
  private var count = 0

  /// - Parameters:
  ///   - frameCount: The film's length in frames, positive.
  ///   - rate: Frames a second.
  ///   - plays: How often the film is shown, 0 for ever.
  init(frameCount: Int, rate: Double, plays: Int) {
    (self.frameCount, self.plays) = (frameCount, plays)
    seconds = Double(frameCount) / rate
    var (decimals, places) = (0, 100)
    while decimals < 8, places < 4 * frameCount { (decimals, places) = (decimals + 1, places * 10) }
    self.decimals = decimals
  }

  /// The class of what changes at once, and of what changes evenly from one step to the next.
  static let stepping = "s"
  static let sliding = "e"

  /// Adds a rule.
  /// - Parameter steps: The frames do not fall.
  /// - Returns: Its name.
  mutating func add(_ steps: [Step], class style: String) -> String {
    let name = "\(style)\(count)"
    count += 1
    rules.append("@keyframes \(name){")
    var index = 0
    while index < steps.count {
      let place = percentage(steps[index].frame)
      var declarations = [steps[index].declaration]
      while index + 1 < steps.count, percentage(steps[index + 1].frame) == place {
        index += 1
        declarations.append(steps[index].declaration)
      }
      // Until the first step of what slides it is as it is there.
      let isFirst = rules.bytes.last == UInt8(ascii: "{")
      let start = isFirst && style == SVGKeyframes.sliding && place != "0%" ? "0%," : ""
      rules.append("\(start)\(place){\(declarations.joined(separator: ";"))}")
      index += 1
    }
    rules.append("}\n")
    return name
  }

  /// The style sheet: nothing moves where that is not wanted, nor where programs do not know.
  var sheet: [UInt8] {
    guard count > 0 else { return [] }
    let length = SVGText.number(seconds, places: 4)
    let times = plays == 0 ? "infinite" : String(plays)
    var text = SVGText()
    text.append("<style>@media (prefers-reduced-motion:no-preference){\n")
    text.append(".\(SVGKeyframes.stepping){animation:\(length)s step-end \(times)}\n")
    text.append(".\(SVGKeyframes.sliding){animation:\(length)s linear \(times)}\n")
    text.append(rules.bytes)
    text.append("}</style>\n")
    return text.bytes
  }

  private func percentage(_ frame: Double) -> String {
    SVGText.number(Swift.min(frame / Double(frameCount), 1) * 100, places: decimals) + "%"
  }
}
