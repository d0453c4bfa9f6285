import Geometry

/// A text laid out as letters of pen strokes and outlines: broken into lines, aligned, and each letter positioned.
///
/// All positions are in points from the top left corner of the text's box, y downward. The text is upright; to rotate
/// it, transform its strokes.
public struct TextLayout: Sendable {
  /// The horizontal alignment of lines in the box.
  package enum Alignment: String, Sendable, CaseIterable {
    case left, center, right
  }

  /// A letter of the built-in font.
  package struct Letter: Hashable, Sendable {
    /// Its index in the font.
    fileprivate var glyph: Int
    /// The left end of the baseline of its line.
    fileprivate var line: Point
    /// Where its advance begins on the baseline, in hundredths of the em from `line`.
    fileprivate var position: Double
    /// Index of its character in the text.
    package var character: Int
  }

  /// A stroke of a letter.
  package struct Stroke: Hashable, Sendable {
    /// The pen's path, as samples for the stroke model; one sample for a dot.
    package var samples: [PenPoint]
    /// Index of its character in the text.
    package var character: Int
  }

  /// A character of an outline font.
  package struct Outline: Hashable, Sendable {
    /// The contours in hundredths of the em, which equal characters share.
    fileprivate var shape: Path
    fileprivate var map: Affine
    /// The bounds of the contours in points.
    package private(set) var bounds: Rect
    /// Index of its character in the text.
    package var character: Int

    fileprivate init(_ cluster: GlyphCluster, _ map: Affine, character: Int) {
      (shape, self.map, self.character) = (cluster.outline, map, character)
      bounds = map.apply(cluster.bounds)
    }

    /// Closed contours, to be filled by the nonzero rule.
    package var path: Path { shape.transformed(by: map) }

    package func moved(by step: Vector) -> Outline {
      var outline = self
      outline.map = map.concatenating(Affine(translation: step))
      outline.bounds = Affine(translation: step).apply(bounds)
      return outline
    }
  }

  /// A line after wrapping.
  package struct Line: Hashable, Sendable {
    /// Indices of its characters in the text, including trailing spaces and the line break. The lines together cover
    /// the whole text.
    package var characters: Range<Int>
    /// The left end of its baseline.
    package var origin: Point
    /// Its width without trailing spaces, in points.
    package var width: Double
  }

  /// A character that the fonts lack, so that a box is drawn instead, or that is not drawn as its script is written.
  public struct MissingCharacter: Hashable, Sendable {
    public var character: Character
    /// Its index in the text.
    package var offset: Int
    /// Its line in the text, from 1. Only line breaks of the text count, not wrapping.
    public var line: Int
    /// Its column in that line in characters, from 1.
    public var column: Int
  }

  /// The letters of the built-in font in text order.
  package let letters: [Letter]
  private let font: StrokeFont
  /// Points in a hundredth of the em.
  private let scale: Double
  /// The letters of outline fonts in text order.
  package let outlines: [Outline]
  /// The lines from top to bottom, at least one.
  package let lines: [Line]
  /// The text's box: as wide as the given width or as the widest line, whichever is larger, and as high as its lines.
  /// If the line height is at least 1.25, the ink of a pen no wider than a tenth of the size does not extend above or
  /// below the box.
  package let bounds: Rect
  /// The missing characters in text order.
  package let missing: [MissingCharacter]
  /// The characters of outline fonts in scripts that join or reorder letters, in text order. They are drawn apart, from
  /// left to right.
  package let unshaped: [MissingCharacter]

  /// Lays out a text.
  ///
  /// Lines end at line breaks and, if `width` is given, at the last space before the letter that does not fit. A word
  /// wider than a line starts a new line and is broken at any letter. A tab advances to the next multiple of two ems
  /// that is at least one space away. Each grapheme cluster is one character.
  /// - Parameters:
  ///   - size: The em in points, positive.
  ///   - width: The maximum line width in points, positive; nil to break lines only at line breaks.
  ///   - lineHeight: The distance of consecutive baselines, in ems.
  ///   - tracking: Space added between all letters, in ems.
  ///   - fonts: The font files.
  ///   - name: The font file that the text names; nil for the built-in font.
  ///   - kernings: Those of other texts in `font`, which are extended.
  package init(
    _ text: String, size: Double, width: Double? = nil, alignment: Alignment = .left, lineHeight: Double = 1.25,
    tracking: Double = 0, font: StrokeFont = .standard, fonts: FontSet = FontSet(), named name: String? = nil,
    kernings: inout Kernings
  ) {
    let typeface = fonts.typeface(named: name, hand: font)
    let row = GlyphRow(text, typeface: typeface)
    // Only a heavy pen needs more space.
    let tracking = typeface.isHandwritten ? tracking : 0
    let breaker = LineBreaker(
      row, typeface: typeface, width: width.map { $0 / size * 100 }, tracking: tracking * 100, &kernings)
    (self.font, scale) = (font, size / 100)
    let broken = breaker.lines
    let room = Swift.max(width ?? 0, (broken.map { $0.width }.max() ?? 0) * scale)
    // Ink is centered vertically in each line.
    let firstBaseline = (lineHeight * size + (StrokeFont.ascent - StrokeFont.descent) * scale) / 2

    var lines: [Line] = []
    var letters: [Letter] = []
    var outlines: [Outline] = []
    for (i, line) in broken.enumerated() {
      let spare = room - line.width * scale
      let shift =
        switch alignment {
        case .left: 0.0
        case .center: spare / 2
        case .right: spare
        }
      let origin = Point(shift, firstBaseline + Double(i) * lineHeight * size)
      lines.append(Line(characters: line.items, origin: origin, width: line.width * scale))
      for k in line.items {
        if case .cluster(let cluster) = row.items[k], !row.clusters[cluster].outline.isEmpty {
          let map = Affine(
            a: scale, b: 0, c: 0, d: -scale, tx: origin.x + breaker.positions[k] * scale, ty: origin.y)
          outlines.append(Outline(row.clusters[cluster], map, character: k))
        }
        guard case .glyph(let glyph) = row.items[k] else { continue }
        letters.append(Letter(glyph: glyph, line: origin, position: breaker.positions[k], character: k))
      }
    }
    self.letters = letters
    self.outlines = outlines
    self.lines = lines
    bounds = Rect(minX: 0, minY: 0, maxX: room, maxY: Double(lines.count) * lineHeight * size)
    (missing, unshaped) = (row.missing, row.unshaped)
  }

  /// Lays out a single text.
  package init(
    _ text: String, size: Double, width: Double? = nil, alignment: Alignment = .left, lineHeight: Double = 1.25,
    tracking: Double = 0, font: StrokeFont = .standard, fonts: FontSet = FontSet(), named name: String? = nil
  ) {
    var kernings = Kernings()
    self.init(
      text, size: size, width: width, alignment: alignment, lineHeight: lineHeight, tracking: tracking, font: font,
      fonts: fonts, named: name, kernings: &kernings)
  }

  /// The strokes of all letters, in writing order.
  package var strokes: [Stroke] { letters.flatMap { strokes(of: $0) } }

  /// The strokes of a letter, in writing order.
  package func strokes(of letter: Letter) -> [Stroke] {
    font.glyphs[letter.glyph].strokes.map { stroke in
      let samples = stroke.map {
        PenPoint(
          point: Point(letter.line.x + (letter.position + $0.point.x) * scale, letter.line.y - $0.point.y * scale),
          pressure: $0.pressure)
      }
      return Stroke(samples: samples, character: letter.character)
    }
  }
}
