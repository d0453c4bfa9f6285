/// A terminal that understands half blocks: it stores the pixels that its cells show.
package struct TerminalEmulator {
  /// Rows from the top; words of `Pixel`, 0 where the terminal's own background shows.
  package private(set) var pixels: [[UInt32]] = []
  /// The characters and control sequences that it does not understand.
  package private(set) var unsupported: [String] = []

  private var row = 0
  private var column = 0
  private var saved = (row: 0, column: 0)
  private var foreground: UInt32 = 0
  private var background: UInt32 = 0

  package init(_ bytes: [UInt8]) { feed(bytes) }

  /// The top left `width` by `height` pixels, 0 where nothing was written.
  package func words(width: Int, height: Int) -> [UInt32] {
    (0..<height).flatMap { (y: Int) -> [UInt32] in
      let row: [UInt32] = y < pixels.count ? pixels[y] : []
      return (0..<width).map { (x: Int) -> UInt32 in x < row.count ? row[x] : 0 }
    }
  }

  package mutating func feed(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\n":
        row += 1
        column = 0
      case "\r": column = 0
      case "\u{1B}": control(&rest)
      case " ": show(background, background)
      case "▀": show(foreground, background)
      case "▄": show(background, foreground)
      default: unsupported.append(String(scalar))
      }
    }
  }

  private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.popFirst() {
    case "7": saved = (row, column)
    case "8": (row, column) = saved
    case "[":
      let parameters = rest.prefix { $0.value < 0x40 }
      rest = rest.dropFirst(parameters.count)
      let numbers = String(parameters).split(separator: ";").compactMap { Int($0) }
      let count = numbers.first ?? 1
      switch rest.popFirst() {
      case "A": row -= count
      case "B": row += count
      case "C": column += count
      case "J": pixels.removeSubrange(min(2 * row, pixels.count)...)
      case "m": paint(numbers)
      case let other: unsupported.append("[\(parameters)\(other.map(String.init) ?? "")")
      }
    case let other: unsupported.append("escape \(other.map(String.init) ?? "")")
    }
  }

  private mutating func paint(_ numbers: [Int]) {
    if numbers == [0] {
      (foreground, background) = (0, 0)
    } else if numbers == [49] {
      background = 0
    } else if numbers.count == 5, numbers[1] == 2, [38, 48].contains(numbers[0]) {
      let color = 0xFF00_0000 | UInt32(numbers[2]) | UInt32(numbers[3]) << 8 | UInt32(numbers[4]) << 16
      if numbers[0] == 38 { foreground = color } else { background = color }
    } else {
      unsupported.append("color \(numbers)")
    }
  }

  private mutating func show(_ top: UInt32, _ bottom: UInt32) {
    while pixels.count < 2 * row + 2 { pixels.append([]) }
    for (y, word) in [(2 * row, top), (2 * row + 1, bottom)] {
      while pixels[y].count <= column { pixels[y].append(0) }
      pixels[y][column] = word
    }
    column += 1
  }
}
