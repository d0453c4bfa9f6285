import JSON

/// A color: sRGB with straight alpha, 8 bits per channel.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 0 is transparent, 255 opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 255, green: 255, blue: 255)
}

extension Color {
  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a CSS color name, in upper or lower case; nil for other text.
  public init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "#") {
      self.init(hexDigits: text.utf8.dropFirst())
    } else if let rgb = Self.names[text.lowercasedASCII] {
      self.init(rgb: rgb)
    } else {
      return nil
    }
  }

  /// The opaque color of a number such as 0x1E66F5.
  package init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  private init?(hexDigits text: some Collection<UInt8>) {
    var digits: [UInt8] = []
    guard text.count <= 8 else { return nil }
    for byte in text {
      guard let digit = ASCII.hexDigit(byte) else { return nil }
      digits.append(digit)
    }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { digit -> [UInt8] in [digit, digit] }
    case 6, 8: break
    default: return nil
    }
    let channels = stride(from: 0, to: digits.count, by: 2).map { (i: Int) -> UInt8 in digits[i] << 4 | digits[i + 1] }
    self.init(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count == 4 ? channels[3] : 255)
  }

  /// The CSS color name most similar to `text`, for "did you mean"; nil if none is similar.
  package static func nearestName(to text: String) -> String? {
    nearestName(to: text, orOneOf: [])
  }

  static func nearestName(to text: String, orOneOf others: [String]) -> String? {
    TouchLog.nearestName(to: text, among: others + names.keys.sorted())
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, or `#rrggbbaa` unless the color is opaque.
  public var description: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return channels.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}

/// The background under the ink.
public enum Background: Hashable, Sendable {
  case none
  case color(Color)
  case paper(Paper)
  /// The path of a PNG or JPEG file, which is stretched to the canvas.
  case picture(path: String)
  /// A PNG or JPEG file in base64, which is stretched to the canvas.
  case embedded(String)

  /// Reads `none`, CSS's word `transparent` for it, a color, ruled paper such as `ruled` or `graph ivory`, or the path
  /// of a PNG or JPEG file, or a `data:` URL with one in base64; nil for other text.
  public init?(_ text: String) {
    if let data = Self.embedded(in: text) {
      self = .embedded(data)
    } else if ["none", "transparent"].contains(text.lowercasedASCII) {
      self = .none
    } else if [".png", ".jpg", ".jpeg"].contains(where: { text.lowercasedASCII.hasSuffix($0) }) {
      self = .picture(path: text)
    } else if let color = Color(text) {
      self = .color(color)
    } else if let paper = Paper(text) {
      self = .paper(paper)
    } else {
      return nil
    }
  }

  /// The text that reads as this background.
  package var text: String {
    switch self {
    case .none: "none"
    case .color(let color): color.description
    case .paper(let paper): paper.text
    case .picture(let path): path
    case .embedded(let data): "data:image/\(data.hasPrefix("/9j/") ? "jpeg" : "png");base64,\(data)"
    }
  }

  /// The base64 in a `data:` URL of an image (RFC 2397).
  private static func embedded(in text: String) -> String? {
    guard text.utf8.starts(with: "data:image/".utf8), let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      return nil
    }
    return text[..<comma].hasSuffix(";base64") ? String(text[text.utf8.index(after: comma)...]) : nil
  }
}

/// The color of ink.
public enum InkColor: Hashable, Sendable {
  case solid(Color)
  /// The hue turns with each event.
  case rainbow

  /// Reads `rainbow` or a color; nil for other text.
  public init?(_ text: String) {
    if text.lowercasedASCII == "rainbow" {
      self = .rainbow
    } else if let color = Color(text) {
      self = .solid(color)
    } else {
      return nil
    }
  }

  /// The text that reads as this color.
  package var text: String {
    switch self {
    case .solid(let color): color.description
    case .rainbow: "rainbow"
    }
  }
}

/// The fill of a shape.
public enum Fill: Hashable, Sendable {
  case none
  case color(Color)

  /// Reads `none`, CSS's word `transparent` for it, or a color; nil for other text.
  public init?(_ text: String) {
    if ["none", "transparent"].contains(text.lowercasedASCII) {
      self = .none
    } else if let color = Color(text) {
      self = .color(color)
    } else {
      return nil
    }
  }

  /// The text that reads as this fill.
  package var text: String {
    switch self {
    case .none: "none"
    case .color(let color): color.description
    }
  }
}
