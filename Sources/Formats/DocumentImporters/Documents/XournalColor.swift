import JSON
import TouchLog

/// The colors of Xournal: `#rrggbbaa`, or a name. The program ignores the opacity.
enum XournalColor {
  /// The color of ink; nil for an unknown text.
  static func ink(_ text: String) -> Color? {
    switch text {
    case "black": .black
    case "blue": Color(red: 0x33, green: 0x33, blue: 0xCC)
    case "red": Color(red: 0xFF, green: 0, blue: 0)
    case "green": Color(red: 0, green: 0x80, blue: 0)
    case "gray": Color(red: 0x80, green: 0x80, blue: 0x80)
    case "lightblue": Color(red: 0, green: 0xC0, blue: 0xFF)
    case "lightgreen": Color(red: 0, green: 0xFF, blue: 0)
    case "magenta": Color(red: 0xFF, green: 0, blue: 0xFF)
    case "orange": Color(red: 0xFF, green: 0x80, blue: 0)
    case "yellow": Color(red: 0xFF, green: 0xFF, blue: 0)
    case "white": .white
    default: code(text)
    }
  }

  /// The color of paper. Some names stand for paler colors than those of ink.
  static func background(_ text: String) -> Color? {
    switch text {
    case "blue": Color(red: 0xA0, green: 0xE8, blue: 0xFF)
    case "pink": Color(red: 0xFF, green: 0xC0, blue: 0xD4)
    case "green": Color(red: 0x80, green: 0xFF, blue: 0xC0)
    case "orange": Color(red: 0xFF, green: 0xC0, blue: 0x80)
    case "yellow": Color(red: 0xFF, green: 0xFF, blue: 0x80)
    default: ink(text)
    }
  }

  private static func code(_ text: String) -> Color? {
    guard text.utf8.first == UInt8(ascii: "#"), var color = Color(text) else { return nil }
    color.alpha = 255
    return color
  }
}

extension Color {
  /// The product of two opaque colors.
  func multiplied(by other: Color) -> Color {
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * Int(b) + 127) / 255) }
    return Color(
      red: product(red, other.red), green: product(green, other.green), blue: product(blue, other.blue), alpha: alpha)
  }
}
