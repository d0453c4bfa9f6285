import TestSupport

/// A PNG of any kind, made from samples, and the pixels that the samples represent (PNG, third edition, 6 to 9 and
/// 11.3.1).
struct SampledPNG {
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  var colorType: UInt8
  var bitDepth: Int
  var width: Int
  var height: Int
  var isInterlaced: Bool
  /// The samples of each pixel, one per channel of the color type, row by row.
  var samples: [[Int]]
  /// Red, green, blue and alpha of each entry.
  var palette: [[Int]] = []
  /// The samples of the clear color, for color types 0 and 2.
  var clear: [Int]?

  static let kinds: [(colorType: UInt8, bitDepth: Int)] =
    [1, 2, 4, 8, 16].map { (0, $0) } + [8, 16].map { (2, $0) } + [1, 2, 4, 8].map { (3, $0) }
    + [8, 16].map { (4, $0) } + [8, 16].map { (6, $0) }

  private static let channels: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]

  init(
    _ kind: (colorType: UInt8, bitDepth: Int), width: Int, height: Int, isInterlaced: Bool, hasClear: Bool,
    _ random: inout SeededRandom
  ) {
    (colorType, bitDepth) = kind
    (self.width, self.height, self.isInterlaced) = (width, height, isInterlaced)
    var highest = 1 << bitDepth
    if kind.colorType == 3 {
      highest = Int.random(in: 1...highest, using: &random)
      palette = (0..<highest).map { _ in
        (0..<4).map { $0 < 3 || hasClear ? Int.random(in: 0...255, using: &random) : 255 }
      }
    }
    let channels = Self.channels[kind.colorType] ?? 0
    let pixel = { (random: inout SeededRandom) in
      (0..<channels).map { _ in Int.random(in: 0..<highest, using: &random) }
    }
    let clear = hasClear && (kind.colorType == 0 || kind.colorType == 2) ? pixel(&random) : nil
    self.clear = clear
    samples = (0..<width * height).map { _ in
      let isClear = Int.random(in: 0..<4, using: &random) == 0
      return isClear ? clear ?? pixel(&random) : pixel(&random)
    }
  }

  /// The pixels as words with 8 bits per channel.
  var pixels: [UInt32] {
    samples.map { samples in
      if colorType == 3 {
        let entry = palette[samples[0]]
        return entry[3] == 0 ? 0 : word(entry[0], entry[1], entry[2], entry[3])
      }
      if samples == clear { return 0 }
      let largest = 1 << bitDepth - 1
      let bytes = samples.map { Int((Double($0) * 255 / Double(largest)).rounded()) }
      let alpha = colorType >= 4 ? bytes[bytes.count - 1] : 255
      if alpha == 0 { return 0 }
      return colorType & 2 == 0 ? gray(bytes[0], alpha) : word(bytes[0], bytes[1], bytes[2], alpha)
    }
  }

  /// The file, with random filters.
  func file(_ random: inout SeededRandom) -> TinyPNG {
    var extra: [(name: String, data: [UInt8])] = []
    if colorType == 3 {
      extra.append(("PLTE", palette.flatMap { $0.prefix(3).map { UInt8($0) } }))
      extra.append(("tRNS", palette.map { UInt8($0[3]) }))
    }
    if let clear { extra.append(("tRNS", clear.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })) }
    // The first column and row of each pass, and the steps between columns and rows.
    let passes: [(Int, Int, Int, Int)] =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var rows: [[UInt8]] = []
    for (left, top, right, down) in passes where left < width {
      var above: [UInt8]?
      for y in stride(from: top, to: height, by: down) {
        let row = packed(stride(from: left, to: width, by: right).flatMap { samples[y * width + $0] })
        rows.append(filtered(row, above ?? row.map { _ in 0 }, kind: UInt8.random(in: 0...4, using: &random)))
        above = row
      }
    }
    return TinyPNG(
      colorType: colorType, bitDepth: UInt8(bitDepth), width: width, height: height, rows: rows,
      isInterlaced: isInterlaced, extra: extra)
  }

  private func packed(_ samples: [Int]) -> [UInt8] {
    if bitDepth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    let perByte = 8 / bitDepth
    return stride(from: 0, to: samples.count, by: perByte).map { start in
      (0..<perByte).reduce(0) { byte, index in
        byte << UInt8(bitDepth & 7) | (start + index < samples.count ? UInt8(samples[start + index]) : 0)
      }
    }
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8], kind: UInt8) -> [UInt8] {
    let step = max(1, (Self.channels[colorType] ?? 0) * bitDepth / 8)
    return [kind]
      + row.indices.map { index in
        let left = index < step ? 0 : Int(row[index - step])
        let (up, corner) = (Int(above[index]), index < step ? 0 : Int(above[index - step]))
        let near = left + up - corner
        let distances = [abs(near - left), abs(near - up), abs(near - corner)]
        let nearest = [left, up, corner][distances.firstIndex(of: distances.min() ?? 0) ?? 0]
        return row[index] &- UInt8([0, left, up, (left + up) / 2, nearest][Int(kind)])
      }
  }
}
