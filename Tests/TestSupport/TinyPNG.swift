/// A PNG that is assembled byte by byte, with pixel data in stored DEFLATE blocks.
package struct TinyPNG: Sendable {
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  package var colorType: UInt8
  package var bitDepth: UInt8
  package var width: Int
  package var height: Int
  /// The packed rows, each after its filter byte; for an interlaced picture, the rows of all passes.
  package var rows: [[UInt8]]
  package var isInterlaced = false
  /// Chunks between IHDR and IDAT.
  package var extra: [(name: String, data: [UInt8])] = []

  package init(
    colorType: UInt8, bitDepth: UInt8, width: Int, height: Int, rows: [[UInt8]], isInterlaced: Bool = false,
    extra: [(name: String, data: [UInt8])] = []
  ) {
    (self.colorType, self.bitDepth) = (colorType, bitDepth)
    (self.width, self.height) = (width, height)
    (self.rows, self.isInterlaced, self.extra) = (rows, isInterlaced, extra)
  }

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package var bytes: [UInt8] {
    let header =
      Self.bigEndian(width) + Self.bigEndian(height) + [bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0]
    return Self.signature + Self.chunk("IHDR", header) + extra.flatMap { Self.chunk($0.name, $0.data) }
      + Self.chunk("IDAT", Self.zlib(rows.flatMap { $0 })) + Self.chunk("IEND", [])
  }

  package static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return bigEndian(data.count) + named + bigEndian(Int(crc(named)))
  }

  package static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
  package static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    let (a, b) = data.reduce((1, 0)) { sums, byte in
      let a = (sums.0 + Int(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
    return stream + bigEndian(b << 16 | a)
  }

  /// CRC-32 of ISO 3309, bit by bit.
  package static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}

/// The chunks of a PNG file; `start` is the offset of the chunk in the file.
package func chunks(of file: [UInt8]) -> [(name: String, data: [UInt8], start: Int)] {
  var result: [(name: String, data: [UInt8], start: Int)] = []
  var position = 8
  while position + 12 <= file.count {
    let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    let name = String(decoding: file[position + 4..<position + 8], as: UTF8.self)
    result.append((name, Array(file[position + 8..<position + 8 + length]), position))
    position += 12 + length
  }
  return result
}
