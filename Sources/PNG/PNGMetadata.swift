public import Files

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
      return UInt32(number)
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

/// Reads the texts of a PNG: the tEXt chunks before its pixels (PNG, third edition, 11.3.3.2).
public enum PNGTexts {
  /// Reads the values of the texts by keyword. If several texts have the same keyword, the first one counts.
  ///
  /// - Throws: `ImageError` if the file is not a PNG, is damaged or ends before the pixels.
  public static func read(from source: any ByteSource) throws(ImageError) -> [String: String] {
    var file = PNGChunkReader(source)
    _ = try file.readSignature()
    var texts: [String: String] = [:]
    while true {
      let head = try file.readHead()
      if head.isPixels || head.name.elementsEqual("IEND".utf8) { return texts }
      let isText = head.name.elementsEqual("tEXt".utf8) && head.length <= limit
      var text: [UInt8] = []
      while file.left > 0 {
        let data = try file.readData(atMost: limit)
        if isText { text += data }
      }
      _ = try file.readChecksum()
      let parts = text.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = latin1(parts[0])
      if texts[key] == nil { texts[key] = latin1(parts[1]) }
    }
  }

  /// The size in bytes above which texts are skipped.
  private static let limit = 1 << 16

  private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.reduce(into: "") { $0.unicodeScalars.append(UnicodeScalar($1)) }
  }
}
