import TestSupport
import Testing

@testable import Deflate

struct Adler32Tests {
  /// The reference algorithm, byte by byte (RFC 1950, 8.2).
  private func plain(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }

  private func checksum(_ bytes: [UInt8]) -> Adler32 {
    var checksum = Adler32()
    checksum.append(0..<bytes.count, of: bytes)
    return checksum
  }

  /// `python3 -c 'import zlib; print(hex(zlib.adler32(b"Wikipedia")))'`
  @Test func `a known text has its known checksum`() {
    #expect(checksum(Array("Wikipedia".utf8)).value == 0x11E6_0398)
    #expect(Adler32().value == 1)
  }

  @Test(arguments: rounds(40))
  func `the checksums of parts combine to that of the whole`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let least: UInt8 = seed % 2 == 0 ? 0 : 250
    let bytes = (0..<Int.random(in: 0...70_000, using: &random)).map { _ in
      UInt8.random(in: least...255, using: &random)
    }
    var joined = Adler32()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...9000, using: &random))
      joined.append(checksum(Array(bytes[start..<end])))
      start = end
    }
    #expect(joined.value == plain(bytes))
    #expect(joined == checksum(bytes))
    let part = bytes.count / 3..<bytes.count / 2
    var partial = Adler32()
    partial.append(part, of: bytes)
    #expect(partial.value == plain(bytes[part]))
  }

  @Test func `many bytes of 255 do not overflow`() {
    let bytes = [UInt8](repeating: 255, count: 3_000_001)
    #expect(checksum(bytes).value == plain(bytes))
  }
}
