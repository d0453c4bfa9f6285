import Geometry

/// A font whose letters are filled outlines: TrueType or CFF, from a file or a collection.
///
/// All measures are in font units, of which `unitsPerEm` make an em; y is upward from the baseline.
package struct OutlineFont: Sendable {
  /// The index of a glyph in the font. 0 is the glyph for a missing character.
  package struct GlyphID: Hashable, Sendable {
    package var rawValue: UInt16
    package init(_ rawValue: UInt16) { self.rawValue = rawValue }
  }

  package var unitsPerEm: Int { parts.unitsPerEm }

  private enum Outlines: Sendable {
    case trueType(TrueTypeOutlines)
    case compact(CompactOutlines)
  }

  /// The parts of the font, which all copies share. Embedded Swift never frees the memory of an object whose initializer
  /// throws; this one does not.
  private final class Parts: Sendable {
    let unitsPerEm: Int
    let outlines: Outlines
    let characters: CharacterMap
    let metrics: GlyphMetrics
    let positions: GlyphPositions?
    let kernTable: KernTable?

    init(
      _ unitsPerEm: Int, _ outlines: Outlines, _ characters: CharacterMap, _ metrics: GlyphMetrics, _ tables: FontTables
    ) {
      (self.unitsPerEm, self.outlines, self.characters, self.metrics) = (unitsPerEm, outlines, characters, metrics)
      positions = tables.table(FontTag("GPOS")).map { GlyphPositions($0) }
      kernTable = tables.table(FontTag("kern")).map { KernTable($0) }
    }
  }

  private let bytes: [UInt8]
  private let index: Int
  /// The size of the file.
  package var byteCount: Int { bytes.count }
  private let parts: Parts

  /// - Parameters:
  ///   - bytes: The file.
  ///   - index: The number of the font in a collection, from 0.
  package init(_ bytes: [UInt8], index: Int = 0) throws(FontError) {
    (self.bytes, self.index) = (bytes, index)
    let tables = try FontTables(bytes, index: index)
    func required(_ name: String) throws(FontError) -> FontData {
      guard let table = tables.table(FontTag(name)) else { throw .missing(name) }
      return table
    }
    let glyf = tables.table(FontTag("glyf"))
    let compact = tables.table(FontTag("CFF "))
    if glyf == nil, compact == nil {
      throw tables.table(FontTag("CFF2")) == nil ? .noOutlines : .variableOutlines
    }
    let head = try required("head")
    guard let unitsPerEm = head.uint16(18), 16...16384 ~= unitsPerEm else { throw .damaged("head") }
    guard let glyphCount = try required("maxp").uint16(4), glyphCount > 0 else { throw .damaged("maxp") }
    let metrics = try GlyphMetrics(required("hhea"), required("hmtx"))
    let outlines: Outlines
    if let glyf {
      guard let format = head.int16(50), 0...1 ~= format else { throw .damaged("head") }
      outlines = .trueType(
        TrueTypeOutlines(
          glyf: glyf, locations: try required("loca"), hasLongLocations: format == 1, metrics: metrics,
          count: glyphCount))
    } else if let compact {
      outlines = .compact(try CompactOutlines(compact))
    } else {
      throw .noOutlines
    }
    guard let cmap = tables.table(FontTag("cmap")), let characters = CharacterMap(cmap, glyphCount: glyphCount) else {
      throw .noCharacters
    }
    parts = Parts(unitsPerEm, outlines, characters, metrics, tables)
  }

  /// Another font of the same file, which shares its bytes.
  package func font(at index: Int) throws(FontError) -> OutlineFont { try OutlineFont(bytes, index: index) }

  /// The glyph of a code point; nil if the font has none.
  package func glyph(of scalar: Unicode.Scalar) -> GlyphID? {
    parts.characters.glyph(of: scalar.value).map { GlyphID($0) }
  }

  /// The distance from the glyph's origin to that of the next one.
  package func advance(of glyph: GlyphID) -> Int { parts.metrics.advance(of: Int(glyph.rawValue)) }

  /// The closed contours of a glyph, to be filled by the nonzero rule; empty for a blank glyph, nil for a damaged one.
  package func outline(of glyph: GlyphID) -> Path? {
    let index = Int(glyph.rawValue)
    switch parts.outlines {
    case .trueType(let outlines): return outlines.outline(of: index)
    case .compact(let outlines): return outlines.outline(of: index)
    }
  }

  /// What is added to the advance of the first glyph if the second follows it.
  package func kerning(_ first: GlyphID, _ second: GlyphID) -> Int {
    let (first, second) = (Int(first.rawValue), Int(second.rawValue))
    return parts.positions?.kerning(first, second) ?? parts.kernTable?.kerning(first, second) ?? 0
  }

  /// Where the origin of a mark lies, from the origin of the base glyph or of the mark that it is attached to; nil if
  /// the font does not say.
  package func offset(of mark: GlyphID, on base: GlyphID) -> (dx: Int, dy: Int)? {
    parts.positions?.offset(of: Int(mark.rawValue), on: Int(base.rawValue))
  }
}

/// Fonts are equal if their files are.
extension OutlineFont: Hashable {
  package static func == (a: OutlineFont, b: OutlineFont) -> Bool { a.index == b.index && a.bytes == b.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }
}
