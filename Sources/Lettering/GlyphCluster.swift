import Fonts
import Geometry

/// The glyphs of an outline font that draw one character: a letter and its marks, most often only a letter.
struct GlyphCluster {
  /// The rank of the font in the typeface.
  let rank: Int
  /// The glyphs that the neighbors are kerned with.
  let first: OutlineFont.GlyphID
  private(set) var last: OutlineFont.GlyphID
  /// The advance in hundredths of the em.
  private(set) var advance: Double
  /// Whether a line may be broken after it, as between ideographs.
  let isIdeographic: Bool
  /// Whether no line begins with it.
  let mayNotBegin: Bool
  /// In hundredths of the em, y upward, from the start of the advance.
  private(set) var outline: Path

  /// - Returns: Nil if the font lacks a part of the character.
  init?(_ character: Character, font: OutlineFont, rank: Int) {
    (self.rank, isIdeographic, mayNotBegin) = (rank, character.isIdeographic, character.mayNotBegin)
    let unit = 100 / Double(font.unitsPerEm)
    let scalars = character.unicodeScalars
    guard let base = scalars.first, let first = font.glyph(of: base) else { return nil }
    (self.first, last) = (first, first)
    var pen = Double(font.advance(of: first))
    var units = font.outline(of: first)
    /// The last glyph and its origin, to which a mark is attached.
    var (carrier, origin) = (first, Point(0, 0))
    /// The last glyph that is not attached, and its origin.
    var (letter, start) = (first, Point(0, 0))
    for scalar in scalars.dropFirst() where !scalar.properties.isDefaultIgnorableCodePoint {
      guard let glyph = font.glyph(of: scalar) else { return nil }
      if let step = font.offset(of: glyph, on: carrier) {
        (origin, carrier) = (origin + Vector(Double(step.dx), Double(step.dy)), glyph)
      } else if let step = font.offset(of: glyph, on: letter) {
        (origin, carrier) = (start + Vector(Double(step.dx), Double(step.dy)), glyph)
      } else {
        // A part of the character, or a mark that the font does not attach: most fonts draw it to the left of its
        // origin, over what precedes it.
        (letter, start, carrier, origin, last) = (glyph, Point(pen, 0), glyph, Point(pen, 0), glyph)
        pen += Double(font.advance(of: glyph))
      }
      units.append(font.outline(of: glyph).transformed(by: Affine(translation: origin - Point(0, 0))))
    }
    advance = pen * unit
    outline = units.transformed(by: Affine(scale: unit))
  }
}

extension Unicode.Scalar {
  /// Whether its script joins, reorders or stacks letters, or is written from the right: the blocks of Hebrew to Arabic
  /// Extended-A, of India to Myanmar, of Khmer and Mongolian, and the presentation forms (Unicode 15, chapters 9, 12,
  /// 13 and 16).
  var needsShaping: Bool {
    switch value {
    case 0x590...0x8FF, 0x900...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0xA840...0xA87F, 0xA8E0...0xA8FF,
      0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x11000...0x11FFF, 0x1E800...0x1EEFF:
      true
    default: false
    }
  }
}

extension Character {
  /// Whether it is an ideograph, or a letter or sign of Japanese, which is written without spaces.
  fileprivate var isIdeographic: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x30FF, 0x31C0...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether no line begins with it: closing marks and the small letters of Japanese (JIS X 4051).
  fileprivate var mayNotBegin: Bool { "、。，．：；？！）」』】〕〉》］｝・ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.:;?!)]}".contains(self) }
}
