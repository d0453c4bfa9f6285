import Compare
import Files
import Foundation
import PNG
import Raster
import TestSupport
import Testing

private func sha256(_ bytes: [UInt8]) -> String {
  var hash = SHA256()
  hash.update(bytes.span)
  return hash.finalized()
}

struct SHA256Tests {
  /// Examples of FIPS 180 and of NIST's Secure Hash Standard Validation System (SHA256ShortMsg).
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `messages have their published hashes`(message: String, hash: String) {
    #expect(sha256(Array(message.utf8)) == hash)
  }

  @Test(.enabled(if: ExternalProgram.find("sha256sum") != nil, "needs sha256sum"))
  func `messages of all lengths up to several blocks have the hash of sha256sum`() throws {
    let program = try #require(ExternalProgram.find("sha256sum"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededRandom(seed: 1)
    let messages = (0..<200).map { (count: Int) -> [UInt8] in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let files = try messages.enumerated().map { index, message in
      let file = folder.appendingPathComponent("\(index)")
      try Data(message).write(to: file)
      return file.path
    }
    let lines = try ExternalProgram.run(program, files).output.split(separator: "\n")
    let hashes: [String] = lines.map { String($0.prefix(64)) }
    #expect(hashes == messages.map(sha256))
  }

  @Test func `a message may be added as words and bytes in any order`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<100 {
      var hash = SHA256()
      var message: [UInt8] = []
      for _ in 0..<8 {
        let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let words = (0..<Int.random(in: 0...20, using: &random)).map { _ in
          UInt32.random(in: 0...(.max), using: &random)
        }
        hash.update(bytes.span)
        hash.update(littleEndian: words.span)
        message += bytes + words.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
      }
      #expect(hash.finalized() == sha256(message))
    }
  }
}

struct PixelHashTests {
  /// `printf '2x1\n\001\002\003\004\000\000\000\000' | sha256sum`
  @Test func `the hash covers the size and the bytes of the pixels`() {
    let picture = Bitmap(width: 2, height: 1, pixels: [word(1, 2, 3, 4), 0])
    #expect(PixelHash.of(picture) == "2c6ef2ac9622aba466851855546a49ff8b96351224c980a57b036319c6ca56e7")
  }

  @Test func `a picture has the same hash after a PNG round trip, hashed as a whole or by rows`() throws {
    for sample in PNGSample.all {
      let file = try sample.bitmap.png()
      let hash = PixelHash.of(sample.bitmap)
      #expect(PixelHash.of(try readPNG(from: MemorySource(file))) == hash)
      #expect(PixelHash.of(Banded(bitmap: sample.bitmap, bandHeight: 7)) == hash)
      let reader = try PNGRowReader(MemorySource(file))
      var streamed = PixelHash(width: reader.width, height: reader.height)
      var rows: [UInt32] = []
      while try reader.readRows(atMost: 10, into: &rows) > 0 { streamed.update(rows.span) }
      #expect(streamed.finalized() == hash)
    }
  }

  @Test func `pictures of different sizes have different hashes`() {
    let pixels = [UInt32](repeating: 0, count: 12)
    let hashes = [(1, 12), (12, 1), (3, 4), (4, 3)].map {
      PixelHash.of(Bitmap(width: $0.0, height: $0.1, pixels: pixels))
    }
    #expect(Set(hashes).count == 4)
  }
}
