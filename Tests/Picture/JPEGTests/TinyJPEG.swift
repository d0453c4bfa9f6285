/// Writes JPEG files of chosen coefficients, in one sequential scan or in one for each component.
struct TinyJPEG {
  struct Component {
    var identifier: Int
    var horizontal = 1
    var vertical = 1
    /// The blocks of all MCUs by rows: coefficients in zigzag order, of which the last ones may be left out.
    var blocks: [[Int]] = []
  }

  var width: Int
  var height: Int
  var components: [Component]
  var factors = [Int](repeating: 1, count: 64)
  var isInterleaved = true
  /// The number of MCUs between restart markers.
  var interval = 0
  /// Segments before the frame.
  var extra: [UInt8] = []
  /// The marker of the frame, and the bits of a sample.
  var kind: UInt8 = 0xC0
  var precision = 8

  /// A gray picture of blocks that have nothing but a mean.
  init(width: Int, height: Int, means: [Int]) {
    (self.width, self.height) = (width, height)
    components = [Component(identifier: 1, blocks: means.map { [$0] })]
  }

  /// - Parameter sampling: The factors of each component.
  init(width: Int, height: Int, identifiers: [Int] = [1, 2, 3], sampling: [(Int, Int)] = [(1, 1), (1, 1), (1, 1)]) {
    (self.width, self.height) = (width, height)
    components = zip(identifiers, sampling).map { Component(identifier: $0, horizontal: $1.0, vertical: $1.1) }
  }

  // MARK: Sizes

  private var mcuWidth: Int { 8 * (components.map(\.horizontal).max() ?? 1) }
  private var mcuHeight: Int { 8 * (components.map(\.vertical).max() ?? 1) }
  private var columns: Int { (width + mcuWidth - 1) / mcuWidth }
  private var rows: Int { (height + mcuHeight - 1) / mcuHeight }

  /// The number of columns and rows of a component's blocks in all MCUs.
  func blocks(of component: Int) -> (columns: Int, rows: Int) {
    (columns * components[component].horizontal, rows * components[component].vertical)
  }

  // MARK: Segments

  static let start: [UInt8] = [0xFF, 0xD8]
  static let end: [UInt8] = [0xFF, 0xD9]

  static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
    [0xFF, marker] + uint16(contents.count + 2) + contents
  }

  static func uint16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }

  /// Symbols of codes of one length, in ascending order.
  static func huffmanTable(_ number: UInt8, length: Int, _ symbols: [UInt8]) -> [UInt8] {
    var counts = [UInt8](repeating: 0, count: 16)
    counts[length - 1] = UInt8(symbols.count)
    return segment(0xC4, [number] + counts + symbols)
  }

  /// The symbols of means have 4 bits, those of other coefficients 8.
  private static let meanSymbols = [UInt8](0...11)
  private static let symbols: [UInt8] =
    [0x00, 0xF0]
    + (0..<16).flatMap { (run: UInt8) -> [UInt8] in (1...10).map { (size: UInt8) -> UInt8 in run << 4 | size } }

  var quantizationTable: [UInt8] {
    let isWide = factors.contains { $0 > 255 }
    return Self.segment(0xDB, [isWide ? 0x10 : 0] + factors.flatMap { isWide ? Self.uint16($0) : [UInt8($0)] })
  }

  var frame: [UInt8] {
    var contents = [UInt8(precision)]
    contents += Self.uint16(height) + Self.uint16(width)
    contents.append(UInt8(components.count))
    for component in components {
      contents += [UInt8(component.identifier), UInt8(component.horizontal << 4 | component.vertical), 0]
    }
    return Self.segment(kind, contents)
  }

  /// Everything before the first scan.
  var header: [UInt8] {
    let restart = interval > 0 ? Self.segment(0xDD, Self.uint16(interval)) : []
    return Self.start + extra + quantizationTable + frame + Self.huffmanTable(0, length: 4, Self.meanSymbols)
      + Self.huffmanTable(0x10, length: 8, Self.symbols) + restart
  }

  var bytes: [UInt8] {
    let scans = isInterleaved ? scan(Array(components.indices)) : components.indices.flatMap { scan([$0]) }
    return header + scans + Self.end
  }

  // MARK: Scans

  private func scan(_ indices: [Int]) -> [UInt8] {
    var contents = [UInt8(indices.count)]
    for index in indices { contents += [UInt8(components[index].identifier), 0] }
    var result = Self.segment(0xDA, contents + [0, 63, 0])
    var bits = Bits()
    var means = [Int](repeating: 0, count: components.count)
    for (number, unit) in units(of: indices).enumerated() {
      if interval > 0, number > 0, number % interval == 0 {
        result += bits.flushed() + [0xFF, 0xD0 + UInt8((number / interval - 1) % 8)]
        bits = Bits()
        means = means.map { _ in 0 }
      }
      for (component, block) in unit { write(components[component].blocks[block], after: &means[component], to: &bits) }
    }
    return result + bits.flushed()
  }

  /// The blocks of each MCU: the component and the number.
  private func units(of indices: [Int]) -> [[(component: Int, block: Int)]] {
    var units: [[(component: Int, block: Int)]] = []
    if indices.count == 1 {
      let index = indices[0]
      let across = (width * components[index].horizontal + mcuWidth - 1) / mcuWidth
      let down = (height * components[index].vertical + mcuHeight - 1) / mcuHeight
      for y in 0..<down {
        for x in 0..<across { units.append([(index, y * blocks(of: index).columns + x)]) }
      }
      return units
    }
    for row in 0..<rows {
      for column in 0..<columns {
        var unit: [(component: Int, block: Int)] = []
        for index in indices {
          let (horizontal, vertical) = (components[index].horizontal, components[index].vertical)
          for y in row * vertical..<(row + 1) * vertical {
            for x in column * horizontal..<(column + 1) * horizontal {
              unit.append((index, y * blocks(of: index).columns + x))
            }
          }
        }
        units.append(unit)
      }
    }
    return units
  }

  private func write(_ block: [Int], after mean: inout Int, to bits: inout Bits) {
    let length = Self.length(block[0] - mean)
    bits.append(length, 4)
    bits.append(signed: block[0] - mean, length)
    mean = block[0]
    var zeros = 0
    for coefficient in block.dropFirst() {
      if coefficient == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        bits.append(1, 8)
        zeros -= 16
      }
      let length = Self.length(coefficient)
      bits.append(2 + zeros * 10 + length - 1, 8)
      bits.append(signed: coefficient, length)
      zeros = 0
    }
    if zeros > 0 || block.count < 64 { bits.append(0, 8) }
  }

  private static func length(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }
}

/// Bits of a scan, from the highest of a byte down.
private struct Bits {
  private var bits: [Bool] = []

  mutating func append(_ value: Int, _ length: Int) {
    for bit in (0..<length).reversed() { bits.append(value >> bit & 1 == 1) }
  }

  mutating func append(signed value: Int, _ length: Int) {
    append(value < 0 ? value + 1 << length - 1 : value, length)
  }

  /// The bytes, filled up with ones, with a zero behind each byte FF.
  func flushed() -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = (start..<start + 8).reduce(UInt8(0)) { $0 << 1 | ($1 < bits.count && !bits[$1] ? 0 : 1) }
      bytes += byte == 0xFF ? [byte, 0] : [byte]
    }
    return bytes
  }
}
