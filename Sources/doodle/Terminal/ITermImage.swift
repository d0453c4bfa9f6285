import DoodleKit

/// Pictures in the inline images protocol of iTerm2: a PNG in Base64 within one escape sequence.
enum ITermImage {
  /// - Parameters:
  ///   - png: The contents of the PNG file.
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  static func sequence(of png: [UInt8], width: Int, height: Int) -> [UInt8] {
    let control = "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(width)px;height=\(height)px:"
    return Array(control.utf8) + Base64.encoded(png.span) + [0x07]
  }
}
