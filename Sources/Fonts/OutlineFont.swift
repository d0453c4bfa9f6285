import Geometry

/// A font whose letters are filled outlines: TrueType or CFF, from a file or a collection.
///
/// All measures are in font units, of which `unitsPerEm` make an em; y is upward from the baseline.
package struct OutlineFont: Sendable {
  /// The index of a glyph in the font. 0 is the glyph for a missing character.
  package struct GlyphID: Hashable, Sendable {
    package var rawValue: UInt16
    package init(_ rawValue: UInt16) { self.rawValue = rawValue }
  }

  package let unitsPerEm: Int

  /// - Parameters:
  ///   - bytes: The file.
  ///   - index: The number of the font in a collection, from 0.
  package init(_ bytes: [UInt8], index: Int = 0) throws(FontError) {
    unitsPerEm = 1000
  }

  /// The glyph of a code point; nil if the font has none.
  package func glyph(of scalar: Unicode.Scalar) -> GlyphID? { nil }

  /// The distance from the glyph's origin to that of the next one.
  package func advance(of glyph: GlyphID) -> Int { 0 }

  /// The closed contours of a glyph, to be filled by the nonzero rule; empty for a blank glyph.
  package func outline(of glyph: GlyphID) -> Path { Path() }

  /// What is added to the advance of the first glyph if the second follows it.
  package func kerning(_ first: GlyphID, _ second: GlyphID) -> Int { 0 }

  /// Where the origin of a mark lies, from the origin of the base glyph or of the mark that it is attached to; nil if
  /// the font does not say.
  package func offset(of mark: GlyphID, on base: GlyphID) -> (dx: Int, dy: Int)? { nil }
}
