/// A CFF font of a few hundred bytes.
extension TinyFont {
  /// A number of a charstring, in one to three bytes.
  public static func operand(_ value: Int) -> [UInt8] {
    switch value {
    case -107...107: [UInt8(value + 139)]
    case 108...1131: [UInt8(247 + (value - 108) / 256), UInt8((value - 108) % 256)]
    default: [28] + numbers(value)
    }
  }

  /// Numbers and an operator behind them.
  public static func code(_ operands: Int..., then operators: UInt8...) -> [UInt8] {
    operands.flatMap(operand) + operators
  }

  public static func index(_ objects: [[UInt8]]) -> [UInt8] {
    if objects.isEmpty { return numbers(0) }
    var offsets = numbers(1)
    var end = 1
    for object in objects {
      end += object.count
      offsets += numbers(end)
    }
    return numbers(objects.count) + [2] + offsets + objects.flatMap { $0 }
  }

  /// 1 is a square, with a width. 2 has hints, and curves in a local and a global subroutine. 3 is put together from 1, as
  /// the letter A, and 2, as the grave accent. 4 is a flex.
  public static let charstrings: [[UInt8]] = [
    code(then: 14),
    code(-20, 100, 200, then: 21) + code(300, 300, -300, then: 6) + code(then: 14),
    // A stem each way, a mask of one byte that looks like an operator; subroutine 0 is number -107.
    code(10, 20, then: 18) + code(5, 7, then: 19, 14) + code(50, then: 22) + code(-107, then: 10) + code(-107, then: 29)
      + code(then: 14),
    code(40, 60, 65, 193, then: 14),
    code(0, then: 22) + code(10, 20, 30, 40, 50, 60, 70, then: 12, 34) + code(then: 14),
  ]

  public static let localSubroutines = [code(10, 20, 30, 40, 50, 60, then: 8) + code(then: 11)]
  /// A number of 16 and 16 bits: a line of 1.5 to the right.
  public static let globalSubroutines = [[255, 0, 1, 0x80, 0] + code(then: 6) + code(then: 11)]

  /// A table CFF. A font of parts has all its glyphs in part 0.
  public static func compactTable(
    _ charstrings: [[UInt8]] = charstrings, local: [[UInt8]] = localSubroutines, global: [[UInt8]] = globalSubroutines,
    hasParts: Bool = false, selectFormat: UInt8 = 0
  ) -> [UInt8] {
    func dictionary(_ entries: [(operands: [Int], code: [UInt8])]) -> [UInt8] {
      entries.flatMap { entry in
        entry.operands.flatMap { [29] + big(UInt32(truncatingIfNeeded: $0), 4) } + entry.code
      }
    }
    let privateDictionary = dictionary([([6], [19])])
    func table(_ charset: Int, _ glyphs: Int, _ own: Int, _ parts: Int, _ select: Int) -> (all: [UInt8], starts: [Int])
    {
      let ownEntry = ([privateDictionary.count, own], [UInt8(18)])
      let top = dictionary(
        (hasParts ? [([0, 0, 0], [12, 30])] : []) + [([charset], [15]), ([glyphs], [17])]
          + (hasParts ? [([parts], [12, 36]), ([select], [12, 37])] : [ownEntry]))
      let ranges =
        selectFormat == 0
        ? [0] + [UInt8](repeating: 0, count: charstrings.count) : [3] + numbers(1, 0) + [0] + numbers(charstrings.count)
      let pieces: [[UInt8]] = [
        [1, 0, 4, 1] + index([Array("Tiny".utf8)]) + index([top]) + index([]) + index(global),
        // The names of glyphs 1 to 4: A, grave, and two others.
        [0] + numbers(34, 124, 300, 301), index(charstrings), privateDictionary + index(local),
        hasParts ? index([dictionary([ownEntry])]) : [], hasParts ? ranges : [],
      ]
      var starts = [0]
      for piece in pieces { starts.append(starts[starts.count - 1] + piece.count) }
      return (pieces.flatMap { $0 }, starts)
    }
    // All numbers have the same size, so that the places are those of a first attempt.
    let starts = table(0, 0, 0, 0, 0).starts
    return table(starts[1], starts[2], starts[3], starts[4], starts[5]).all
  }

  public static func compact(_ table: [UInt8] = compactTable(), glyphs: Int = charstrings.count) -> [UInt8] {
    file(
      compactVersion,
      [
        ("CFF ", table), ("head", head()), ("maxp", maxp(glyphs)), ("hhea", hhea(1)), ("hmtx", numbers(600, 0)),
        ("cmap", cmap(0, 4, groups)),
      ])
  }
}
