import Testing

/// A picture of one color. sha256sum computes its hash from the size and the pixels.
struct BlankPicture: Sendable {
  var width: Int
  var height: Int
  /// Red, green, blue, alpha.
  var pixel: [UInt8]

  func hash() throws -> String {
    let octal = pixel.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    let pixels = String(repeating: octal.joined(), count: width * height)
    return String(try Program.shell("printf '\(width)x\(height)\\n\(pixels)' | sha256sum").output.prefix(64))
  }
}
