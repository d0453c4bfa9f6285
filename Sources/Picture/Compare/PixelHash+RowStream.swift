import PNG

extension PixelHash {
  /// Hashes a picture that is read row by row.
  ///
  /// - Parameter rows: A stream that was created without a rule.
  /// - Returns: Lowercase hexadecimal digits.
  /// - Throws: `ImageError` if the file is damaged.
  package static func of(_ rows: RowStream) throws(ImageError) -> String {
    var hash = PixelHash(width: rows.width, height: rows.height)
    var pixels: [UInt32] = []
    while try rows.nextRows(into: &pixels) { hash.update(pixels.span) }
    return hash.finalized()
  }
}
