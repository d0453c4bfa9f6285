import Files
import JSON

/// Pictures by the terminal graphics protocol of kitty: a PNG in base64, in parts of at most 4096 bytes.
public enum KittyImage {
  /// - Parameters:
  ///   - png: The picture's file.
  ///   - number: Positive: it takes the place of the one that was shown by this number before, and leaves the cursor
  ///     where it is.
  public static func sequence(of png: [UInt8], replacing number: Int? = nil) -> [UInt8] {
    let text = Base64.encoded(png.span)
    let identity = number.map { ",i=\($0),p=1,C=1" } ?? ""
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: max(1, text.count), by: partSize) {
      let end = min(start + partSize, text.count)
      // Transmit and show (a=T) a PNG (f=100), and answer nothing (q=2).
      let control = start == 0 ? "a=T,f=100,q=2\(identity)," : ""
      bytes.append(contentsOf: "\u{1B}_G\(control)m=\(end < text.count ? 1 : 0);".utf8)
      bytes.append(contentsOf: text[start..<end])
      bytes.append(contentsOf: "\u{1B}\\".utf8)
    }
    return bytes
  }

  /// Takes away the picture that is shown by a number, if there is one.
  public static func removal(of number: Int) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8)
  }

  private static let partSize = 4096
}
