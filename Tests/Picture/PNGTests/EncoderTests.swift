import TestSupport
import Testing

@testable import PNG

/// The encoder of libpng, and the one for builds without it.
struct EncoderTests {
  /// A format of each color type and depth, palettes with and without alpha.
  private static let formats: [PixelFormat] =
    [1, 2, 4, 8].map { .gray(bits: $0) } + [.grayAlpha, .rgb, .rgba]
    + [1, 2, 4, 8].flatMap { bits in
      [palette(1 << bits, translucent: 0), palette(1 << bits, translucent: 1), palette(1, translucent: 1)].map {
        PixelFormat.palette($0, bits: bits)
      }
    } + [.palette(palette(256, translucent: 256), bits: 8)]

  /// Colors in ascending order of alpha, of which the first are not opaque.
  private static func palette(_ count: Int, translucent: Int) -> [UInt32] {
    (0..<count).map { index in
      let alpha = index < translucent ? UInt32(index % 255) : 255
      return alpha << 24 | UInt32(index) << 16 | UInt32(255 - index) << 8 | UInt32(index * 7 & 255)
    }
  }

  private static let options: [PNGOptions] = [
    PNGOptions(), PNGOptions(dpi: 72), PNGOptions(dpi: 5e7),
    PNGOptions(text: [("a", ""), ("Title", "Grüße"), ("Title", "π ≈ 3"), (String(repeating: "k", count: 79), "x")]),
    PNGOptions(dpi: 300, text: [("long", String(repeating: "text\n", count: 50_000))]),
  ]

  private func file<Encoder: PNGEncoding>(
    _ type: Encoder.Type, _ format: PixelFormat, _ metadata: PNGMetadata, width: Int, height: Int
  ) throws -> [UInt8] {
    var encoder = try Encoder(format: format, width: width, height: height)
    try encoder.begin(metadata)
    let pieces: [(name: String, data: [UInt8])] = [
      ("IDAT", []), ("IDAT", [1]), ("IDAT", [UInt8](repeating: 7, count: 70_000)), ("fdAT", [2]),
    ]
    for piece in pieces { try encoder.writeChunk(piece.name, piece.data.span) }
    try encoder.end()
    return encoder.bytes
  }

  @Test(arguments: formats.indices, options.indices)
  func `libpng writes the bytes that are written without it`(format: Int, options: Int) throws {
    let metadata = try PNGMetadata(Self.options[options])
    for (width, height) in [(1, 1), (640, 3), (0x7FFF_FFFF, 1), (1, 0x7FFF_FFFF)] {
      let library = try file(LibraryEncoder.self, Self.formats[format], metadata, width: width, height: height)
      let plain = try file(PlainEncoder.self, Self.formats[format], metadata, width: width, height: height)
      #expect(library == plain)
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (0x8000_0000, 1), (-1, 5)])
  func `no encoder writes a size that a PNG cannot have`(width: Int, height: Int) {
    #expect(throws: ImageError.self) { try LibraryEncoder(format: .rgb, width: width, height: height) }
    #expect(throws: ImageError.self) { try PlainEncoder(format: .rgb, width: width, height: height) }
  }

  @Test func `what libpng refuses is an error in its words`() throws {
    let metadata = try PNGMetadata(PNGOptions())
    var error = try #require(throws: ImageError.self) {
      var encoder = try LibraryEncoder(format: .palette(Self.palette(3, translucent: 0), bits: 1), width: 1, height: 1)
      try encoder.begin(metadata)
    }
    #expect("\(error)".contains("palette"), "\(error)")
    error = try #require(throws: ImageError.self) {
      _ = try LibraryEncoder(format: .gray(bits: 3), width: 1, height: 1)
    }
    #expect("\(error)".contains("IHDR"), "\(error)")
  }

  @Test func `the pictures of the command come from libpng`() {
    #expect(PNGEncoder.self == LibraryEncoder.self)
  }
}
