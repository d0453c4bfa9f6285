import Fonts
import Geometry

extension FuzzTarget {
  /// The reader of fonts, alone or in a collection.
  static let font = FuzzTarget("font", longest: 1024) { bytes in
    for index in 0..<2 {
      do throws(FontError) {
        use(try OutlineFont(bytes, index: index))
      } catch {
        expect(!error.description.isEmpty, "an error says what it is")
      }
    }
  }
}

// MARK: Properties

/// Asks a font for its first glyphs, some characters, and all that lies between glyphs.
private func use(_ font: OutlineFont) {
  expect(16...16384 ~= font.unitsPerEm, "an em has sensible units: \(font.unitsPerEm)")
  var glyphs = (Array(0..<8) + [0x7FFF, 0xFFFF]).map { OutlineFont.GlyphID($0) }
  for scalar in ["A", "a", "B", "\u{301}", "\u{F041}", "\u{1F600}", "\u{10FFFF}"] as [Unicode.Scalar] {
    if let glyph = font.glyph(of: scalar) { glyphs.append(glyph) }
  }
  for glyph in glyphs {
    expect(0...0xFFFF ~= font.advance(of: glyph), "an advance has 16 bits")
    let outline = font.outline(of: glyph) ?? Path()
    expect(outline.isEmpty || outline.elements.last == .close, "contours are closed")
    let bounds = outline.bounds
    expect(outline.isEmpty || (bounds.minX.isFinite && bounds.maxY.isFinite), "outlines are finite: \(bounds)")
    for other in glyphs {
      _ = font.kerning(glyph, other)
      _ = font.offset(of: other, on: glyph)
    }
  }
}
