import Archive
import Files
import TestSupport
import Testing

struct GzipTests {
  /// "hello, hello" as Python's gzip module compresses it.
  private static let hello: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xff, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xd7, 0x51, 0xc8, 0x00,
    0x51, 0x00, 0xff, 0xc5, 0xcc, 0xf3, 0x0c, 0x00, 0x00, 0x00,
  ]

  @Test func `a file of another program is read`() throws {
    #expect(try unzipped(Self.hello) == ("hello, hello", nil))
  }

  private func unzipped(_ bytes: [UInt8], pieces: Int = 1 << 16) throws -> (String, GunzipSource.Damage?) {
    let source = GunzipSource(MemorySource(bytes))
    var output: [UInt8] = []
    while try source.read(into: &output, atMost: pieces) > 0 {}
    return (String(decoding: output, as: UTF8.self), source.damage)
  }

  @Test func `compressed bytes are read again`() throws {
    let text = String(repeating: "stroke after stroke, ", count: 20_000)
    let result = try unzipped(gzip(Array(text.utf8)), pieces: 1000)
    #expect(result.0 == text)
    #expect(result.1 == nil)
  }

  @Test func `members follow each other`() throws {
    let result = try unzipped(gzip(Array("one".utf8)) + gzip(Array(" two".utf8)))
    #expect(result == ("one two", nil))
  }

  @Test func `members follow each other in a source that gives single bytes`() throws {
    let bytes = gzip(Array("one".utf8)) + gzip(Array(" two".utf8))
    let source = GunzipSource(ChunkedSource(bytes, chunk: 1))
    var output: [UInt8] = []
    while try source.read(into: &output, atMost: 100) > 0 {}
    #expect(String(decoding: output, as: UTF8.self) == "one two")
    #expect(source.bytesRead == bytes.count)
  }

  @Test func `a file that is cut off gives the events before the cut`() throws {
    let bytes = (0..<50_000).map { (index: Int) -> UInt8 in
      let step: Int = (index * index / 7) % 90
      return UInt8(33 + step)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let compressed = gzip(Array(text.utf8))
    let result = try unzipped(Array(compressed.prefix(compressed.count / 2)))
    #expect(result.1 == .cutOff)
    #expect(!result.0.isEmpty)
    #expect(text.hasPrefix(result.0))
  }

  @Test(arguments: [1, 3, 100, 1000])
  func `a file that is cut off gives the same, however little is read at a time`(pieces: Int) throws {
    // Long runs: one symbol gives more bytes than the output has room for.
    let contents = [UInt8](repeating: 97, count: 3000) + Array("end".utf8)
    let compressed = gzip(contents)
    for length in 10..<compressed.count {
      let whole = try unzipped(Array(compressed.prefix(length)))
      #expect(try unzipped(Array(compressed.prefix(length)), pieces: pieces) == whole, "\(length) bytes")
    }
  }

  @Test func `a wrong checksum is found`() throws {
    var compressed = gzip(Array("hello, hello".utf8))
    compressed[compressed.count - 6] ^= 1
    #expect(try unzipped(compressed).1 == .corrupt)
  }
}
