import Files

/// Pictures by the terminal graphics protocol of kitty: a PNG in base64, in parts of at most 4096 bytes.
public enum KittyImage {
  /// - Parameters:
  ///   - png: The picture's file.
  ///   - replacing: Whether it takes the place of the one that was shown so before, and leaves the cursor where it is.
  public static func sequence(of png: [UInt8], replacing: Bool = false) -> [UInt8] {
    let text = Base64.encoded(png.span)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: max(1, text.count), by: partSize) {
      let end = min(start + partSize, text.count)
      // Transmit and show (a=T) a PNG (f=100), and answer nothing (q=2).
      let control = start == 0 ? "a=T,f=100,q=2\(replacing ? ",i=1,p=1,C=1" : "")," : ""
      bytes.append(contentsOf: "\u{1B}_G\(control)m=\(end < text.count ? 1 : 0);".utf8)
      bytes.append(contentsOf: text[start..<end])
      bytes.append(contentsOf: "\u{1B}\\".utf8)
    }
    return bytes
  }

  private static let partSize = 4096
}
