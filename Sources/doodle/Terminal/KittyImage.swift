import DoodleKit
import JSON

/// Pictures in the graphics protocol of kitty: a PNG in Base64, in parts of at most 4096 bytes.
enum KittyImage {
  /// - Parameters:
  ///   - png: The contents of the PNG file.
  ///   - number: A positive number that identifies the picture. It replaces an earlier picture with this number, and the
  ///     cursor does not move.
  static func sequence(of png: [UInt8], replacing number: Int? = nil) -> [UInt8] {
    let text = Base64.encoded(png.span)
    let identity = number.map { ",i=\($0),p=1,C=1" } ?? ""
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: max(1, text.count), by: partSize) {
      let end = min(start + partSize, text.count)
      // Transmit and display (a=T) a PNG (f=100), without a response (q=2).
      let control = start == 0 ? "a=T,f=100,q=2\(identity)," : ""
      bytes.append(contentsOf: "\u{1B}_G\(control)m=\(end < text.count ? 1 : 0);".utf8)
      bytes.append(contentsOf: text[start..<end])
      bytes.append(contentsOf: "\u{1B}\\".utf8)
    }
    return bytes
  }

  /// Removes the picture with this number, if there is one.
  static func removal(of number: Int) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8)
  }

  private static let partSize = 4096
}
