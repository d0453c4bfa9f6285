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
  /// Whether lines may be broken before and after it, as between ideographs.
  let isIdeographic: Bool
  /// Whether no line begins, or ends, with it.
  let mayNotBegin: Bool
  let mayNotEnd: Bool
  /// Whether its script joins or reorders letters, or the font has no single sign for it. Its parts are drawn apart.
  private(set) var isUnshaped: Bool
  /// In hundredths of the em, y upward, from the start of the advance.
  private(set) var outline: Path
  private(set) var bounds: Rect

  /// - Returns: Nil if the font lacks a part of the character.
  init?(_ character: Character, font: OutlineFont, rank: Int) {
    (self.rank, isIdeographic) = (rank, character.isIdeographic)
    (mayNotBegin, mayNotEnd) = (Self.closing.contains(character), Self.opening.contains(character))
    let unit = 100 / Double(font.unitsPerEm)
    var scalars = Array(character.unicodeScalars)
    if scalars.count > 1, let composed = character.composed, font.glyph(of: composed) != nil { scalars = [composed] }
    isUnshaped = scalars.contains { $0.needsShaping }
    guard let base = scalars.first, let first = font.glyph(of: base), var units = font.outline(of: first)
    else { return nil }
    (self.first, last) = (first, first)
    var pen = Double(font.advance(of: first))
    /// The last glyph and its origin, to which a mark is attached.
    var (carrier, origin) = (first, Point(0, 0))
    /// The last glyph that is not attached, and its origin.
    var (letter, start) = (first, Point(0, 0))
    for scalar in scalars.dropFirst() where !scalar.properties.isDefaultIgnorableCodePoint {
      guard let glyph = font.glyph(of: scalar), let part = font.outline(of: glyph) else { return nil }
      if let step = font.offset(of: glyph, on: carrier) {
        (origin, carrier) = (origin + Vector(Double(step.dx), Double(step.dy)), glyph)
      } else if let step = font.offset(of: glyph, on: letter) {
        (origin, carrier) = (start + Vector(Double(step.dx), Double(step.dy)), glyph)
      } else {
        // A part of the character, or a mark that the font does not attach: most fonts draw it to the left of its
        // origin, over what precedes it.
        (letter, start, carrier, origin, last) = (glyph, Point(pen, 0), glyph, Point(pen, 0), glyph)
        let advance = font.advance(of: glyph)
        pen += Double(advance)
        if advance > 0 { isUnshaped = true }
      }
      units.append(part.transformed(by: Affine(translation: origin - Point(0, 0))))
    }
    advance = pen * unit
    outline = units.transformed(by: Affine(scale: unit))
    bounds = outline.bounds
  }
}

extension Unicode.Scalar {
  /// Whether its script joins, reorders or stacks letters, or is written from the right: the blocks of Hebrew to Arabic
  /// Extended-A, of India to Myanmar, of Khmer and Mongolian, Tai Tham to Batak, and the presentation forms (Unicode 15,
  /// chapters 9, 12, 13, 16 and 17).
  var needsShaping: Bool {
    switch value {
    case 0x590...0x8FF, 0x900...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0x1A00...0x1AAF, 0x1B00...0x1BFF,
      0xA840...0xA87F, 0xA8E0...0xA8FF, 0xA980...0xA9FF, 0xAA00...0xAAFF, 0xABC0...0xABFF,
      0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x11000...0x11FFF, 0x1E800...0x1EEFF:
      true
    default: false
    }
  }
}

extension GlyphCluster {
  /// Marks and the small letters of Japanese with which no line begins, and those with which none ends (JIS X 4051).
  private static let closing: Set<Character> = Set(
    "、。，．：；？！）」』】〕〉》］｝・ー々ヽヾゝゞ〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}”’")
  private static let opening: Set<Character> = Set("（「『【〔〈《［｛([{“‘")
}

extension Character {
  /// Its single code point, if it is a letter with marks or a syllable of Hangul (Unicode 15, 3.12) that has one.
  fileprivate var composed: Unicode.Scalar? {
    let parts = unicodeScalars.map { $0.value }
    if 0x1100..<0x1113 ~= parts[0], 0x1161..<0x1176 ~= parts[1], parts.count == 2 || 0x11A8..<0x11C3 ~= parts[2],
      parts.count < 4
    {
      let syllable = ((parts[0] - 0x1100) * 21 + parts[1] - 0x1161) * 28
      return Unicode.Scalar(0xAC00 + syllable + (parts.count == 3 ? parts[2] - 0x11A7 : 0))
    }
    return Self.letters[self]
  }

  /// The letters with marks of Latin, Greek and Cyrillic. Characters are equal to their decomposed forms.
  private static let letters: [Character: Unicode.Scalar] = {
    var letters: [Character: Unicode.Scalar] = [:]
    for range in [0xC0...0x24F, 0x386...0x4F9, 0x1E00...0x1FFE] as [ClosedRange<UInt32>] {
      for value in range {
        guard let scalar = Unicode.Scalar(value), letters[Character(scalar)] == nil else { continue }
        letters[Character(scalar)] = scalar
      }
    }
    return letters
  }()

  /// Whether it is an ideograph, or a letter or sign of Japanese, which is written without spaces; or a space that is
  /// not the common one.
  fileprivate var isIdeographic: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x30FF, 0x31C0...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    case 0x2000...0x2006, 0x2008...0x200A: true
    default: false
    }
  }
}
