import Testing

@testable import Deflate

/// Rows of a byte and many equal ones.
struct UniformRowTests {
  @Test(arguments: [4, 5, 8, 63, 64, 65, 258, 259, 260, 517, 3000, 16_383])
  func `a row that is appended at once is the same block as one that is searched for runs`(count: Int) {
    for (first, byte) in [(0, 0), (0, 255), (0, 7), (9, 9), (9, 0)] as [(UInt8, UInt8)] {
      var (atOnce, searched) = (RunBlock(distance: 1), RunBlock(distance: 1))
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
      #expect(atOnce.literals[..<atOnce.counts.literals] == searched.literals[..<searched.counts.literals])
      #expect(atOnce.runs[..<atOnce.counts.runs] == searched.runs[..<searched.counts.runs])
      #expect(atOnce.counts.literalsBeforeLastRun == searched.counts.literalsBeforeLastRun)
      #expect(atOnce.counts.bytes == searched.counts.bytes)
    }
  }
}
