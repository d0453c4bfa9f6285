import Geometry

/// The outlines of CFF glyphs (Adobe Technical Note 5176, "The Compact Font Format Specification").
struct CompactOutlines: Sendable {
  private let charstrings: CompactIndex
  private let globalSubroutines: CompactIndex
  /// The subroutines of each part of the font: one part, or those of a font with character identifiers (CID).
  private let localSubroutines: [CompactIndex]
  /// Which part a glyph belongs to; nil if there is one.
  private let select: FontData?
  /// The names of the glyphs, by which accented letters are put together.
  private let charset: Charset

  private enum Charset: Sendable {
    /// Glyphs are in the order of the standard strings.
    case standard
    case table(FontData)
    case none
  }

  private enum Key {
    static let charset = 15
    static let charstrings = 17
    static let privateDictionary = 18
    static let subroutines = 19
    static let charstringType = 0x0C06
    static let registry = 0x0C1E
    static let parts = 0x0C24
    static let select = 0x0C25
  }

  init(_ table: FontData) throws(FontError) {
    guard table.byte(0) == 1, let headerSize = table.byte(2), let names = CompactIndex(table, at: Int(headerSize)),
      let dictionaries = CompactIndex(table, at: names.end), let top = dictionaries[0],
      let strings = CompactIndex(table, at: dictionaries.end),
      let globalSubroutines = CompactIndex(table, at: strings.end),
      let offset = CompactOutlines.number(Key.charstrings, in: top),
      let charstrings = CompactIndex(table, at: offset), charstrings.count > 0,
      CompactOutlines.number(Key.charstringType, in: top) ?? 2 == 2
    else { throw .damaged("CFF") }
    (self.charstrings, self.globalSubroutines) = (charstrings, globalSubroutines)
    if CompactOutlines.operands(of: Key.registry, in: top) != nil {
      guard let offset = CompactOutlines.number(Key.parts, in: top), let parts = CompactIndex(table, at: offset),
        let start = CompactOutlines.number(Key.select, in: top), let select = table.suffix(from: start)
      else { throw .damaged("CFF") }
      // A glyph names its part with a byte.
      localSubroutines = (0..<min(parts.count, 256)).map { index in
        parts[index].flatMap { CompactOutlines.subroutines(of: $0, table) } ?? .empty
      }
      self.select = select
      charset = .none
    } else {
      localSubroutines = [CompactOutlines.subroutines(of: top, table) ?? .empty]
      select = nil
      switch CompactOutlines.number(Key.charset, in: top) ?? 0 {
      case 0: charset = .standard
      case 1, 2: charset = .none
      case let offset: charset = table.suffix(from: offset).map { .table($0) } ?? .none
      }
    }
  }

  /// The outline of a glyph; nil if any part of it is damaged.
  func outline(of glyph: Int) -> Path? {
    guard let charstring = charstrings[glyph] else { return Path() }
    guard let part = part(of: glyph), part < localSubroutines.count else { return nil }
    var reader = CharstringReader(local: localSubroutines[part], global: globalSubroutines)
    guard reader.run(charstring) else { return nil }
    guard let accented = reader.accented else { return reader.path }
    // The base and the accent are glyphs by their codes in the standard encoding.
    var path = Path()
    for (code, shift) in [(accented.base, Vector(0, 0)), (accented.accent, accented.shift)] {
      guard let glyph = self.glyph(ofStandardCode: code), let charstring = charstrings[glyph] else { return nil }
      var reader = CharstringReader(local: localSubroutines[part], global: globalSubroutines)
      guard reader.run(charstring), reader.accented == nil else { return nil }
      path.append(reader.path.transformed(by: Affine(translation: shift)))
    }
    return path
  }

  // MARK: Dictionaries

  /// The most bytes of a dictionary that are read.
  private static let longestDictionary = 1 << 12

  /// The operands of an operator in a dictionary, numbers beyond 32 bits and fractions as nil; nil if it is not there.
  private static func operands(of key: Int, in dictionary: FontData) -> [Int?]? {
    var operands: [Int?] = []
    var offset = 0
    while offset < longestDictionary, let byte = dictionary.byte(offset) {
      offset += 1
      switch byte {
      case 0...21:
        var found = Int(byte)
        if byte == 12 {
          guard let second = dictionary.byte(offset) else { return nil }
          offset += 1
          found = 0x0C00 | Int(second)
        }
        if found == key { return operands }
        operands.removeAll(keepingCapacity: true)
      case 28:
        operands.append(dictionary.int16(offset))
        offset += 2
      case 29:
        operands.append(dictionary.uint32(offset).map { Int(Int32(bitPattern: $0)) })
        offset += 4
      case 30:
        // Digits of four bits, up to one that ends the number.
        while let digits = dictionary.byte(offset), digits & 15 != 15, digits >> 4 != 15 { offset += 1 }
        offset += 1
        operands.append(nil)
      case 32...246: operands.append(Int(byte) - 139)
      case 247...254:
        let low = Int(dictionary.byte(offset) ?? 0)
        operands.append(byte < 251 ? (Int(byte) - 247) * 256 + low + 108 : -(Int(byte) - 251) * 256 - low - 108)
        offset += 1
      default: return nil
      }
    }
    return nil
  }

  /// The whole number that an operator has.
  private static func number(_ key: Int, in dictionary: FontData) -> Int? {
    operands(of: key, in: dictionary)?.last ?? nil
  }

  /// The subroutines that the private dictionary of a font or a part of it names.
  private static func subroutines(of dictionary: FontData, _ table: FontData) -> CompactIndex? {
    guard let operands = operands(of: Key.privateDictionary, in: dictionary), operands.count == 2,
      let size = operands[0], let offset = operands[1], size >= 0,
      let own = table.part(at: offset, atMost: UInt32(size)), let start = number(Key.subroutines, in: own),
      let rest = table.suffix(from: offset)
    else { return nil }
    return CompactIndex(rest, at: start)
  }

  // MARK: Parts and names

  /// The number of the part that a glyph belongs to, by the table FDSelect.
  private func part(of glyph: Int) -> Int? {
    guard let select else { return 0 }
    switch select.byte(0) {
    case 0: return select.byte(1 + glyph).map { Int($0) }
    case 3:
      // Ranges by their first glyph, and the end of the last one.
      guard let count = select.uint16(1) else { return nil }
      let next = FontData.search(count) { select.uint16(3 + 3 * $0) ?? .max <= glyph }
      guard next > 0, let end = select.uint16(3 + 3 * next), glyph < end else { return nil }
      return select.byte(3 * next + 2).map { Int($0) }
    default: return nil
    }
  }

  private func glyph(ofStandardCode code: Int) -> Int? {
    guard let name = StandardEncoding.string(of: code) else { return nil }
    switch charset {
    case .none: return nil
    case .standard: return name
    case .table(let table): return CompactOutlines.glyph(named: name, in: table, count: charstrings.count)
    }
  }

  /// The glyph with a standard string as its name, by a charset: the names of all glyphs but the first, or, in formats 1
  /// and 2, ranges of them.
  private static func glyph(named name: Int, in charset: FontData, count: Int) -> Int? {
    guard let format = charset.byte(0), format <= 2 else { return nil }
    var (offset, glyph) = (1, 1)
    while glyph < count, let first = charset.uint16(offset) {
      offset += 2
      var more = 0
      if format > 0 {
        guard let left = charset.unsigned(offset, size: Int(format)) else { return nil }
        more = Int(left)
        offset += Int(format)
      }
      if first <= name, name <= first + more { return glyph + name - first }
      glyph += more + 1
    }
    return nil
  }
}

/// An array of objects of different sizes (Technical Note 5176, section 5, "INDEX Data").
struct CompactIndex: Sendable {
  let count: Int
  /// Where the data behind the index begin.
  let end: Int
  private let table: FontData
  private let offsetSize: Int
  private let offsets: Int
  /// Offsets count from the byte before the objects.
  private var base: Int { offsets + (count + 1) * offsetSize - 1 }

  static let empty = CompactIndex()

  private init() {
    (count, end, table, offsetSize, offsets) = (0, 0, FontData([]), 1, 0)
  }

  init?(_ table: FontData, at start: Int) {
    guard let count = table.uint16(start) else { return nil }
    (self.count, self.table) = (count, table)
    guard count > 0 else {
      (end, offsetSize, offsets) = (start + 2, 1, start + 3)
      return
    }
    guard let size = table.byte(start + 2), 1...4 ~= size else { return nil }
    (offsetSize, offsets) = (Int(size), start + 3)
    let base = start + 2 + (count + 1) * Int(size)
    guard let last = table.unsigned(start + 3 + count * Int(size), size: Int(size)), base <= table.count,
      last <= UInt32(table.count - base)
    else { return nil }
    end = base + Int(last)
  }

  /// An object; nil if there is none of that number.
  subscript(_ index: Int) -> FontData? {
    guard index >= 0, index < count, let start = table.unsigned(offsets + index * offsetSize, size: offsetSize),
      let next = table.unsigned(offsets + (index + 1) * offsetSize, size: offsetSize), next >= start,
      start <= UInt32(table.count)
    else { return nil }
    return table.part(at: base + Int(start), atMost: next - start)
  }
}

/// The standard encoding, as numbers of standard strings (Technical Note 5176, appendixes A and B).
enum StandardEncoding {
  /// The first code and string of each run.
  private static let runs: [(codes: ClosedRange<Int>, string: Int)] = [
    (32...126, 1), (161...175, 96), (177...180, 111), (182...189, 115), (191...191, 123), (193...200, 124),
    (202...203, 132), (205...208, 134), (225...225, 138), (227...227, 139), (232...235, 140), (241...241, 144),
    (245...245, 145), (248...251, 146),
  ]

  static func string(of code: Int) -> Int? {
    for run in runs where run.codes ~= code { return run.string + code - run.codes.lowerBound }
    return nil
  }
}
