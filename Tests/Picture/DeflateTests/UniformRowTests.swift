import TestSupport
import Testing

@testable import Deflate

/// Rows of a byte and many equal ones.
struct UniformRowTests {
  @Test(arguments: [4, 5, 8, 63, 64, 65, 258, 259, 260, 517, 3000, 16_383])
  func `a row that is appended at once is the same block as one that is searched for runs`(count: Int) {
    for (first, byte) in [(0, 0), (0, 255), (0, 7), (9, 9), (9, 0)] as [(UInt8, UInt8)] {
      var (atOnce, searched) = (RunBlock(), RunBlock())
      let ink: [UInt8] = [0, 1, 2, 3, 3, 3, 3, 3, 200]
      let row = [first] + [UInt8](repeating: byte, count: count)
      for bytes in [row, ink, row, row, ink] {
        searched.append(0..<bytes.count, of: bytes + [UInt8](repeating: 1, count: RunBlock.margin))
        if bytes == row, atOnce.canAppendRow(of: count) {
          atOnce.append(first, then: byte, count: count)
        } else {
          atOnce.append(0..<bytes.count, of: bytes + [UInt8](repeating: 1, count: RunBlock.margin))
        }
      }
      atOnce.end()
      searched.end()
      #expect(atOnce.expanded == searched.expanded)
      expectSame(atOnce, searched)
      #expect(atOnce.counts.literalsBeforeLastRun == searched.counts.literalsBeforeLastRun)
      #expect(atOnce.counts.bytes == searched.counts.bytes)
    }
  }

  @Test(arguments: 1..<20 as Range<UInt64>)
  func `rows that are appended together are the same block as one after the other`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let rowBytes = Int.random(in: 1...300, using: &random)
    var bytes: [UInt8] = []
    for _ in 0..<4096 / rowBytes {
      // A filter's number, and runs of few bytes that often continue from the row before.
      bytes.append(0)
      while bytes.count % rowBytes != 0 {
        let length = min(Int.random(in: 1...30, using: &random), rowBytes - bytes.count % rowBytes)
        bytes += [UInt8](repeating: UInt8.random(in: 0...2, using: &random), count: length)
      }
    }
    let padded = bytes + [UInt8](repeating: 1, count: RunBlock.margin)
    var (together, single) = (RunBlock(), RunBlock())
    #expect(together.rowsAtOnce(of: rowBytes) == 4096 / rowBytes)
    together.append(inRowsOf: rowBytes, 0..<bytes.count, of: padded)
    for start in stride(from: 0, to: bytes.count, by: rowBytes) { single.append(start..<start + rowBytes, of: padded) }
    together.end()
    single.end()
    expectSame(together, single)
    #expect(together.counts.literalsBeforeLastRun == single.counts.literalsBeforeLastRun)
    #expect(together.expanded == bytes)
  }

  /// Expects the same literals and runs.
  private func expectSame(_ one: RunBlock, _ other: RunBlock) {
    let (literals, otherLiterals) = (one.literals[..<one.counts.literals], other.literals[..<other.counts.literals])
    #expect(literals == otherLiterals)
    let (runs, otherRuns) = (one.runs[..<one.counts.runs], other.runs[..<other.counts.runs])
    #expect(runs == otherRuns)
  }
}
