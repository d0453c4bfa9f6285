import Testing

@testable import BoardImporters

/// The compressed texts were made with `compressToBase64` of the Python package lzstring 1.0.4; a compressor that was
/// written from the description of the algorithm gives the same.
struct LZStringTests {
  private static let squares = """
    AwAgjCAsIJzgbCATAVhAZkZO9oA4IxhQwlDJox44wZElVkV6850lpMJJipJu80FEjgoA7IniN4EkGJFzBIQRBi86hYB3DBW4MM3AM0pOuEw0Kl
    YYXi8qBcBMqCaMTMi1oyVZEmBwSOjA0BzAEKi8SHYRYiHIeAHIML7BjOhgHuzYGJickI6YvOjyEOiCnHRwPGaQxlDohhR6kFLQkBLcaqAoIRAo
    YEoo7KIdiMyM4rIoMAp2Sm0QuLzwzEvy0PB4enGG8oxi6GZizHBiYhRysxAEvHhIjoK4yrhw2x5qjNeIMDWwdtAYIlNMQSFpwjoeJRgHYaLpfG
    AiIxEUFEIiKDQqM9EdtCGR7EEyEYUJdSBIaCIzJl6plIIZMlsaEdtGB+PByDwSK1+OACkoDKZwMNZAYpCYUHgReyFFRypR4LhbN0nFRCBcWRI9
    GAxDB6fdka40ZLqOA1KT3ETaHYSEDHP4qKEQjl/Id6EjvJlfGRYchaPEGPagA===
    """

  private func text(_ base64: String, limit: Int = 1000) throws(LZString.Failure) -> String {
    try LZString.decompressed(base64: Array(base64.utf8)[...], limit: limit)
  }

  @Test(arguments: [
    ("IZA=", "a"), ("BYUwNmD2A0AEoUkA", "hello, hello"), ("IY18ZJA=", String(repeating: "a", count: 30)),
    ("qemhpzAEgJhGCXQ=", "日本 ← é"), ("rwbmkdw8G4v/tA==", "👋🏽"),
    (squares, (0..<150).map { "\($0 * $0)" }.joined(separator: " ")),
  ]) func `texts are those that were compressed`(base64: String, expected: String) throws {
    #expect(try text(base64) == expected)
  }

  @Test func `spaces and line breaks do not count`() throws {
    #expect(try text(" BYUw\r\n\r\nNmD2A0\tAEoUkA\n") == "hello, hello")
  }

  @Test func `a text that ends early is cut off`() {
    let letters = Array("BYUwNmD2A0AEoUkA".utf8)
    for count in 0..<letters.count - 1 {
      #expect(throws: LZString.Failure.cutOff) {
        try LZString.decompressed(base64: letters[..<count], limit: 100)
      }
    }
  }

  @Test(arguments: ["BYU-", "BY~w", "////"]) func `other letters and codes without a meaning are damage`(base64: String)
  {
    #expect(throws: LZString.Failure.damaged) { try text(base64) }
  }

  @Test func `a text has at most as many units as the limit`() throws {
    #expect(try text("IY18ZJA=", limit: 30).count == 30)
    #expect(throws: LZString.Failure.tooLong) { try text("IY18ZJA=", limit: 29) }
  }
}
