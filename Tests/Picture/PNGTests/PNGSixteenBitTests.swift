import Files
import TestSupport
import Testing

@testable import PNG

struct PNGSixteenBitTests {
  @Test func `16 bits per channel are kept on request`() throws {
    let png = TinyPNG(
      colorType: 6, bitDepth: 16, width: 2, height: 1,
      rows: [[0, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0, 1, 1, 1, 1, 1, 1, 0, 0]])
    let decoder = try PNGDecoder(MemorySource(png.bytes), limits: ImageLimits(), holdsWhole: false, keeping16Bits: true)
    #expect(decoder.has16Bits)
    var pixels: [UInt64] = [9, 9]
    try decoder.readRows(1, into: &pixels)
    try decoder.finish()
    #expect(pixels == [0xDEF0_9ABC_5678_1234, 0])
  }
}
