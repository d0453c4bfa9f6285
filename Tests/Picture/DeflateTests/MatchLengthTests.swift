import TestSupport
import Testing

@testable import Deflate

struct MatchLengthTests {
  /// For each symbol from 257 on, its first length and its number of extra bits (RFC 1951, 3.2.5).
  static let table = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1), (19, 2),
    (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4), (131, 5),
    (163, 5), (195, 5), (227, 5), (258, 0),
  ]

  @Test func `lengths have the symbols and extra bits of the standard`() {
    for length in 3...258 {
      let index = Self.table.lastIndex { $0.0 <= length } ?? 0
      let parts = MatchLength.parts(of: length)
      #expect(parts.symbol == 257 + index)
      #expect(parts.extraBits == Self.table[index].1)
      #expect(parts.extra == length - Self.table[index].0)
    }
  }

  @Test func `a run is split into matches of valid lengths`() {
    for length in 3...2000 {
      let matches = RunMatches(ofRun: length)
      #expect(matches.longestCount * 258 + matches.first + matches.last == length)
      #expect((matches.first == 0 || 3...258 ~= matches.first) && 3...258 ~= matches.last)
    }
  }
}
