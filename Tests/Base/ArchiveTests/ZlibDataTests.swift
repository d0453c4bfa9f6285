import Archive
import Testing

struct ZlibDataTests {
  /// "hello, hello" as Python's zlib module compresses it.
  private static let hello: [UInt8] = [
    0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x00, 0x51, 0x00, 0x1C, 0xDA, 0x04, 0x75,
  ]
  private static let text = Array("hello, hello".utf8)

  @Test func `data of another program is read, whatever its checksum and what follows`() {
    #expect(unzlib(Self.hello[...], limit: 12) == Self.text)
    #expect(unzlib(Self.hello.dropLast(4), limit: 12) == Self.text)
    #expect(unzlib((Self.hello + [1, 2, 3])[...], limit: 99) == Self.text)
    #expect(unzlib(([7] + Self.hello).dropFirst(), limit: 99) == Self.text)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func `compressed bytes are read again, up to the limit`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(unzlib(zlib(bytes)[...], limit: count) == bytes)
    #expect(unzlib(zlib(bytes)[...], limit: count - 1) == nil)
  }

  @Test func `data without an end, with another method or a dictionary is damaged`() {
    for count in 0..<13 { #expect(unzlib(Self.hello.prefix(count), limit: 99) == nil) }
    for header in [[0x79, 0x9C], [0x78, 0x9D], [0x78, 0xBB], [0, 0]] as [[UInt8]] {
      #expect(unzlib((header + Self.hello.dropFirst(2))[...], limit: 99) == nil)
    }
    #expect(unzlib([0x78, 0x9C, 0xFF, 0xFF], limit: 99) == nil)
  }
}
