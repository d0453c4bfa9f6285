import TestSupport
import Testing

@testable import Deflate

struct MatchLengthTests {
  /// RFC 1951, 3.2.5: the first length of each symbol from 257 on, and its extra bits.
  static let table = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1), (19, 2),
    (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4), (131, 5),
    (163, 5), (195, 5), (227, 5), (258, 0),
  ]

  @Test func `lengths have the symbols and extra bits of the standard`() {
    for length in 3...258 {
      let place = Self.table.lastIndex { $0.0 <= length } ?? 0
      let parts = MatchLength.parts(of: length)
      #expect(parts.symbol == 257 + place)
      #expect(parts.extraBits == Self.table[place].1)
      #expect(parts.extra == length - Self.table[place].0)
    }
  }

  @Test func `a run is cut into matches that are neither too long nor too short`() {
    for length in 3...2000 {
      let (longest, first, last) = RunBlock.matches(of: length)
      #expect(longest * 258 + first + last == length)
      #expect((first == 0 || 3...258 ~= first) && 3...258 ~= last)
    }
  }
}
