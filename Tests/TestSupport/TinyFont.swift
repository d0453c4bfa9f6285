/// Fonts of a few hundred bytes, put together by hand.
public enum TinyFont {
  /// A field of a table.
  public enum Field {
    /// 16 bits, negative numbers in two's complement.
    case number(Int)
    case wide(UInt32)
    case bytes([UInt8])
    /// The 16-bit offset of a table, which is put behind the fields. Offsets count from the first field.
    case table([UInt8])
  }

  public static func packed(_ fields: [Field]) -> [UInt8] {
    var size = 0
    for field in fields {
      switch field {
      case .number, .table: size += 2
      case .wide: size += 4
      case .bytes(let bytes): size += bytes.count
      }
    }
    var (head, tail): ([UInt8], [UInt8]) = ([], [])
    for field in fields {
      switch field {
      case .number(let value): head += big(UInt32(truncatingIfNeeded: value), 2)
      case .wide(let value): head += big(value, 4)
      case .bytes(let bytes): head += bytes
      case .table(let table):
        head += big(UInt32(size + tail.count), 2)
        tail += table
      }
    }
    return head + tail
  }

  public static func numbers(_ values: Int...) -> [UInt8] { packed(values.map { .number($0) }) }

  public static func big(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (count - 1 - $0))) }
  }

  /// A font of tables, which begins at an offset of a file.
  public static func file(_ version: [UInt8], _ tables: [(tag: String, bytes: [UInt8])], at start: Int = 0) -> [UInt8] {
    var head = version + numbers(tables.count, 0, 0, 0)
    var body: [UInt8] = []
    for (tag, bytes) in tables {
      let offset = start + 12 + 16 * tables.count + body.count
      head += Array(tag.utf8) + big(0, 4) + big(UInt32(offset), 4) + big(UInt32(bytes.count), 4)
      body += bytes
    }
    return head + body
  }

  public static let trueTypeVersion = big(0x0001_0000, 4)
  public static let compactVersion = Array("OTTO".utf8)

  // MARK: Tables of all fonts

  public static func head(unitsPerEm: Int = 1000, hasLongLocations: Bool = false) -> [UInt8] {
    [UInt8](repeating: 0, count: 18) + numbers(unitsPerEm) + [UInt8](repeating: 0, count: 30)
      + numbers(hasLongLocations ? 1 : 0, 0)
  }

  public static func maxp(_ glyphs: Int) -> [UInt8] { big(0x0001_0000, 4) + numbers(glyphs) }
  public static func hhea(_ advances: Int) -> [UInt8] { [UInt8](repeating: 0, count: 34) + numbers(advances) }

  /// A table cmap of one subtable.
  public static func cmap(_ platform: Int, _ encoding: Int, _ subtable: [UInt8]) -> [UInt8] {
    numbers(0, 1, platform, encoding) + big(12, 4) + subtable
  }

  /// Format 4: A, B and C are glyphs 1, 2 and 3; a and b are glyphs 5 and 4, by an array.
  public static let segments: [UInt8] =
    numbers(4, 0, 0, 6, 0, 0, 0) + numbers(67, 98, 0xFFFF) + numbers(0) + numbers(65, 97, 0xFFFF)
    + numbers(-64, 0, 1) + numbers(0, 4, 0) + numbers(5, 4)

  /// Format 12: A and B are glyphs 1 and 2; U+1F600 is glyph 3.
  public static let groups: [UInt8] =
    numbers(12, 0) + [28 + 12, 0, 2, 65, 66, 1, 0x1F600, 0x1F600, 3].flatMap { big($0, 4) }

  // MARK: A TrueType font

  /// 1 is a square, 2 a contour of points off the curve, 3 both of them, 4 a contour that begins off the curve, 5 the
  /// square with the contour at its corner, 6 a mark whose left bearing is not its smallest x, 7 the mark again.
  public static let glyphs: [[UInt8]] = [
    [],
    // (100, 0) (100, 500) (600, 500) (600, 0)
    packed([.number(1), .bytes(numbers(100, 0, 600, 500)), .number(3), .number(0), .bytes([1, 1, 1, 1])])
      + numbers(100, 0, 500, 0) + numbers(0, 500, 0, -500),
    // (0, 0) (0, 400) (400, 400) (400, 0); the flag is repeated
    numbers(1, 0, 0, 400, 400, 3, 0) + [8, 3] + numbers(0, 0, 400, 0) + numbers(0, 400, 0, -400),
    // The square, halved, at (50, -10), and the contour at (100, -10).
    numbers(-1, 0, -10, 500, 390) + numbers(0x2B, 1, 50, -10, 0x2000) + numbers(2, 2) + [100, 0xF6],
    // Off (0, 200), on (100, 0), on (200, 200), off (100, 250); short numbers, repeated coordinates
    numbers(1, 0, 0, 200, 250, 3, 0) + [0x10 | 0x20 | 4, 1 | 2 | 4 | 0x10, 1 | 2 | 4 | 0x10 | 0x20, 2 | 4 | 0x20]
      + [100, 100, 100] + [200, 200, 200, 50],
    // Point 2 of the square, (600, 500), is point 0 of the contour; its matrix makes the contour wider by half.
    numbers(-1, 0, 0, 0, 0) + numbers(0x23, 1, 0, 0) + numbers(0x80, 2) + [2, 0] + numbers(0x6000, 0, 0, 0x4000),
    // (0, 600) (0, 700) (100, 700)
    numbers(1, 0, 600, 100, 700, 2, 0) + [1, 1, 1] + numbers(0, 0, 100) + numbers(600, 100, 0),
    // The mark, which gives its metrics.
    numbers(-1, 0, 600, 100, 700) + numbers(0x202, 6, 0),
  ]

  public static func outlines(_ glyphs: [[UInt8]]) -> (glyf: [UInt8], loca: [UInt8]) {
    var (glyf, loca): ([UInt8], [UInt8]) = ([], numbers(0))
    for glyph in glyphs {
      glyf += glyph + (glyph.count % 2 == 1 ? [0] : [])
      loca += numbers(glyf.count / 2)
    }
    return (glyf, loca)
  }

  /// Glyph 1 before 2: -30. Glyph 2 before 1: 40. Glyph 4 before 1: 15.
  public static let kern: [UInt8] =
    numbers(0, 1) + numbers(0, 32, 1, 3, 0, 0, 0) + numbers(1, 2, -30) + numbers(2, 1, 40) + numbers(4, 1, 15)

  public static func trueType(
    cmap: [UInt8] = TinyFont.cmap(3, 1, segments), glyphs: [[UInt8]] = TinyFont.glyphs,
    and more: [(tag: String, bytes: [UInt8])] = []
  ) -> [UInt8] {
    let (glyf, loca) = outlines(glyphs)
    // Three advances: the last one is that of all other glyphs, which have only left bearings.
    let hmtx = numbers(500, 0, 700, 100, 450, 0) + numbers(0, 0, 0, 30, 0)
    return file(
      trueTypeVersion,
      [
        ("head", head()), ("maxp", maxp(glyphs.count)), ("hhea", hhea(3)), ("hmtx", hmtx), ("cmap", cmap),
        ("loca", loca), ("glyf", glyf),
      ] + more)
  }

  // MARK: Positions

  /// A coverage table of single glyphs.
  public static func covering(_ glyphs: Int...) -> [UInt8] {
    packed([.number(1), .number(glyphs.count)] + glyphs.map { .number($0) })
  }

  /// Pairs: glyph 1 before 3 is -50, beside values that do not matter.
  public static let pairs: [UInt8] = packed([
    .number(1), .table(covering(1)), .number(5), .number(1), .number(1),
    .table(numbers(2, 2, 7, 0, 9, 3, 8, -50, 9)),
  ])

  /// Classes of pairs: glyphs 1 and 2 before glyph 4 is -70, before glyph 5 is 20.
  public static let classPairs: [UInt8] = packed([
    .number(2), .table(numbers(2, 1, 1, 2, 0)), .number(4), .number(0), .table(numbers(1, 1, 2, 0, 0)),
    .table(numbers(2, 2, 4, 4, 1, 5, 5, 2)), .number(1), .number(3), .bytes(numbers(0, -70, 20)),
  ])

  public static let anchor = numbers(1, 20, 600)

  /// Marks: glyph 6, at (20, 600), on glyph 1 at (350, 520).
  public static let marks: [UInt8] = packed([
    .number(1), .table(covering(6)), .table(covering(1)), .number(1),
    .table(packed([.number(1), .number(0), .table(anchor)])),
    .table(packed([.number(1), .table(numbers(1, 350, 520))])),
  ])

  /// Marks on marks: glyph 6 on itself, whose place for it is (25, 720).
  public static let marksOnMarks: [UInt8] = packed([
    .number(1), .table(covering(6)), .table(covering(6)), .number(1),
    .table(packed([.number(1), .number(0), .table(anchor)])),
    .table(packed([.number(1), .table(numbers(3, 25, 720, 0, 0))])),
  ])

  public static func lookup(_ type: Int, _ subtables: [[UInt8]]) -> [UInt8] {
    packed([.number(type), .number(0), .number(subtables.count)] + subtables.map { .table($0) })
  }

  /// A subtable with a 32-bit offset.
  public static func extended(_ type: Int, _ subtable: [UInt8]) -> [UInt8] { numbers(1, type) + big(8, 4) + subtable }

  /// A table GPOS. A script has the features of the numbers, or all of them.
  public static func positions(
    scripts: [(tag: String, features: [Int])] = [], _ features: [(tag: String, lookup: [UInt8])]
  ) -> [UInt8] {
    let scripts = scripts.isEmpty ? [("DFLT", Array(features.indices))] : scripts
    let scriptList = packed(
      [.number(scripts.count)]
        + scripts.flatMap { tag, numbers in
          let language = packed([.number(0), .number(0xFFFF), .number(numbers.count)] + numbers.map { .number($0) })
          return [Field.bytes(Array(tag.utf8)), .table(packed([.table(language), .number(0)]))]
        })
    let featureList = packed(
      [.number(features.count)]
        + features.enumerated().flatMap { index, feature in
          [Field.bytes(Array(feature.tag.utf8)), .table(numbers(0, 1, index))]
        })
    let lookupList = packed([.number(features.count)] + features.map { .table($0.lookup) })
    return packed([.number(1), .number(0), .table(scriptList), .table(featureList), .table(lookupList)])
  }

  public static let allPositions = positions([
    ("kern", lookup(2, [pairs, classPairs])), ("mark", lookup(9, [extended(4, marks)])),
    ("mkmk", lookup(6, [marksOnMarks])),
  ])

  public static let positioned = trueType(and: [("kern", kern), ("GPOS", allPositions)])
}
