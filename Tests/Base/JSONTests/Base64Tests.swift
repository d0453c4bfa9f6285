import JSON
import Foundation
import TestSupport
import Testing

struct Base64Tests {
  @Test(arguments: rounds(4))
  func `bytes are encoded as Foundation encodes them, and decode again`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for count in Array(0..<200) + [65_536] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.encoded(bytes.span)
      #expect(text == Array(Data(bytes).base64EncodedData()))
      #expect(try Base64.decoded(text.span) == bytes)
    }
  }

  @Test(arguments: rounds(8))
  func `text that is nearly base64 is accepted only if Foundation accepts it`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let characters = Array("AZaz09+/==Qg \n-_*".utf8)
    var taken = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in characters.randomElement(using: &random)! }
      guard let bytes = try? Base64.decoded(text.span) else { continue }
      taken += 1
      #expect(Data(base64Encoded: Data(text)) == Data(bytes))
      #expect(Base64.encoded(bytes.span) == text, "one text for the same bytes")
    }
    #expect(taken > 100)
  }

  @Test(
    arguments: [
      ("QUJ", Base64Error.truncated(count: 3)),
      ("QUJD QUJD", .invalidCharacter(UInt8(ascii: " "), offset: 4)),
      ("QUJDQU\nJD", .invalidCharacter(10, offset: 6)),
      ("QU-D", .invalidCharacter(UInt8(ascii: "-"), offset: 2)),
      ("=UJD", .invalidCharacter(UInt8(ascii: "="), offset: 0)),
      ("Q===", .invalidCharacter(UInt8(ascii: "="), offset: 1)),
      ("QQ=A", .invalidCharacter(UInt8(ascii: "A"), offset: 3)),
      ("QQ=", .truncated(count: 3)),
      ("QQ", .truncated(count: 2)),
      ("QQ==QUJD", .invalidCharacter(UInt8(ascii: "Q"), offset: 4)),
      ("QQ===", .invalidCharacter(UInt8(ascii: "="), offset: 4)),
      ("QUI==", .invalidCharacter(UInt8(ascii: "="), offset: 4)),
      ("QR==", .unusedBits(offset: 1)),
      ("QUJDQUJ=", .unusedBits(offset: 6)),
      ("é===", .invalidCharacter(0xC3, offset: 0)),
    ] as [(String, Base64Error)])
  func `an error has its offset`(text: String, error: Base64Error) {
    #expect(throws: error) { try Base64.decoded(Array(text.utf8).span) }
  }

  @Test func `a message names the character and its position`() {
    let message = "\(Base64Error.invalidCharacter(UInt8(ascii: "-"), offset: 6))"
    #expect(message.contains("\"-\"") && message.contains("character 7"))
    #expect("\(Base64Error.invalidCharacter(10, offset: 0))".contains("byte 10"))
  }
}
