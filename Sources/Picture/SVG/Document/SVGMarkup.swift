import Geometry
import Raster
import TouchLog

/// SVG markup under construction, in UTF-8.
package struct SVGMarkup {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Appends ` name="value"`.
  mutating func attribute(_ name: StaticString, _ value: String) { append(" \(name)=\"\(value)\"") }

  mutating func attribute(_ name: StaticString, _ value: [UInt8]) {
    append(" \(name)=\"")
    append(value)
    append("\"")
  }

  /// Appends an attribute with a number.
  /// - Parameters:
  ///   - decimals: The number of decimals to which the number is rounded, 0...8.
  ///   - initial: The default of the attribute in SVG. A number that equals it is left out.
  mutating func attribute(_ name: StaticString, _ value: Double, decimals: Int = 3, initial: Double? = nil) {
    let text = SVGMarkup.number(value, decimals: decimals)
    if initial.map({ SVGMarkup.number($0, decimals: decimals) }) != text { attribute(name, text) }
  }

  /// Appends a color and, unless it is opaque, its alpha.
  /// - Parameter name: "fill" or "stroke".
  mutating func paint(_ name: StaticString, _ color: Color, alpha: UInt8 = 255) {
    // Black is the initial fill.
    if color.red != 0 || color.green != 0 || color.blue != 0 || "\(name)" != "fill" {
      attribute(name, SVGMarkup.color(color))
    }
    if alpha != 255 { append(" \(name)-opacity=\"\(SVGMarkup.number(Double(alpha) / 255, decimals: 4))\"") }
  }

  /// A color without its alpha: `#rgb` if that is exact, else `#rrggbb`.
  static func color(_ color: Color) -> String {
    let channels = [color.red, color.green, color.blue]
    if channels.allSatisfy({ $0 % 17 == 0 }) {
      return "#" + channels.map { String($0 / 17, radix: 16) }.joined()
    }
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A number rounded to `decimals` decimals, 0...8, without trailing zeros and without a zero before the point.
  package static func number(_ value: Double, decimals: Int) -> String {
    let power = powersOfTen[decimals]
    let scaled = (value * power).rounded()
    guard scaled.magnitude < 9e15 else { return "\(value)" }
    let number = Int64(saturating: scaled)
    let (whole, part) = number.magnitude.quotientAndRemainder(dividingBy: UInt64(saturating: power))
    let sign = number < 0 ? "-" : ""
    guard part > 0 else { return sign + String(whole) }
    var digits = String(part)
    digits = String(repeating: "0", count: decimals - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return sign + (whole == 0 ? "" : String(whole)) + "." + digits
  }

  /// The shortest value of the attribute `transform` for a map.
  static func transform(_ map: Affine) -> String {
    func text(_ value: Double) -> String { number(value, decimals: 6) }
    if map.b == 0, map.c == 0, map.a == map.d {
      let scale = "scale(\(text(map.a)))"
      if map.tx == 0, map.ty == 0 { return scale }
      return "translate(\(number(map.tx, decimals: 3)) \(number(map.ty, decimals: 3)))" + scale
    }
    let linear = [map.a, map.b, map.c, map.d].map(text).joined(separator: " ")
    return "matrix(\(linear) \(number(map.tx, decimals: 3)) \(number(map.ty, decimals: 3)))"
  }
}

extension Color {
  /// The pixel's color without its alpha.
  init(_ pixel: Pixel) { self.init(red: pixel.red, green: pixel.green, blue: pixel.blue) }
}

extension [UInt8] {
  /// Appends the digits of a whole number, without a string: most of a document's bytes are digits.
  package mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
