/// Why a font could not be read.
package enum FontError: Error, Hashable, Sendable {
  case noFont
  /// A format that packs a font, by its name.
  case compressed(String)
  /// Outlines in another format, by its name.
  case unreadable(String)
  /// Pictures of letters, in the format of the name.
  case bitmaps(String)
  /// A number that is too large for the collection, which has `count` fonts.
  case noSuchFont(Int, count: Int)
  /// An OpenType font without outlines, or with only those of CFF2.
  case noOutlines, variableOutlines
  /// A font without characters of Unicode.
  case noCharacters
  /// A file of more bytes than the limit.
  case tooLarge(limit: Int)
  /// A table that all glyphs need is missing, or is damaged.
  case missing(String), damaged(String)
}

extension FontError: CustomStringConvertible {
  /// What follows the name of the file and a colon.
  package var description: String {
    switch self {
    case .noFont: "not a TrueType or OpenType font"
    case .compressed(let name): "a \(name) font, which is compressed; convert it to TrueType or OpenType"
    case .unreadable(let name): "a \(name) font; convert it to TrueType or OpenType"
    case .bitmaps(let name): "a \(name) font, which has pictures of letters, but no outlines"
    case .noSuchFont(let index, let count):
      count == 1
        ? "there is no font \(index): the file has one, number 0"
        : "there is no font \(index): the file has \(count), numbers 0 to \(count - 1)"
    case .noOutlines: "a font without outlines, such as one of color pictures"
    case .variableOutlines: "a variable font with CFF2 outlines; convert it to a font of one style"
    case .noCharacters: "a font that says of no Unicode character which glyph it has (no usable table cmap)"
    case .tooLarge(let limit): "a font of more than \(limit) bytes is not read; use a smaller one, or a part of it"
    case .missing(let table): "a font without the table \(table), which is needed"
    case .damaged(let table): "a damaged font: the table \(table) cannot be read"
    }
  }
}
