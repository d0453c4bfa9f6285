import Geometry

/// The metadata that is written into a PNG.
struct PNGMetadata {
  /// The resolution, for the pHYs chunk.
  let pixelsPerMeter: UInt32?
  let texts: [PNGText]

  /// - Throws: `ImageError.invalidResolution`, `.invalidKeyword` or `.invalidText` for an option that a PNG cannot
  ///   store.
  init(_ options: PNGOptions) throws(ImageError) {
    pixelsPerMeter = try options.dpi.map { dpi throws(ImageError) in
      let number = (dpi / 0.0254).rounded()
      guard number >= 1, number <= 0x7FFF_FFFF else { throw .invalidResolution(dpi) }
      return UInt32(saturating: number)
    }
    texts = try options.text.map { pair throws(ImageError) in try PNGText(keyword: pair.key, value: pair.value) }
  }
}

/// A keyword and its value in the encoding of a tEXt chunk, or of an iTXt chunk if the value is not Latin-1 (PNG, third
/// edition, 11.3.3).
struct PNGText {
  /// Latin-1.
  let keyword: [UInt8]
  /// Latin-1 or UTF-8.
  let value: [UInt8]
  let isUTF8: Bool

  /// - Throws: `ImageError` unless the keyword is 1 to 79 printable Latin-1 characters with single spaces between words
  ///   and the value has no NUL.
  init(keyword: String, value: String) throws(ImageError) {
    guard let latin = Self.latin1(keyword), (1...79).contains(latin.count), Self.isKeyword(latin) else {
      throw .invalidKeyword(keyword)
    }
    guard !value.utf8.contains(0) else { throw .invalidText(keyword: keyword) }
    self.keyword = latin
    let plain = Self.latin1(value)
    self.value = plain ?? Array(value.utf8)
    isUTF8 = plain == nil
  }

  /// Returns nil if `text` has a character that is not Latin-1.
  private static func latin1(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func isKeyword(_ bytes: [UInt8]) -> Bool {
    let isPrintable = bytes.allSatisfy { (32...126).contains($0) || $0 >= 161 }
    return isPrintable && !bytes.split(separator: 32, omittingEmptySubsequences: false).contains { $0.isEmpty }
  }
}
