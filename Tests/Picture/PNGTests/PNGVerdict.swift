import Files
import PNG
import Raster
import TestSupport

@testable import Archive

/// The expected result of reading a PNG, decided by a plain decoder that shares only zlib with the reader. It
/// knows files as this package writes them, in which the data of chunks may have been changed: one IDAT chunk, valid
/// checksums.
enum PNGVerdict: Equatable {
  case pixels(Bitmap)
  case notPNG
  case truncated
  case corrupt
  case tooLarge
  case overMemoryLimit
  /// The decoder does not know this kind of file: interlaced, filtered or with 16 bits per channel.
  case unknown

  /// The result of the reader.
  init(reading file: [UInt8], limits: ImageLimits = ImageLimits()) {
    do throws(ImageError) {
      self = .pixels(try readPNG(from: MemorySource(file), limits: limits))
    } catch {
      switch error {
      case .notPNG: self = .notPNG
      case .truncated: self = .truncated
      case .corrupt: self = .corrupt
      case .tooLarge: self = .tooLarge
      case .overMemoryLimit: self = .overMemoryLimit
      default: self = .unknown
      }
    }
  }

  /// The result of the plain decoder.
  init(of file: [UInt8], limits: ImageLimits) {
    let chunks = chunks(of: file)
    func data(_ name: String) -> [UInt8]? { chunks.first { $0.name == name }?.data }
    guard let header = Header(data("IHDR") ?? []), let palette = header.palette(data("PLTE"), data("tRNS")) else {
      self = .corrupt
      return
    }
    guard header.width <= limits.maxWidth, header.height <= limits.maxHeight else {
      self = .tooLarge
      return
    }
    guard 4 * header.width * header.height <= limits.maxBytes else {
      self = .overMemoryLimit
      return
    }
    guard let raw = Self.inflated(data("IDAT") ?? []) else {
      self = .corrupt
      return
    }
    self = header.verdict(raw, palette)
  }

  /// Returns nil unless the data is exactly one valid stream (RFC 1950).
  private static func inflated(_ data: [UInt8]) -> [UInt8]? {
    let header = data.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    guard data.count > 2, header >> 8 & 15 == 8, header >> 12 <= 7, header & 32 == 0, header % 31 == 0,
      let coder = ZlibCoder(.inflate)
    else { return nil }
    coder.append(data[2...])
    var bytes: [UInt8] = []
    guard case .isDone = coder.run(into: &bytes, atMost: 1 << 20) else { return nil }
    return coder.input == TinyPNG.zlib(bytes).suffix(4) ? bytes : nil
  }
}

/// A valid IHDR chunk (PNG, third edition, 11.2.1).
private struct Header {
  var width: Int
  var height: Int
  var depth: Int
  var colorType: Int
  var isInterlaced: Bool

  private static let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 0 }

  init?(_ data: [UInt8]) {
    guard data.count == 13 else { return nil }
    func number(_ start: Int) -> Int { data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height, depth, colorType) = (number(0), number(4), Int(data[8]), Int(data[9]))
    isInterlaced = data[12] == 1
    guard 1..<1 << 31 ~= width, 1..<1 << 31 ~= height, Self.depths[colorType]?.contains(depth) == true,
      data[10] == 0, data[11] == 0, data[12] <= 1
    else { return nil }
  }

  /// The colors of the palette; nil if the chunks do not fit the color type (11.2.2 and 11.3.1.1).
  func palette(_ colors: [UInt8]?, _ alphas: [UInt8]?) -> [UInt32]? {
    if colors != nil, colorType == 0 || colorType == 4 { return nil }
    guard colorType == 3 else {
      let alphaCounts = [0: 2, 2: 6]
      return alphas == nil || alphas?.count == alphaCounts[colorType] ? [] : nil
    }
    guard let colors, colors.count % 3 == 0 else { return nil }
    let count = min(colors.count / 3, 1 << depth)
    let alphas = alphas ?? []
    guard alphas.count <= count else { return nil }
    return (0..<count).map { index in
      let alpha = index < alphas.count ? Int(alphas[index]) : 255
      let color = colors[3 * index..<3 * index + 3].map { Int($0) }
      return alpha == 0 ? 0 : word(color[0], color[1], color[2], alpha)
    }
  }

  func verdict(_ raw: [UInt8], _ palette: [UInt32]) -> PNGVerdict {
    if isInterlaced || depth == 16 { return .unknown }
    let rowBytes = (width * channels * depth + 7) / 8
    guard raw.count == height * (1 + rowBytes) else { return .corrupt }
    var pixels: [UInt32] = []
    for start in stride(from: 0, to: raw.count, by: 1 + rowBytes) {
      guard raw[start] == 0 else { return raw[start] > 4 ? .corrupt : .unknown }
      let row = raw[start + 1..<start + 1 + rowBytes]
      let samples = (0..<width * channels).map { index -> Int in
        let bit = index * depth
        return Int(row[row.startIndex + bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
      }
      for x in 0..<width {
        let values = samples[x * channels..<(x + 1) * channels].map { $0 }
        if colorType == 3 {
          guard values[0] < palette.count else { return .corrupt }
          pixels.append(palette[values[0]])
          continue
        }
        let levels = values.map { $0 * 255 / (1 << depth - 1) }
        let alpha = colorType >= 4 ? levels[levels.count - 1] : 255
        let color = channels < 3 ? [levels[0], levels[0], levels[0]] : levels
        pixels.append(alpha == 0 ? 0 : word(color[0], color[1], color[2], alpha))
      }
    }
    return .pixels(Bitmap(width: width, height: height, pixels: pixels))
  }
}
