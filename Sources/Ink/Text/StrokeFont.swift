import Geometry

/// A font whose letters are pen strokes.
///
/// Its unit is a hundredth of the em, y upwards from the baseline. Of its own source, a line a glyph, it is made once.
public struct StrokeFont: Sendable {
  /// The project's own letters: an upright hand, with all of ASCII and Latin-1 and some more.
  public static let standard = made(of: GlyphSource.all)

  /// Letters as they once were, which recordings of the time keep.
  private static let first = made(of: GlyphSource.all, replacing: GlyphSource.firstHand)

  /// Which of the project's own letters.
  public enum Hand: Hashable, Sendable {
    case first, second
  }

  static func standard(_ hand: Hand) -> StrokeFont {
    switch hand {
    case .first: first
    case .second: standard
    }
  }

  private static func made(of source: [String], replacing changed: String = "") -> StrokeFont {
    do {
      return try StrokeFont(source: source, replacing: changed)
    } catch {
      preconditionFailure("the font's source: \(error)")
    }
  }

  /// Heights of the middle of the strokes over the baseline, in hundredths of the em.
  public static let xHeight = 48.0
  public static let capHeight = 70.0
  /// How far the ink of any glyph, of a pen of a tenth of the em, reaches over the baseline and below it.
  public static let ascent = 97.0
  public static let descent = 28.0

  /// All glyphs. The first is the box that stands for a missing one.
  let glyphs: [Glyph]
  /// Where the box stands among `glyphs`.
  static let missing = 0
  /// Where a character's glyph stands among `glyphs`. Characters are equal that look the same: é is e and its accent.
  private let indices: [Character: Int]

  /// Makes a font of its source: each line has a name, a space, and either a drawing, as `GlyphPath` reads it, or a
  /// colon and the names of parts that were drawn before, a letter and its marks. A name is a character, a code point
  /// as in U+0020, or a word for what is no character but a part. The part `box` must be there.
  /// - Parameter changed: Lines that stand in the place of those of the same name.
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

  /// The glyph of a character, nil where the font has none.
  public func glyph(for character: Character) -> Glyph? { index(of: character).map { glyphs[$0] } }

  /// What stands in a text for a character that the font lacks.
  public var missingGlyph: Glyph { glyphs[Self.missing] }

  func index(of character: Character) -> Int? { indices[character] }

  /// What is added to the first glyph's advance where the second follows it, in hundredths of the em: mostly 0 or less.
  public static func kerning(_ first: Glyph, _ second: Glyph) -> Double {
    guard !first.isFixed, !second.isFixed else { return 0 }
    return GlyphProfile.kerning(from: first.profile, to: second.profile, apart: first.advance)
  }
}
