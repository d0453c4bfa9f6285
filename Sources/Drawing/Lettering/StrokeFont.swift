import Geometry

/// A font whose letters are pen strokes.
///
/// Its unit is a hundredth of the em, y upward from the baseline.
package struct StrokeFont: Sendable {
  /// The built-in font: an upright hand with ASCII, Latin-1, Latin Extended-A and some signs.
  package static let standard = parsed(GlyphSource.all)

  /// The built-in font with the letter forms of `Hand.first`.
  private static let first = parsed(GlyphSource.all, replacing: GlyphSource.firstHand)

  /// A version of the built-in font's letter forms. A recording keeps the forms of its stroke model.
  package enum Hand: Hashable, Sendable {
    case first, second
  }

  /// The built-in font with the letter forms of a hand.
  package static func standard(_ hand: Hand) -> StrokeFont {
    switch hand {
    case .first: first
    case .second: standard
    }
  }

  private static func parsed(_ source: [String], replacing changed: String = "") -> StrokeFont {
    do {
      return try StrokeFont(source: source, replacing: changed)
    } catch {
      preconditionFailure("the font's source: \(error)")
    }
  }

  /// The height of small letters above the baseline, to the center lines of the strokes, in hundredths of the em.
  package static let xHeight = 48.0
  /// The height of capitals, measured in the same way.
  package static let capHeight = 70.0
  /// How far the ink of any glyph extends above the baseline if the pen is a tenth of the em wide.
  package static let ascent = 97.0
  /// How far it extends below the baseline.
  package static let descent = 28.0

  /// All glyphs. The first is the box that is drawn for a missing character.
  let glyphs: [Glyph]
  /// The index of that box.
  static let missing = 0
  /// The glyph index of each character. `Character` compares by canonical equivalence: é equals e + combining acute.
  private let indices: [Character: Int]

  /// Parses a font source.
  ///
  /// Each line has a name, a space, and either a drawing in the language of `GlyphPath`, or a colon and the names of
  /// parts drawn by earlier lines: a letter and its marks. A name is a character, a code point such as U+0020, or a
  /// word for a part that is not a character. The part `box` is required.
  /// - Parameter changed: Lines that replace those of the same name.
  init(source: [String], replacing changed: String = "") throws(GlyphFault) {
    var replaced: [Substring: Substring] = [:]
    for line in changed.split(separator: "\n") { replaced[line.prefix { $0 != " " }] = line }
    var parts: [Substring: GlyphPath] = [:]
    var glyphs: [Glyph] = []
    var indices: [Character: Int] = [:]
    for line in source.lazy.flatMap({ $0.split(separator: "\n") }) {
      guard let space = line.firstIndex(of: " ") else { throw .noDrawing(String(line)) }
      let name = line[..<space]
      let rest = (replaced[name] ?? line).drop { $0 != " " }.dropFirst()
      guard parts[name] == nil else { throw .drawnTwice(String(name)) }
      let path = rest.hasPrefix(":") ? try GlyphPath(of: rest.dropFirst(), parts) : try GlyphPath(rest)
      parts[name] = path
      guard let character = try Self.character(named: name) else { continue }
      indices[character] = glyphs.count + 1
      glyphs.append(Glyph(path.samples, fixedAdvance: path.fixedAdvance))
    }
    guard let box = parts["box"] else { throw .unknownPart("box") }
    self.glyphs = [Glyph(box.samples, fixedAdvance: nil)] + glyphs
    self.indices = indices
  }

  private static func character(named name: Substring) throws(GlyphFault) -> Character? {
    if name.hasPrefix("U+") {
      guard let value = UInt32(name.dropFirst(2), radix: 16), let scalar = Unicode.Scalar(value) else {
        throw .unknownScalar(String(name))
      }
      return Character(scalar)
    }
    return name.count == 1 ? name.first : nil
  }

  /// The glyph of a character; nil if the font has none.
  package func glyph(for character: Character) -> Glyph? { index(of: character).map { glyphs[$0] } }

  func index(of character: Character) -> Int? { indices[character] }

  /// The space added to the first glyph's advance if the second follows it, in hundredths of the em; usually 0 or less.
  package static func kerning(_ first: Glyph, _ second: Glyph) -> Double {
    guard !first.isFixed, !second.isFixed else { return 0 }
    return GlyphProfile.kerning(from: first.profile, to: second.profile, apart: first.advance)
  }
}
