import DoodleKit

extension Color {
  /// The colour that an option names: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `black` or `white`.
  init?(option text: String) {
    switch text {
    case "black": self = .black
    case "white": self = .white
    default:
      let digits = text.dropFirst().map(\.hexDigitValue)
      guard text.first == "#", text.utf8.count == text.count, !digits.contains(nil) else { return nil }
      var nibbles = digits.compactMap { $0.map(UInt8.init) }
      if nibbles.count < 5 { nibbles = nibbles.flatMap { [$0, $0] } }
      let bytes = stride(from: 0, to: nibbles.count - 1, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
      guard nibbles.count == 6 || nibbles.count == 8 else { return nil }
      self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
    }
  }
}
