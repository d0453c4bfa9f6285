extension Color {
  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a CSS colour name, in letters of either case; nil for other text.
  public init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "#") {
      self.init(hexDigits: text.utf8.dropFirst())
    } else if let rgb = Self.names[text.lowercased()] {
      self.init(red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
    } else {
      return nil
    }
  }

  private init?(hexDigits text: some Collection<UInt8>) {
    var digits: [UInt8] = []
    guard text.count <= 8 else { return nil }
    for byte in text {
      guard let digit = hexDigit(byte) else { return nil }
      digits.append(digit)
    }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    let channels = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    self.init(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count == 4 ? channels[3] : 255)
  }

  /// The CSS colour name most like `text`, to suggest where it is none; nil where none is like it.
  public static func nearestName(to text: String) -> String? {
    nearestName(to: text, orOneOf: [])
  }

  static func nearestName(to text: String, orOneOf others: [String]) -> String? {
    TouchLog.nearestName(to: text, among: others + names.keys.sorted())
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque.
  public var description: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return channels.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}

extension Background {
  /// Reads `none`, a colour, or the path of a PNG file; nil for other text.
  public init?(_ text: String) {
    if text.lowercased() == "none" {
      self = .none
    } else if text.lowercased().hasSuffix(".png") {
      self = .picture(path: text)
    } else if let color = Color(text) {
      self = .color(color)
    } else {
      return nil
    }
  }
}

extension InkColor {
  /// Reads `rainbow` or a colour; nil for other text.
  public init?(_ text: String) {
    if text.lowercased() == "rainbow" {
      self = .rainbow
    } else if let color = Color(text) {
      self = .solid(color)
    } else {
      return nil
    }
  }
}

extension Fill {
  /// Reads `none` or a colour; nil for other text.
  public init?(_ text: String) {
    if text.lowercased() == "none" {
      self = .none
    } else if let color = Color(text) {
      self = .color(color)
    } else {
      return nil
    }
  }
}
