import TestSupport
import Testing

@testable import Fonts

/// Damaged and malicious fonts: each of them must be read to an end without a trap, in little time and memory.
@Suite("A hostile font")
struct HostileFontTests {
  private static let fonts: [(name: String, bytes: [UInt8])] = [
    ("TrueType", TinyFont.positioned), ("CFF", TinyFont.compact()),
    ("CFF of parts", TinyFont.compact(TinyFont.compactTable(hasParts: true, selectFormat: 3))),
    ("format 12", TinyFont.trueType(cmap: TinyFont.cmap(3, 10, TinyFont.groups))),
  ]

  /// Asks a font all that can be asked. Returns how many elements its outlines have.
  @discardableResult
  private func use(_ bytes: [UInt8]) -> Int {
    guard let font = try? OutlineFont(bytes) else { return 0 }
    for scalar in ["A", "B", "a", "b", "\u{F041}", "\u{1F600}", "\u{10FFFF}"] as [Unicode.Scalar] {
      _ = font.glyph(of: scalar)
    }
    let glyphs = (Array(0..<9) + [0x7FFF, 0xFFFF]).map { OutlineFont.GlyphID($0) }
    for first in glyphs {
      _ = font.advance(of: first)
      for second in glyphs { _ = (font.kerning(first, second), font.offset(of: first, on: second)) }
    }
    return glyphs.reduce(0) { $0 + (font.outline(of: $1)?.elements.count ?? 0) }
  }

  @Test(arguments: fonts.indices)
  func `a font that ends early is read as far as it goes`(index: Int) {
    let bytes = Self.fonts[index].bytes
    for count in bytes.indices { use(Array(bytes.prefix(count))) }
    #expect(use(bytes) > 0)
  }

  @Test(arguments: fonts.indices)
  func `any byte of a font may be wrong`(index: Int) {
    var bytes = Self.fonts[index].bytes
    for offset in bytes.indices {
      let byte = bytes[offset]
      for wrong in [0, 0xFF, ~byte, byte ^ 0x80, byte ^ 1, byte &+ 1] {
        bytes[offset] = wrong
        use(bytes)
      }
      bytes[offset] = byte
    }
  }

  @Test func `components that have themselves are damage`() throws {
    let component = { (glyph: Int, more: Int) in TinyFont.numbers(2 | more, glyph) + [0, 0] }
    let head = TinyFont.numbers(-1, 0, 0, 0, 0)
    let square = TinyFont.glyphs[1]
    // 2 has itself, 3 and 4 have each other, 5 has a component that is no glyph.
    let font = try OutlineFont(
      TinyFont.trueType(glyphs: [
        [], square, head + component(1, 0x20) + component(2, 0), head + component(4, 0), head + component(3, 0),
        head + component(99, 0),
      ]))
    for glyph in 2..<5 as Range<UInt16> { #expect(font.outline(of: .init(glyph)) == nil) }
    #expect(font.outline(of: .init(5))?.isEmpty == true)
    #expect(font.outline(of: .init(1))?.isEmpty == false)
  }

  @Test func `components whose number grows with each level end`() throws {
    var glyphs: [[UInt8]] = [[], TinyFont.glyphs[1]]
    // Each glyph has the one before it a hundred times.
    for level in 1...9 {
      var glyph = TinyFont.numbers(-1, 0, 0, 0, 0)
      for number in 0..<100 { glyph += TinyFont.numbers(2 | (number < 99 ? 0x20 : 0), level, 0) }
      glyphs.append(glyph)
    }
    let font = try OutlineFont(TinyFont.trueType(glyphs: glyphs))
    #expect(font.outline(of: .init(2))?.elements.count == 500)
    for glyph in 3...10 as ClosedRange<UInt16> { #expect(font.outline(of: .init(glyph)) == nil) }
  }

  @Test func `contours without points are counted`() throws {
    // 32,000 contours, all of which end at the only point, in each of 4,000 components.
    let contours = Array(repeating: TinyFont.numbers(0), count: 32_000).joined()
    let empty = TinyFont.numbers(32_000, 0, 0, 0, 0) + contours + TinyFont.numbers(0) + [1 | 16 | 32]
    var glyph = TinyFont.numbers(-1, 0, 0, 0, 0)
    for number in 0..<4000 { glyph += TinyFont.numbers(2 | (number < 3999 ? 0x20 : 0), 1, 0) }
    let font = try OutlineFont(TinyFont.trueType(glyphs: [[], empty, glyph]))
    #expect(font.outline(of: .init(1)) != nil)
    #expect(font.outline(of: .init(2)) == nil)
  }

  @Test func `a glyph that claims many points is blank`() throws {
    // 65 535 points, and a flag for none of them; then flags for all, and no coordinates.
    let claims = TinyFont.numbers(1, 0, 0, 0, 0, 0xFFFE, 0)
    let flags = Array([[UInt8]](repeating: [8, 255], count: 255).joined())
    let font = try OutlineFont(TinyFont.trueType(glyphs: [[], claims, claims + flags]))
    #expect(font.outline(of: .init(1)) == nil)
    #expect(font.outline(of: .init(2)) == nil)
  }

  @Test func `subroutines that call each other are blank`() throws {
    let call = { (number: Int, operation: UInt8) in TinyFont.operand(number - 107) + [operation] }
    let start = TinyFont.code(0, 0, then: 21) + TinyFont.code(1, 1, then: 5)
    let loops: [(glyph: [UInt8], local: [[UInt8]], global: [[UInt8]])] = [
      (start + call(0, 10), [call(0, 10)], [[11]]),
      (start + call(0, 29), [[11]], [call(0, 29)]),
      (start + call(0, 10), [call(0, 29)], [call(0, 10)]),
      (start + call(3, 10), [[11]], [[11]]),
      (start + [10], [[11]], [[11]]),
    ]
    for (glyph, local, global) in loops {
      let table = TinyFont.compactTable([[14], glyph], local: local, global: global)
      #expect(try OutlineFont(TinyFont.compact(table, glyphs: 2)).outline(of: .init(1)) == nil)
    }
  }

  @Test func `subroutines whose calls grow with each level end`() throws {
    // Each subroutine calls the next one forty times: 40^9 lines.
    var local: [[UInt8]] = []
    for number in 0..<9 {
      let call = TinyFont.code(number + 1 - 107, then: 10)
      local.append(Array([[UInt8]](repeating: call, count: 40).joined()) + [11])
    }
    local.append(TinyFont.code(1, 1, then: 5) + [11])
    let table = TinyFont.compactTable(
      [[14], TinyFont.code(0, 0, then: 21) + TinyFont.operand(-107) + [10, 14]], local: local)
    #expect(try OutlineFont(TinyFont.compact(table, glyphs: 2)).outline(of: .init(1)) == nil)
  }

  @Test func `divisions do not lead to infinity`() throws {
    let tiny: [UInt8] = [255, 0, 0, 0, 1]
    let division = tiny + [12, 12]
    let code = TinyFont.operand(1000) + Array([[UInt8]](repeating: division, count: 40).joined()) + [22, 14]
    let zero = TinyFont.code(0, 0, then: 12, 12) + TinyFont.code(then: 22) + TinyFont.code(5, then: 6)
    let font = try OutlineFont(TinyFont.compact(TinyFont.compactTable([[14], code, zero]), glyphs: 3))
    #expect(font.outline(of: .init(1)) == nil)
    #expect(font.outline(of: .init(2)) == nil)
  }

  @Test func `a group of all numbers maps characters to glyphs of the font alone`() throws {
    let group = TinyFont.numbers(12, 0) + [28, 0, 1, 0, .max, 0].flatMap { TinyFont.big($0, 4) }
    let many = TinyFont.numbers(12, 0) + [28, 0, .max, 0, .max, .max].flatMap { TinyFont.big($0, 4) }
    let font = try OutlineFont(TinyFont.trueType(cmap: TinyFont.cmap(3, 10, group)))
    #expect(font.glyph(of: "\u{7}")?.rawValue == 7)
    #expect(font.glyph(of: "\u{8}") == nil)
    #expect(font.glyph(of: "\u{10FFFF}") == nil)
    let other = try OutlineFont(TinyFont.trueType(cmap: TinyFont.cmap(3, 10, many)))
    #expect(other.glyph(of: "A") == nil)
  }

  @Test func `scripts, features and lookups that share all their bytes end`() {
    // Every count and offset of the table is the same number.
    for word in [1, 2, 4, 6, 10, 0x100, 0x7FFF, 0xFFFF] {
      let table = TinyFont.packed((0..<20_000).map { _ in .number(word) })
      use(TinyFont.trueType(and: [("GPOS", table), ("kern", table)]))
    }
    let scripts =
      TinyFont.numbers(1, 0, 10, 10, 10) + TinyFont.packed((0..<30_000).map { .number($0 % 3 == 0 ? 0x6B65 : 4) })
    use(TinyFont.trueType(and: [("GPOS", scripts)]))
  }

  @Test func `a collection that claims many fonts names those that it could have`() {
    let file = Array("ttcf".utf8) + TinyFont.big(0x0001_0000, 4) + TinyFont.big(.max, 4) + TinyFont.big(.max, 4)
    #expect(throws: FontError.noSuchFont(1, count: 1)) { try OutlineFont(file, index: 1) }
    #expect(throws: FontError.damaged("ttcf")) { try OutlineFont(file) }
  }
}
