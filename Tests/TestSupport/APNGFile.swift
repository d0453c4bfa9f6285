import Files
import Geometry
import PNG
import Raster

/// An animated PNG, parsed and composed as the specification defines (PNG, third edition, 11.3.6 and 13.8).
package struct APNGFile {
  package struct Frame {
    package var area: PixelRect
    /// In seconds: a numerator and a denominator.
    package var delay: (numerator: Int, denominator: Int)
    /// Whether it is blended over the previous frame; otherwise it replaces the pixels of its area.
    package var isOver: Bool
    /// The whole picture while this frame is shown.
    package var pixels: [UInt32]
  }

  package struct Malformed: Error {
    package var reason: String
  }

  package private(set) var width = 0
  package private(set) var height = 0
  package private(set) var plays = 0
  package private(set) var frames: [Frame] = []
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  package private(set) var colorType = 0

  private typealias Chunk = (name: String, data: [UInt8])

  package init(_ bytes: [UInt8]) throws {
    let chunks = try Self.chunks(of: bytes)
    try check(chunks.first?.name == "IHDR" && chunks.last?.name == "IEND", "ends")
    let header = chunks[0].data
    width = Self.integer(header, 0)
    height = Self.integer(header, 4)
    colorType = Int(header[9])
    guard let control = chunks.firstIndex(where: { $0.name == "acTL" }) else { throw Malformed(reason: "no acTL") }
    plays = Self.integer(chunks[control].data, 4)
    let before = chunks[..<control].filter { $0.name != "IHDR" }
    try check(!before.contains { $0.name == "IDAT" }, "acTL stands before IDAT")

    var sequence = 0
    var pending: (control: [UInt8], data: [UInt8])?
    for (name, data) in chunks[(control + 1)...] {
      switch name {
      case "fcTL":
        try check(Self.integer(data, 0) == sequence, "sequence")
        sequence += 1
        if let pending { try add(pending.control, pending.data, header, before) }
        pending = (data, [])
      case "IDAT":
        try check(frames.isEmpty && pending != nil, "IDAT is the first frame")
        pending?.data += data
      case "fdAT":
        try check(Self.integer(data, 0) == sequence, "sequence")
        sequence += 1
        pending?.data += data.dropFirst(4)
      case "IEND":
        if let pending { try add(pending.control, pending.data, header, before) }
      default: continue
      }
    }
    try check(frames.count == Self.integer(chunks[control].data, 0), "number of frames")
  }

  private mutating func add(_ control: [UInt8], _ data: [UInt8], _ header: [UInt8], _ before: [Chunk]) throws {
    let (columns, rows) = (Self.integer(control, 4), Self.integer(control, 8))
    let (x, y) = (Self.integer(control, 12), Self.integer(control, 16))
    let area = PixelRect(minX: x, minY: y, maxX: x + columns, maxY: y + rows)
    try check(area.maxX <= width && area.maxY <= height && columns > 0 && rows > 0, "area")
    try check(!frames.isEmpty || area == PixelRect(minX: 0, minY: 0, maxX: width, maxY: height), "first area")
    try check(control[24] == 0, "frames stay")
    try check(control[25] <= (frames.isEmpty ? 0 : 1), "frames replace or are laid over")
    // The frame as a separate PNG.
    let own = Array(control[4..<12]) + header[8...]
    let png =
      Self.signature + Self.chunk("IHDR", own) + before.flatMap { Self.chunk($0.name, $0.data) }
      + Self.chunk("IDAT", data) + Self.chunk("IEND", [])
    let part = try readPNG(from: MemorySource(png))
    var pixels = frames.last?.pixels ?? [UInt32](repeating: 0, count: width * height)
    for row in 0..<rows {
      for column in 0..<columns {
        let (new, index) = (part.pixels[row * columns + column], (y + row) * width + x + column)
        if control[25] == 1 {
          if new >> 24 == 0 { continue }
          // Programs round differently when they blend a translucent pixel with a visible one.
          try check(new >> 24 == 255 || pixels[index] >> 24 == 0, "inexact")
        }
        pixels[index] = new
      }
    }
    let delay = (Int(control[20]) << 8 | Int(control[21]), Int(control[22]) << 8 | Int(control[23]))
    frames.append(Frame(area: area, delay: delay, isOver: control[25] == 1, pixels: pixels))
  }

  private func check(_ condition: Bool, _ reason: String) throws {
    if !condition { throw Malformed(reason: reason) }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func chunks(of bytes: [UInt8]) throws -> [Chunk] {
    guard bytes.starts(with: signature) else { throw Malformed(reason: "signature") }
    var chunks: [Chunk] = []
    var start = 8
    while start < bytes.count {
      let end = start + 12 + integer(bytes, start)
      guard end <= bytes.count else { throw Malformed(reason: "cut off") }
      let data = Array(bytes[start + 8..<end - 4])
      let name = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      guard Array(bytes[start..<end]) == chunk(name, data) else { throw Malformed(reason: "checksum of \(name)") }
      chunks.append((name, data))
      start = end
    }
    return chunks
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return word(UInt32(data.count)) + body + word(checksum(body))
  }

  private static func integer(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func word(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

  /// CRC-32 (PNG, third edition, 5.5), computed byte by byte.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
  }
}
