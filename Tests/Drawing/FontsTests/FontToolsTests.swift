import Foundation
import TestSupport
import Testing

@testable import Fonts

/// Compares fonts of Debian with what fontTools reads, the PyPI package of the Python in DOODLE_PYTHON.
@Suite struct FontToolsTests {
  /// A Python with fontTools; without one, these tests are skipped.
  static let python: URL? = {
    let named = ProcessInfo.processInfo.environment["DOODLE_PYTHON"].map { URL(fileURLWithPath: $0) }
    guard let python = named ?? ExternalProgram.python else { return nil }
    return (try? ExternalProgram.run(python, ["-c", "import fontTools"]))?.code == 0 ? python : nil
  }()

  private static let fonts = [
    (name: "truetype/dejavu/DejaVuSans.ttf", index: 0), ("opentype/freefont/FreeSerif.otf", 0),
    ("opentype/linux-libertine/LinLibertine_R.otf", 0), ("opentype/noto/NotoSansCJK-Regular.ttc", 3),
    ("truetype/ancient-scripts/Symbola_hint.ttf", 0), ("truetype/noto/NotoSans-Regular.ttf", 0),
  ]
  .map { (path: "/usr/share/fonts/\($0.name)", index: $0.index) }
  .filter { FileManager.default.fileExists(atPath: $0.path) }

  /// Prints a line each for some outlines (G, a glyph, its advance, its path), characters (U, a code, its glyph), pairs (K)
  /// and marks (M, a mark, a base, where it lies), the latter two of the script latn alone.
  private static let script = """
    import sys
    from fontTools.ttLib import TTFont
    from fontTools.pens.basePen import BasePen
    font = TTFont(sys.argv[1], fontNumber=int(sys.argv[2]), lazy=True)
    names, glyphs, cmap = font.getGlyphOrder(), font.getGlyphSet(), font.getBestCmap()
    text = lambda *points: ','.join('%g' % v if v == int(v) and abs(v) < 1e5 else repr(float(v)) for p in points for v in p)
    class Pen(BasePen):
        def __init__(self): super().__init__(glyphs); self.path = []; self.contour = []
        def _moveTo(self, a): self.contour = ['M' + text(a)]
        def _lineTo(self, a): self.contour.append('L' + text(a))
        def _qCurveToOne(self, a, b): self.contour.append('Q' + text(a, b))
        def _curveToOne(self, a, b, c): self.contour.append('C' + text(a, b, c))
        def _closePath(self):
            if len(self.contour) > 1: self.path += self.contour + ['Z']
            self.contour = []
        _endPath = _closePath
    letters = [cmap[c] for c in [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x100)] if c in cmap]
    for name in sorted(set(names[::max(1, len(names) // 400)] + letters)):
        # fontTools does not move composites to their left bearings.
        if 'glyf' in font:
            glyph = font['glyf'][name]
            if glyph.isComposite() and glyph.xMin != font['hmtx'][name][1]: continue
        pen = Pen()
        glyphs[name].draw(pen)
        print('G', font.getGlyphID(name), font['hmtx'][name][0], ' '.join(pen.path))
    for code in sorted(cmap)[::max(1, len(cmap) // 2000)]: print('U', code, font.getGlyphID(cmap[code]))
    table = font['GPOS'].table if 'GPOS' in font else None
    def lookups(*tags):
        for script in table.ScriptList.ScriptRecord if table else []:
            if script.ScriptTag != 'latn': continue
            records = [table.FeatureList.FeatureRecord[i] for i in script.Script.DefaultLangSys.FeatureIndex]
            numbers = {n for r in records if r.FeatureTag in tags for n in r.Feature.LookupListIndex}
            return [[getattr(s, 'ExtSubTable', s) for s in table.LookupList.Lookup[n].SubTable] for n in sorted(numbers)]
        return []
    def advance(subtable, a, b):
        if subtable.LookupType != 2 or a not in subtable.Coverage.glyphs: return None
        if subtable.Format == 1:
            pairs = subtable.PairSet[subtable.Coverage.glyphs.index(a)].PairValueRecord
            values = [p.Value1 for p in pairs if p.SecondGlyph == b]
            if not values: return None
            value = values[0]
        else:
            first, second = (c.classDefs.get(g, 0) for c, g in ((subtable.ClassDef1, a), (subtable.ClassDef2, b)))
            value = subtable.Class1Record[first].Class2Record[second].Value1
        return getattr(value, 'XAdvance', 0) if value else 0
    kerning = lookups('kern')
    for a in letters[:52] if kerning else []:
        for b in letters[:52]:
            values = [next((v for v in (advance(s, a, b) for s in l) if v is not None), None) for l in kerning]
            if any(v is not None for v in values):
                print('K', font.getGlyphID(a), font.getGlyphID(b), sum(v or 0 for v in values))
    for lookup in lookups('mark', 'mkmk')[-1:]:
        for s in lookup:
            isBase = s.LookupType == 4
            if not isBase and s.LookupType != 6: continue
            marks, bases = (s.MarkCoverage, s.BaseCoverage) if isBase else (s.Mark1Coverage, s.Mark2Coverage)
            for m, record in list(zip(marks.glyphs, (s.MarkArray if isBase else s.Mark1Array).MarkRecord))[:12]:
                array = s.BaseArray.BaseRecord if isBase else s.Mark2Array.Mark2Record
                for b, other in list(zip(bases.glyphs, array))[:60]:
                    anchor = (other.BaseAnchor if isBase else other.Mark2Anchor)[record.Class]
                    if anchor is None: continue
                    at = (anchor.XCoordinate - record.MarkAnchor.XCoordinate, anchor.YCoordinate - record.MarkAnchor.YCoordinate)
                    print('M', font.getGlyphID(m), font.getGlyphID(b), *at)
            break
    """

  @Test(
    .enabled("needs a Python with fontTools: pip install fonttools, and DOODLE_PYTHON", { python != nil }),
    arguments: fonts.indices)
  func `glyphs, characters and distances equal those of fontTools`(index: Int) throws {
    let python = try #require(Self.python)
    let (path, number) = Self.fonts[index]
    let font = try OutlineFont(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))), index: number)
    let result = try ExternalProgram.run(python, ["-c", Self.script, path, String(number)])
    try #require(result.code == 0)
    var counts: [Substring: Int] = [:]
    for line in result.output.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      let numbers: [Int] = try fields[1...2].map { try #require(Int($0)) }
      let glyph = OutlineFont.GlyphID(UInt16(truncatingIfNeeded: numbers[0]))
      let other = OutlineFont.GlyphID(UInt16(truncatingIfNeeded: numbers[1]))
      counts[fields[0], default: 0] += 1
      switch fields[0] {
      case "G":
        #expect(font.advance(of: glyph) == numbers[1], "glyph \(glyph.rawValue) of \(path)")
        #expect(described(try #require(font.outline(of: glyph))) == fields[3], "glyph \(glyph.rawValue) of \(path)")
      case "U":
        let scalar = try #require(Unicode.Scalar(UInt32(numbers[0])))
        let found: UInt16 = font.glyph(of: scalar)?.rawValue ?? 0
        #expect(found == other.rawValue, "U+\(String(numbers[0], radix: 16)) of \(path)")
      case "K":
        let kerning = String(font.kerning(glyph, other))
        #expect(kerning == fields[3], "\(glyph.rawValue) before \(other.rawValue) in \(path)")
      default:
        let offset: String? = font.offset(of: glyph, on: other).map { "\($0.dx) \($0.dy)" }
        #expect(offset == String(fields[3]), "\(glyph.rawValue) on \(other.rawValue) in \(path)")
      }
    }
    let (glyphs, characters): (Int, Int) = (counts["G", default: 0], counts["U", default: 0])
    #expect(glyphs >= 400 && characters >= 2000, "\(path): \(counts)")
  }
}
