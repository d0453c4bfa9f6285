import Files
import JSON

/// Pictures by iTerm2's inline images protocol: a PNG in base64 within one escape sequence.
public enum ITermImage {
  /// - Parameters:
  ///   - png: The picture's file.
  ///   - width: Of the picture, in pixels, and so is `height`.
  public static func sequence(of png: [UInt8], width: Int, height: Int) -> [UInt8] {
    let control = "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(width)px;height=\(height)px:"
    return Array(control.utf8) + Base64.encoded(png.span) + [0x07]
  }
}
