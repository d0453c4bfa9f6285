import Geometry
import TouchLog

extension Color {
  /// Reads a color as web pages write it: what `Color(_:)` reads, `transparent`, and the functions `rgb()`, `rgba()`,
  /// `hsl()` and `hsla()` with commas or spaces (CSS Color Module Level 4, sections 5 and 7); nil for other text.
  package init?(css text: String) {
    let text = text.utf8.filter { $0 != UInt8(ascii: "\t") }.drop { $0 == UInt8(ascii: " ") }
    let trimmed = String(decoding: text, as: UTF8.self).lowercased().split(separator: " ").joined(separator: " ")
    if trimmed == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if let color = Color(trimmed) {
      self = color
    } else if let color = CSSFunction(trimmed)?.color {
      self = color
    } else {
      return nil
    }
  }
}

/// A color function of CSS.
private struct CSSFunction {
  /// A number or a percentage.
  private struct Argument {
    var number: Double
    var isPercentage: Bool

    init?(_ text: Substring) {
      let digits = text.hasSuffix("%") ? text.dropLast() : text.hasSuffix("deg") ? text.dropLast(3) : text
      // The standard library also reads names and hexadecimal numbers.
      guard digits.utf8.allSatisfy({ $0 < UInt8(ascii: ":") || $0 == UInt8(ascii: "e") }),
        let number = Double(digits), number.isFinite
      else { return nil }
      self.number = number
      isPercentage = text.hasSuffix("%")
    }

    /// The value as a fraction, 0...1.
    /// - Parameter whole: The number that means 1.
    func fraction(of whole: Double) -> Double {
      min(1, max(0, isPercentage ? number / 100 : number / whole))
    }
  }

  private let name: Substring
  private let arguments: [Argument]

  /// - Parameter text: In lower case.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    name = text[..<open]
    let list = text[open...].dropFirst().dropLast()
    var arguments: [Argument] = []
    for part in list.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "/" }) {
      guard let argument = Argument(part), arguments.count < 4 else { return nil }
      arguments.append(argument)
    }
    guard arguments.count >= 3 else { return nil }
    self.arguments = arguments
  }

  var color: Color? {
    switch name {
    case "rgb", "rgba": color(arguments[0...2].map { $0.fraction(of: 255) })
    case "hsl", "hsla": color(hue: arguments[0].number, arguments[1].fraction(of: 100), arguments[2].fraction(of: 100))
    default: nil
    }
  }

  /// - Parameter channels: Red, green and blue, 0...1.
  private func color(_ channels: [Double]) -> Color {
    let alpha = arguments.count == 4 ? arguments[3].fraction(of: 1) : 1
    let bytes = (channels + [alpha]).map { UInt8(saturating: ($0 * 255).rounded()) }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }

  /// - Parameter hue: In degrees.
  private func color(hue: Double, _ saturation: Double, _ lightness: Double) -> Color {
    let chroma = saturation * min(lightness, 1 - lightness)
    return color(
      [0, 8, 4].map { (offset: Double) in
        // Position on the color circle in twelfths from the channel's own hue.
        let turned = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
        let k = turned < 0 ? turned + 12 : turned
        return min(1, max(0, lightness - chroma * max(-1, min(k - 3, 9 - k, 1))))
      })
  }
}
