import TestSupport
import Testing

@testable import Deflate

struct BitWriterTests {
  /// The bits of a writer in order.
  private func bits(_ writer: BitWriter) -> [Bool] {
    bits(of: writer.bytes, count: writer.bitCount)
  }

  /// The first bits of bytes in order.
  private func bits(of bytes: [UInt8], count: Int) -> [Bool] {
    (0..<count).map { (index: Int) -> Bool in
      let byte: UInt8 = bytes[index / 8] >> UInt8(index % 8)
      return byte & 1 == 1
    }
  }

  @Test(arguments: rounds(50))
  func `values, bytes and padding are appended bit by bit in order`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var writer = BitWriter()
    var expected: [Bool] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        let count = Int.random(in: 0...48, using: &random)
        let value = UInt64.random(in: 0...(.max), using: &random) & (1 << UInt64(count) - 1)
        writer.append(value, count: count)
        expected += (0..<UInt64(count)).map { (index: UInt64) -> Bool in value >> index & 1 == 1 }
      case 1:
        let bytes = (0..<Int.random(in: 0...100, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let count = Int.random(in: 0...8 * bytes.count, using: &random)
        writer.append(bytes.span, bits: count)
        expected += bits(of: bytes, count: count)
      default:
        writer.align()
        while expected.count % 8 != 0 { expected.append(false) }
      }
    }
    #expect(bits(writer) == expected)
    let taken = Int.random(in: 0...writer.wholeBytes, using: &random)
    writer.removeFirst(bytes: taken)
    writer.append(0b101, count: 3)
    let rest: [Bool] = expected.dropFirst(8 * taken) + [true, false, true]
    #expect(bits(writer) == rest)
  }
}
