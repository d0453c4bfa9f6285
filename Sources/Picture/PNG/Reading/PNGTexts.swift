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
}
