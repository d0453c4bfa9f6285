import Files

/// Reads the texts of a PNG: the tEXt chunks before its pixels (PNG, third edition, 11.3.3.2).
package enum PNGTexts {
  /// Reads the values of the texts by keyword. If several texts have the same keyword, the first one counts.
  ///
  /// - Throws: `ImageError` if the file is not a PNG, is damaged or ends before the pixels.
  package static func read(from source: any ByteSource) throws(ImageError) -> [String: String] {
    let reader = try LibraryReader(source, keepingTexts: true)
    var texts: [String: String] = [:]
    for index in 0..<reader.textCount {
      let (keyword, value) = reader.text(index)
      if texts[keyword] == nil { texts[keyword] = value }
    }
    return texts
  }

  /// A PNG with more texts before its others; no pixel changes.
  /// - Parameters:
  ///   - texts: Keywords and values, of Latin-1 characters.
  ///   - png: A whole file that begins with its header, as every PNG does.
  /// - Throws: `ImageError.invalidKeyword` or `.invalidText`.
  package static func adding(_ texts: [(key: String, value: String)], to png: [UInt8]) throws(ImageError) -> [UInt8] {
    // The signature, and the header with its length, name and CRC.
    let head = PNGChunks.signature.count + 25
    guard png.count >= head else { return png }
    var bytes = Array(png[..<head])
    for (key, value) in texts {
      let text = try PNGText(keyword: key, value: value)
      bytes.appendChunk("tEXt", (text.keyword + [0] + text.value).span)
    }
    return bytes + png[head...]
  }
}
