/// Decodes a sixel image (DEC, VT3xx graphics programming, chapter 14).
package struct SixelDecoder {
  package private(set) var width = 0
  package private(set) var height = 0
  /// Rows from the top; red, green and blue in hundredths, nil where nothing was drawn.
  package private(set) var pixels: [[SIMD3<Int>?]] = []

  package struct Malformed: Error {}

  package init(_ bytes: [UInt8]) throws {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    guard rest.hasPrefix("\u{1B}P"), rest.hasSuffix("\u{1B}\\"), let start = rest.firstIndex(of: "q") else {
      throw Malformed()
    }
    rest = rest[rest.index(after: start)...].dropLast(2)
    var registers: [Int: SIMD3<Int>] = [:]
    var color: SIMD3<Int>?
    var (x, band) = (0, 0)
    func numbers() -> [Int] {
      let digits = rest.prefix { $0.isNumber || $0 == ";" }
      rest = rest.dropFirst(digits.count)
      return digits.split(separator: ";").compactMap { Int($0) }
    }
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        let attributes = numbers()
        guard attributes.count == 4, attributes[0] == attributes[1] else { throw Malformed() }
        (width, height) = (attributes[2], attributes[3])
        pixels = Array(repeating: Array(repeating: nil, count: width), count: height)
      case "#":
        let values = numbers()
        if values.count == 5, values[1] == 2 { registers[values[0]] = SIMD3(values[2], values[3], values[4]) }
        guard let chosen = registers[values[0]] else { throw Malformed() }
        color = chosen
      case "$": x = 0
      case "-": (x, band) = (0, band + 1)
      default:
        let count = character == "!" ? numbers()[0] : 1
        guard let sixel = (character == "!" ? rest.popFirst() : character)?.asciiValue, (63...126).contains(sixel)
        else {
          throw Malformed()
        }
        for bit in 0..<6 where (sixel - 63) >> UInt8(bit) & 1 == 1 {
          for column in x..<x + count {
            guard 6 * band + bit < height, column < width else { throw Malformed() }
            pixels[6 * band + bit][column] = color
          }
        }
        x += count
      }
    }
  }
}
