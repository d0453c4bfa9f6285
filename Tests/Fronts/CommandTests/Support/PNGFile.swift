import Foundation
import Testing

/// The chunks of a PNG (PNG, third edition, 5.3).
struct PNGFile {
  struct Chunk {
    var name: String
    var data: Data

    /// The big-endian integer of four bytes at `offset`.
    func integer(at offset: Int) -> Int {
      data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private(set) var chunks: [Chunk] = []

  init(_ bytes: Data) throws {
    try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var rest = bytes.dropFirst(8)
    while !rest.isEmpty {
      try #require(rest.count >= 12)
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      try #require(rest.count >= 12 + length)
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      chunks.append(Chunk(name: name, data: rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(12 + length)
    }
    try #require(chunks.first?.name == "IHDR")
    try #require(chunks.last?.name == "IEND")
  }

  func chunk(_ name: String) -> Chunk? {
    chunks.first { $0.name == name }
  }

  /// In pixels.
  var width: Int { chunks[0].integer(at: 0) }
  var height: Int { chunks[0].integer(at: 4) }
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  var colorType: Int { Int(chunks[0].data.dropFirst(9).first ?? 255) }
}
