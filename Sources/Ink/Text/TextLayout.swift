import Geometry

/// A text as pen strokes: broken into lines, aligned, and each letter in its place.
///
/// All places are in points from the top left corner of the text's box, y downwards. The text stands upright: who
/// wants it turned turns its strokes.
public struct TextLayout: Sendable {
  /// Where the lines stand in the box.
  public enum Alignment: String, Sendable, CaseIterable {
    case left, center, right
  }

  /// A stroke of a letter.
  public struct Stroke: Hashable, Sendable {
    /// Where the pen goes, as samples for the stroke model; one for a dot.
    public var samples: [PenPoint]
    /// Which of the text's characters it is a stroke of, counted from 0.
    public var character: Int
  }

  /// A line as it was broken.
  public struct Line: Hashable, Sendable {
    /// The characters that it has, with the spaces or the line feed at its end: the lines together have all.
    public var characters: Range<Int>
    /// Where it begins and what it stands on.
    public var origin: Point
    /// The room of its letters, without the spaces at its end.
    public var width: Double
  }

  /// A character that the font lacks: a box stands in its place.
  public struct MissingCharacter: Hashable, Sendable {
    public var character: Character
    /// Its number in the text, from 0.
    public var offset: Int
    /// Its line in the text as given, from 1: wrapping counts no lines.
    public var line: Int
    /// Its place in that line in characters, from 1.
    public var column: Int
  }

  /// In the order of writing.
  public let strokes: [Stroke]
  /// One at least.
  public let lines: [Line]
  /// The text's box: as wide as its lines may be, or as the widest of them where that is more or there is no limit; as
  /// high as its lines. Ink of a pen no wider than a tenth of the size stays above and below within it.
  public let bounds: Rect
  /// In the order of the text.
  public let missing: [MissingCharacter]

  /// Lays out a text.
  ///
  /// Lines end at line breaks and, where a width is given, at the last space before the letter that has no more room;
  /// a word that is wider than a line begins a new one and is broken anywhere. A tab goes on to the next multiple of
  /// two ems that is a space away. A grapheme cluster is one character.
  /// - Parameters:
  ///   - size: The em in points, over 0.
  ///   - width: In points, over 0; nil where lines only end at line breaks.
  ///   - lineHeight: From one line to the next, in ems.
  ///   - tracking: What all letters stand further apart, in ems.
  public init(
    _ text: String, size: Double, width: Double? = nil, alignment: Alignment = .left, lineHeight: Double = 1.25,
    tracking: Double = 0, font: StrokeFont = .standard
  ) {
    let row = GlyphRow(text, font: font)
    let placement = LinePlacement(row, font: font, width: width.map { $0 / size * 100 }, tracking: tracking * 100)
    let scale = size / 100
    let broken = placement.lines
    let room = Swift.max(width ?? 0, (broken.map(\.width).max() ?? 0) * scale)
    // The lines' ink in the middle of their height.
    let firstBaseline = (lineHeight * size + (StrokeFont.ascent - StrokeFont.descent) * scale) / 2

    var lines: [Line] = []
    var strokes: [Stroke] = []
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
        guard let glyph = row.items[k].glyph else { continue }
        for stroke in font.glyphs[glyph].strokes {
          let samples = stroke.map {
            PenPoint(
              point: Point(
                origin.x + (placement.places[k] + $0.point.x) * scale, origin.y - $0.point.y * scale),
              pressure: $0.pressure)
          }
          strokes.append(Stroke(samples: samples, character: k))
        }
      }
    }
    self.strokes = strokes
    self.lines = lines
    bounds = Rect(minX: 0, minY: 0, maxX: room, maxY: Double(lines.count) * lineHeight * size)
    missing = row.missing
  }
}
