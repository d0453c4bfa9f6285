import Fonts
import Geometry
import TestSupport
import Testing

@testable import Lettering

/// Texts in fonts of a few hundred bytes, whose em has 1000 units. At a size of 100, ten units are a point, and the
/// baseline is (125 + 97 − 28) / 2 points below the top of the box.
@Suite struct OutlineLayoutTests {
  private static let baseline = 97.0

  private func fonts(_ bytes: [UInt8] = TinyFont.positioned, fallback: [UInt8]? = nil) throws -> FontSet {
    var fonts = FontSet()
    fonts["tiny.ttf"] = try OutlineFont(bytes)
    fonts.fallback = try fallback.map { try OutlineFont($0) }
    return fonts
  }

  /// The left edges of all letters.
  private func lefts(_ layout: TextLayout) -> [Double] { layout.outlines.map { $0.path.bounds.minX } }

  @Test func `a letter is its outline above the baseline`() throws {
    let layout = TextLayout("A", size: 100, fonts: try fonts(), named: "tiny.ttf")
    let box = layout.outlines.map { $0.path.bounds }
    #expect(box == [Rect(minX: 10, minY: Self.baseline - 50, maxX: 60, maxY: Self.baseline)])
    #expect(layout.strokes.isEmpty && layout.missing.isEmpty && layout.unshaped.isEmpty)
    #expect(layout.lines[0].width == 70 && layout.bounds == Rect(minX: 0, minY: 0, maxX: 70, maxY: 125))
  }

  @Test(arguments: [
    ("AA", [10.0, 80.0]), ("AB", [10.0, 70.0]), ("AC", [10.0, 75.0]), ("BA", [0.0, 55.0]), ("Aa", [10.0, 82.0]),
    ("A A", [10.0, 0.0]),
  ])
  func `letters advance and are kerned as the font says`(text: String, expected: [Double]) throws {
    let layout = TextLayout(text, size: 100, fonts: try fonts(), named: "tiny.ttf")
    // The font has no space: it is that of the built-in font.
    let space = try #require(StrokeFont.standard.glyph(for: " ")).advance
    let places = text == "A A" ? [10, 80 + space] : expected
    for (left, place) in zip(lefts(layout), places) { #expect(abs(left - place) < 1e-9, "\(lefts(layout))") }
    #expect(layout.outlines.map(\.character) == Array(text).indices.filter { Array(text)[$0] != " " })
  }

  @Test func `marks are put where the font attaches them`() throws {
    // U+0301 is the mark, glyph 6, whose outline is (30, 600) to (130, 700) and whose anchor is (20, 600).
    let groups = TinyFont.numbers(12, 0) + [28 + 12, 0, 2, 65, 66, 1, 0x301, 0x301, 6].flatMap { TinyFont.big($0, 4) }
    let bytes = TinyFont.trueType(
      cmap: TinyFont.cmap(3, 10, groups), and: [("GPOS", TinyFont.allPositions)])
    let layout = TextLayout("A\u{301}\u{301}", size: 100, fonts: try fonts(bytes), named: "tiny.ttf")
    #expect(layout.outlines.count == 1 && layout.lines[0].width == 70, "a letter and its marks are one character")
    let contours = layout.outlines[0].path.polygons(tolerance: 0.01).map { Polygons.bounds(of: [$0]) }
    try #require(contours.count == 3)
    // On A at (350, 520), and then on the mark at (25, 720).
    for (contour, (x, y)) in zip(contours.dropFirst(), [(330.0, -80.0), (335.0, 40.0)]) {
      #expect(abs(contour.minX - (30 + x) / 10) < 1e-9 && abs(contour.maxX - (130 + x) / 10) < 1e-9)
      #expect(abs(contour.maxY - (Self.baseline - (600 + y) / 10)) < 1e-9)
    }
  }

  @Test func `what a font lacks is drawn by the built-in font, then by the last resort, then by a box`() throws {
    let emoji = TinyFont.trueType(cmap: TinyFont.cmap(3, 10, TinyFont.groups))
    let fonts = try fonts(fallback: emoji)
    let named = TextLayout("Ax😀字", size: 100, fonts: fonts, named: "tiny.ttf")
    #expect(named.outlines.map(\.character) == [0, 2] && named.missing.map(\.character) == ["字"])
    #expect(Set(named.strokes.map(\.character)) == [1, 3])
    let plain = TextLayout("Ax😀", size: 100, fonts: fonts)
    #expect(plain.outlines.map(\.character) == [2] && Set(plain.strokes.map(\.character)) == [0, 1])
    var imported = fonts
    imported.prefersFallback = true
    #expect(TextLayout("Ax😀", size: 100, fonts: imported).outlines.map(\.character) == [0, 2])
  }

  @Test func `the built-in font does not depend on the font files`() throws {
    let (with, without) = (TextLayout("AV, ÅC", size: 30, fonts: try fonts()), TextLayout("AV, ÅC", size: 30))
    #expect(with.strokes == without.strokes && with.bounds == without.bounds)
  }

  @Test func `letters of scripts that join them are named`() throws {
    let groups = TinyFont.numbers(12, 0) + [28, 0, 1, 0x628, 0x62A, 1].flatMap { TinyFont.big($0, 4) }
    let bytes = TinyFont.trueType(cmap: TinyFont.cmap(3, 10, groups))
    let layout = TextLayout("x بت", size: 100, fonts: try fonts(bytes), named: "tiny.ttf")
    #expect(layout.unshaped.map(\.character) == ["ب", "ت"] && layout.unshaped.map(\.column) == [3, 4])
  }

  @Test(arguments: [
    ("かなかなかなかな", [6, 2]), ("かなかなか。かな", [6, 2]), ("かなかなかな。な", [5, 3]), ("かなab かな", [6, 1]),
    ("ab かなかなか", [6, 2]), ("abababab", [6, 2]), ("かなかなか「かな", [5, 3]), ("かなababかな", [6, 2]),
  ])
  func `lines end between ideographs, but not before closing marks`(text: String, counts: [Int]) throws {
    let bytes = font(of: [0x61, 0x62, 0x3002, 0x300C, 0x304B, 0x306A])
    // All letters are 45 points wide: six of them, or a space and five, are at most 280.
    let layout = TextLayout(text, size: 100, width: 280, fonts: try fonts(bytes), named: "tiny.ttf")
    #expect(layout.lines.map(\.characters.count) == counts)
  }

  /// A font that has these characters in ascending order, from glyph 2 on.
  private func font(of characters: [UInt32]) -> [UInt8] {
    var numbers: [UInt32] = [UInt32(16 + 12 * characters.count), 0, UInt32(characters.count)]
    for (index, character) in characters.enumerated() { numbers += [character, character, UInt32(index + 2)] }
    let groups: [UInt8] = TinyFont.numbers(12, 0) + numbers.flatMap { TinyFont.big($0, 4) }
    return TinyFont.trueType(cmap: TinyFont.cmap(3, 10, groups))
  }

  @Test(arguments: [
    ("a\u{301}\u{E1}", [0, 1]), ("\u{E1}a\u{301}", [0, 1]), ("\u{1112}\u{1161}\u{11AB}\u{D55C}", [0, 1]),
    ("\u{1100}\u{1161}", []), ("\u{212B}\u{C5}", [1]), ("\u{C5}\u{212B}", [0]),
  ])
  func `a character is drawn by its composed form, whatever came before it`(text: String, drawn: [Int]) throws {
    let layout = TextLayout(
      text, size: 100, fonts: try fonts(font(of: [0xC5, 0xE1, 0xD55C])), named: "tiny.ttf")
    #expect(layout.outlines.map(\.character) == drawn && layout.unshaped.isEmpty)
  }

  @Test func `a character whose parts the font draws beside each other is named`() throws {
    let layout = TextLayout("👍🏽👍", size: 100, fonts: try fonts(font(of: [0x1F3FD, 0x1F44D])), named: "tiny.ttf")
    #expect(layout.outlines.count == 2 && layout.unshaped.map(\.column) == [1])
  }

  @Test func `a damaged glyph is drawn by another font`() throws {
    var glyphs = TinyFont.glyphs
    glyphs[1] = [0, 9, 9]
    let bytes = TinyFont.trueType(glyphs: glyphs)
    let layout = TextLayout("A", size: 100, fonts: try fonts(bytes), named: "tiny.ttf")
    #expect(layout.outlines.isEmpty && !layout.strokes.isEmpty)
  }
}
