public import Files

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
