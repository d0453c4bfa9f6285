import Geometry
import TouchLog

/// The text of a document while it is written.
struct SVGText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Adds ` name="value"`.
  mutating func attribute(_ name: StaticString, _ value: String) { append(" \(name)=\"\(value)\"") }

  mutating func attribute(_ name: StaticString, _ value: [UInt8]) {
    append(" \(name)=\"")
    append(value)
    append("\"")
  }

  /// Adds an attribute whose number has `places` decimals, unless it is what is there without it.
  mutating func attribute(_ name: StaticString, _ value: Double, places: Int = 3, initial: Double? = nil) {
    let text = SVGText.number(value, places: places)
    if initial.map({ SVGText.number($0, places: places) }) != text { attribute(name, text) }
  }

  /// Adds a colour and, where it is not opaque, its alpha.
  /// - Parameter name: "fill" or "stroke".
  mutating func paint(_ name: StaticString, _ color: Color, alpha: UInt8 = 255) {
    // Black is what a filling has without it.
    if color.red != 0 || color.green != 0 || color.blue != 0 || "\(name)" != "fill" {
      attribute(name, SVGText.color(color))
    }
    if alpha != 255 { append(" \(name)-opacity=\"\(SVGText.number(Double(alpha) / 255, places: 4))\"") }
  }

  /// `#rgb` where that says it, else `#rrggbb`.
  static func color(_ color: Color) -> String {
    let channels = [color.red, color.green, color.blue]
    if channels.allSatisfy({ $0 % 17 == 0 }) {
      return "#" + channels.map { String($0 / 17, radix: 16) }.joined()
    }
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Decimal digits, `places` of them at most behind the point, without what need not be there.
  static func number(_ value: Double, places: Int) -> String {
    let power = [1.0, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8][places]
    let scaled = (value * power).rounded()
    guard scaled.magnitude < 9e15 else { return "\(value)" }
    let number = Int(scaled)
    let (whole, part) = number.magnitude.quotientAndRemainder(dividingBy: UInt(power))
    let sign = number < 0 ? "-" : ""
    guard part > 0 else { return sign + String(whole) }
    var digits = String(part)
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return sign + (whole == 0 ? "" : String(whole)) + "." + digits
  }

  /// A map as the value of `transform`: as short as it can be said.
  static func transform(_ map: Affine) -> String {
    func text(_ value: Double) -> String { number(value, places: 6) }
    if map.b == 0, map.c == 0, map.a == map.d {
      let scale = "scale(\(text(map.a)))"
      if map.tx == 0, map.ty == 0 { return scale }
      return "translate(\(number(map.tx, places: 3)) \(number(map.ty, places: 3)))" + scale
    }
    let linear = [map.a, map.b, map.c, map.d].map(text).joined(separator: " ")
    return "matrix(\(linear) \(number(map.tx, places: 3)) \(number(map.ty, places: 3)))"
  }

  /// `text` with what has a meaning in XML spelt out.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
