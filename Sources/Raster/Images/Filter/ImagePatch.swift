/// A part of a picture, ready to reckon with.
struct ImagePatch {
  private(set) var width = 0
  /// Row by row.
  private(set) var pixels: [FloatPixel] = []
  private var minColumn = 0
  private var minRow = 0

  /// Where a pixel of the picture stands in `pixels`.
  @inline(always)
  func place(_ column: Int, _ row: Int) -> Int { (row &- minRow) &* width &+ column &- minColumn }

  /// Takes these columns and rows, which may go beyond the picture: its outermost pixels go on there.
  mutating func load(_ level: ImageLevel, columns: Range<Int>, rows: Range<Int>) {
    (width, minColumn, minRow) = (columns.count, columns.lowerBound, rows.lowerBound)
    let count = width * rows.count
    if pixels.count < count { pixels = Array(repeating: .zero, count: count) }
    for row in rows { level.copyRow(row, columns, into: &pixels, at: (row - minRow) * width) }
  }
}

extension ImageLevel {
  /// Puts a part of a row into `output`, from place `start` on. Beyond the picture its outermost pixels go on.
  func copyRow(_ row: Int, _ columns: Range<Int>, into output: inout [FloatPixel], at start: Int) {
    let row = Swift.min(Swift.max(row, 0), height - 1)
    let pixels = words.span.extracting(row * width..<(row + 1) * width)
    var output = output.mutableSpan
    let inner = columns.clamped(to: 0..<width)
    let (left, right) = (FloatPixel(word: pixels[0]), FloatPixel(word: pixels[width - 1]))
    var place = start
    for column in columns where column < 0 {
      output[place] = left
      place += 1
    }
    for column in inner {
      output[place] = FloatPixel(word: pixels[column])
      place &+= 1
    }
    for column in columns where column >= width {
      output[place] = right
      place += 1
    }
  }
}

extension CubicKernel {
  /// A place no further beyond the edges of a row of `length` pixels than where all weights lie on the outermost one.
  @inline(always)
  func clamped(_ place: Double, length: Int) -> Double {
    let reach = Double(count)
    return Swift.min(Swift.max(place, -reach), Double(length) + reach)
  }
}
