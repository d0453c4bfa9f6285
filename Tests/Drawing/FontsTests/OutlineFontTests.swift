import Geometry
import TestSupport
import Testing

@testable import Fonts

/// Fonts whose outlines, characters and distances follow from their bytes by hand.
@Suite("A font of outlines")
struct OutlineFontTests {
  private func outline(_ font: OutlineFont, _ glyph: UInt16) -> String {
    described(font.outline(of: .init(glyph)) ?? Path())
  }

  private func kerning(_ font: OutlineFont, _ first: UInt16, _ second: UInt16) -> Int {
    font.kerning(.init(first), .init(second))
  }

  @Test(arguments: [
    ("a blank glyph", 0, ""),
    ("a square", 1, "M100,0 L100,500 L600,500 L600,0 Z"),
    (
      "points off the curve alone", 2,
      "M200,0 Q0,0,0,200 Q0,400,200,400 Q400,400,400,200 Q400,0,200,0 Z"
    ),
    (
      "components with a scale and offsets", 3,
      "M100,-10 L100,240 L350,240 L350,-10 Z "
        + "M300,-10 Q100,-10,100,190 Q100,390,300,390 Q500,390,500,190 Q500,-10,300,-10 Z"
    ),
    ("a contour that begins off the curve", 4, "M100,0 L200,200 Q100,250,50,225 Q0,200,100,0 Z"),
    (
      "components that share a point", 5,
      "M100,0 L100,500 L600,500 L600,0 Z "
        + "M900,500 Q600,500,600,700 Q600,900,900,900 Q1200,900,1200,700 Q1200,500,900,500 Z"
    ),
    ("a left bearing that moves the outline", 6, "M30,600 L30,700 L130,700 Z"),
    ("a component that gives its left bearing", 7, "M30,600 L30,700 L130,700 Z"), ("no glyph", 8, ""),
  ])
  func `TrueType outlines have the contours of their points`(name: String, glyph: UInt16, path: String) throws {
    #expect(outline(try OutlineFont(TinyFont.trueType()), glyph) == path)
  }

  @Test(arguments: [
    ("an end", 0, ""),
    ("lines after a width", 1, "M100,200 L400,200 L400,500 L100,500 Z"),
    ("hints, a mask and subroutines", 2, "M50,0 C60,20,90,60,140,120 L141.5,120 Z"),
    (
      "a letter with an accent", 3,
      "M100,200 L400,200 L400,500 L100,500 Z M90,60 C100,80,130,120,180,180 L181.5,180 Z"
    ),
    ("a flex", 4, "M0,0 C10,0,30,30,70,30 C120,30,180,0,250,0 Z"),
    ("no glyph", 5, ""),
  ])
  func `CFF outlines have the curves of their charstrings`(name: String, glyph: UInt16, path: String) throws {
    #expect(outline(try OutlineFont(TinyFont.compact()), glyph) == path)
    guard glyph != 3 else { return }
    for format in [0, 3] as [UInt8] {
      let font = try OutlineFont(TinyFont.compact(TinyFont.compactTable(hasParts: true, selectFormat: format)))
      #expect(outline(font, glyph) == path, "of a part that FDSelect of format \(format) chooses")
    }
  }

  private static let curves: [(name: String, code: [UInt8], path: String)] = [
    ("lines", TinyFont.code(1, 2, 3, 4, then: 5), "L1,2 L4,6"),
    ("vertical lines first", TinyFont.code(1, 2, 3, then: 7), "L0,1 L2,1 L2,4"),
    ("curves and a line", TinyFont.code(1, 2, 3, 4, 5, 6, 7, 8, then: 24), "C1,2,4,6,9,12 L16,20"),
    ("a line and a curve", TinyFont.code(7, 8, 1, 2, 3, 4, 5, 6, then: 25), "L7,8 C8,10,11,14,16,20"),
    ("a vertical curve with a turn", TinyFont.code(9, 1, 2, 3, 4, then: 26), "C9,1,11,4,11,8"),
    ("a horizontal curve with a turn", TinyFont.code(9, 1, 2, 3, 4, then: 27), "C1,9,3,12,7,12"),
    ("from vertical to horizontal", TinyFont.code(1, 2, 3, 4, then: 30), "C0,1,2,4,6,4"),
    (
      "from horizontal to vertical and back, with a turn",
      TinyFont.code(1, 2, 3, 4, 1, 2, 3, 4, 5, then: 31), "C1,0,3,3,3,7 C3,8,5,11,9,16"
    ),
    (
      "a flex of all operands", TinyFont.code(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 50, then: 12, 35),
      "C1,2,4,6,9,12 C10,14,13,18,18,24"
    ),
    (
      "a flex that returns to its height", TinyFont.code(1, 2, 3, 4, 5, 6, 7, 8, 9, then: 12, 36),
      "C1,2,4,6,9,6 C15,6,22,14,31,0"
    ),
    (
      "a flex with a last operand across", TinyFont.code(1, 20, 3, 4, 5, 6, 7, 8, 9, 10, 11, then: 12, 37),
      "C1,20,4,24,9,30 C16,38,25,48,0,59"
    ),
    ("a division", TinyFont.code(5, 4, then: 12, 12) + TinyFont.code(then: 6), "L1.25,0"),
    ("numbers of two bytes", TinyFont.code(-1000, 1131, then: 5), "L-1000,1131"),
    ("numbers of three bytes", TinyFont.code(-5000, 5000, then: 5), "L-5000,5000"),
  ]

  @Test(arguments: curves.indices)
  func `operators of charstrings draw what Technical Note 5177 says`(index: Int) throws {
    let (name, code, path) = Self.curves[index]
    let glyph = TinyFont.code(0, 0, then: 21) + code + TinyFont.code(then: 14)
    let font = try OutlineFont(TinyFont.compact(TinyFont.compactTable([[14], glyph]), glyphs: 2))
    #expect(outline(font, 1) == "M0,0 \(path) Z", "\(name)")
  }

  @Test(arguments: [
    ("format 4", TinyFont.cmap(3, 1, TinyFont.segments), ["A": 1, "B": 2, "C": 3, "a": 5, "b": 4]),
    ("format 12", TinyFont.cmap(3, 10, TinyFont.groups), ["A": 1, "B": 2, "\u{1F600}": 3]),
    ("format 6", TinyFont.cmap(0, 3, TinyFont.numbers(6, 0, 0, 66, 3, 4, 0, 2)), ["B": 4, "D": 2]),
    (
      "format 0 of ASCII", TinyFont.cmap(1, 0, TinyFont.numbers(0, 0, 0) + (0...255).map { $0 < 65 ? 0 : 2 }),
      ["A": 2, "~": 2]
    ),
    (
      "symbols", TinyFont.cmap(3, 0, TinyFont.numbers(6, 0, 0, 0xF041, 2, 4, 5)),
      ["A": 4, "B": 5, "\u{F041}": 4, "\u{F042}": 5]
    ),
  ])
  func `characters have the glyphs of the map`(
    name: String, cmap: [UInt8], glyphs: [Unicode.Scalar: UInt16]
  ) throws {
    let font = try OutlineFont(TinyFont.trueType(cmap: cmap))
    let asked: [Unicode.Scalar] = ["@", "A", "B", "C", "D", "a", "b", "c", "é", "\u{F041}", "\u{F042}", "\u{1F600}"]
    for scalar in asked + Array(glyphs.keys) where name != "format 0 of ASCII" || glyphs[scalar] != nil || scalar == "é"
    {
      #expect(font.glyph(of: scalar)?.rawValue == glyphs[scalar], "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func `the last advance is that of all later glyphs`() throws {
    let font = try OutlineFont(TinyFont.trueType())
    #expect((0..<8).map { font.advance(of: .init($0)) } == [500, 700, 450, 450, 450, 450, 450, 450])
    #expect(font.unitsPerEm == 1000)
  }

  @Test func `the table kern kerns pairs`() throws {
    let font = try OutlineFont(TinyFont.trueType(and: [("kern", TinyFont.kern)]))
    #expect([kerning(font, 1, 2), kerning(font, 2, 1), kerning(font, 4, 1)] == [-30, 40, 15])
    #expect([kerning(font, 1, 1), kerning(font, 2, 2), kerning(font, 6, 6)] == [0, 0, 0])
  }

  @Test func `GPOS kerns pairs and classes, and comes before kern`() throws {
    let font = try OutlineFont(TinyFont.positioned)
    // A pair, whose value is 0 or not; the classes for what is no pair; kern for glyphs of which GPOS says nothing.
    #expect([kerning(font, 1, 2), kerning(font, 1, 3)] == [0, -50])
    #expect([kerning(font, 1, 4), kerning(font, 2, 4), kerning(font, 2, 5), kerning(font, 2, 1)] == [-70, -70, 20, 0])
    #expect([kerning(font, 4, 1), kerning(font, 3, 4)] == [15, 0])
  }

  @Test func `all lookups of a script are added`() throws {
    let (pairs, extended) = (TinyFont.pairs, TinyFont.extended(2, TinyFont.pairs))
    let features = [("kern", TinyFont.lookup(2, [pairs])), ("kern", TinyFont.lookup(9, [extended]))]
    let font = try OutlineFont(TinyFont.trueType(and: [("GPOS", TinyFont.positions(features))]))
    #expect(kerning(font, 1, 3) == -100)
  }

  @Test func `Latin has the say before the default script, and that before others`() throws {
    let features = [
      ("kern", TinyFont.lookup(2, [TinyFont.classPairs])), ("kern", TinyFont.lookup(2, [TinyFont.pairs])),
      ("mark", TinyFont.lookup(4, [TinyFont.marks])),
    ]
    let table = TinyFont.positions(scripts: [("DFLT", [0]), ("grek", [1, 2]), ("latn", [1])], features)
    let font = try OutlineFont(TinyFont.trueType(and: [("GPOS", table)]))
    #expect([kerning(font, 1, 2), kerning(font, 1, 3), kerning(font, 1, 4), kerning(font, 2, 5)] == [0, -50, -70, 20])
    #expect(font.offset(of: .init(6), on: .init(1))?.dx == 330)
  }

  @Test func `marks lie where their anchors meet`() throws {
    let font = try OutlineFont(TinyFont.positioned)
    func offset(_ mark: UInt16, _ base: UInt16) -> [Int]? {
      font.offset(of: .init(mark), on: .init(base)).map { [$0.dx, $0.dy] }
    }
    #expect(offset(6, 1) == [330, -80])
    #expect(offset(6, 6) == [5, 120])
    #expect(offset(6, 2) == nil)
    #expect(offset(1, 6) == nil)
  }

  @Test func `a collection has its fonts by number`() throws {
    let header = Array("ttcf".utf8) + TinyFont.big(0x0001_0000, 4) + TinyFont.big(2, 4)
    let start = header.count + 8
    let tables: [(tag: String, bytes: [UInt8])] = [
      ("head", TinyFont.head(unitsPerEm: 2048)), ("maxp", TinyFont.maxp(5)), ("hhea", TinyFont.hhea(1)),
      ("hmtx", TinyFont.numbers(600, 0)), ("cmap", TinyFont.cmap(0, 4, TinyFont.groups)),
    ]
    let (glyf, loca) = TinyFont.outlines(TinyFont.glyphs)
    let first = TinyFont.file(TinyFont.compactVersion, tables + [("CFF ", TinyFont.compactTable())], at: start)
    let second = TinyFont.file(
      TinyFont.trueTypeVersion, tables + [("glyf", glyf), ("loca", loca)], at: start + first.count)
    let file = header + TinyFont.big(UInt32(start), 4) + TinyFont.big(UInt32(start + first.count), 4) + first + second
    #expect(outline(try OutlineFont(file), 1) == "M100,200 L400,200 L400,500 L100,500 Z")
    #expect(outline(try OutlineFont(file, index: 1), 4) == "M100,0 L200,200 Q100,250,50,225 Q0,200,100,0 Z")
    #expect(throws: FontError.noSuchFont(2, count: 2)) { try OutlineFont(file, index: 2) }
    #expect(throws: FontError.noSuchFont(-1, count: 2)) { try OutlineFont(file, index: -1) }
    #expect(throws: FontError.noSuchFont(1, count: 1)) { try OutlineFont(TinyFont.trueType(), index: 1) }
  }

  @Test(arguments: [
    ("wOF2", "a WOFF2 font, which is compressed; convert it to TrueType or OpenType"),
    ("wOFF", "a WOFF font, which is compressed; convert it to TrueType or OpenType"),
    ("%!PS-AdobeFont-1.0: Tiny", "a Type 1 font; convert it to TrueType or OpenType"),
    ("STARTFONT 2.1", "a BDF font, which has pictures of letters, but no outlines"),
    ("\u{1}fcp", "a PCF font, which has pictures of letters, but no outlines"),
    ("<svg/>", "not a TrueType or OpenType font"),
    ("", "not a TrueType or OpenType font"),
  ])
  func `other files are named`(text: String, message: String) {
    #expect(failure(Array(text.utf8)) == message)
  }

  @Test func `what a font lacks is named`() {
    typealias Table = (tag: String, bytes: [UInt8])
    let needed: [Table] = [
      ("head", TinyFont.head()), ("maxp", TinyFont.maxp(1)), ("hhea", TinyFont.hhea(1)),
      ("hmtx", TinyFont.numbers(1, 0)),
    ]
    func message(_ tables: [Table]) -> String? { failure(TinyFont.file(TinyFont.trueTypeVersion, tables)) }
    #expect(message(needed + [("CBDT", [])]) == "a font without outlines, such as one of color pictures")
    #expect(
      message(needed + [("CFF2", [])]) == "a variable font with CFF2 outlines; convert it to a font of one style")
    #expect(message(needed + [("glyf", [])]) == "a font without the table loca, which is needed")
    let outlines: [Table] = [("glyf", []), ("loca", TinyFont.numbers(0, 0))]
    #expect(
      message(needed + outlines)
        == "a font that says of no Unicode character which glyph it has (no usable table cmap)")
    #expect(message(needed.dropFirst() + outlines) == "a font without the table head, which is needed")
    let damaged: [Table] = [("head", TinyFont.head(unitsPerEm: 15))] + needed.dropFirst() + outlines
    #expect(message(damaged) == "a damaged font: the table head cannot be read")
    #expect(message(needed + [("CFF ", [2, 0])]) == "a damaged font: the table CFF cannot be read")
  }

  private func failure(_ bytes: [UInt8]) -> String? {
    do throws(FontError) {
      _ = try OutlineFont(bytes)
      return nil
    } catch {
      return error.description
    }
  }
}

/// A path as text: letters as in SVG, absolute coordinates.
func described(_ path: Path) -> String {
  func text(_ points: Point...) -> String {
    let coordinates: [Double] = points.flatMap { (point: Point) -> [Double] in [point.x, point.y] }
    let texts: [String] = coordinates.map { (coordinate: Double) -> String in
      coordinate == coordinate.rounded() ? String(Int(coordinate)) : String(coordinate)
    }
    return texts.joined(separator: ",")
  }
  return path.elements.map { element in
    switch element {
    case .move(let end): "M" + text(end)
    case .line(let end): "L" + text(end)
    case .quadratic(let control, let end): "Q" + text(control, end)
    case .cubic(let first, let second, let end): "C" + text(first, second, end)
    case .close: "Z"
    }
  }
  .joined(separator: " ")
}
