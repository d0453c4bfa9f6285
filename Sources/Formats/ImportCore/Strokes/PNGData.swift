import Archive
import JSON

/// A picture of a file that stores bare pixels, as the PNG file in base64 that a log holds (PNG specification, third
/// edition).
package enum PNGData {
  /// - Parameter pixels: Red, green, blue and alpha of each pixel, row by row from the top; straight alpha.
  package static func base64(width: Int, height: Int, pixels: [UInt8]) -> String {
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + height)
    for row in 0..<height {
      // No filter.
      rows.append(0)
      let start: Int = row * width * 4
      rows += pixels[start..<start + width * 4]
    }
    // 8 bits a channel, with alpha.
    let header: [UInt8] = bytes(width) + bytes(height) + [8, 6, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", header)
    file += chunk("IDAT", zlib(rows))
    file += chunk("IEND", [])
    return String(decoding: Base64.encoded(file.span), as: UTF8.self)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bytes(data.count) + content + bytes(Int(crc32(content[...])))
  }

  private static func bytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
