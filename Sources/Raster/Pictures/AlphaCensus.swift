import Geometry

/// Which alphas ink of a single colour has.
struct AlphaCensus {
  /// The ink's colour; nil while there is no ink.
  private(set) var color: UInt32?
  /// Whether the ink may have more than one colour.
  private(set) var hasSeveralColors = false
  private var isThere = [Bool](repeating: false, count: 256)
  /// Whether all alphas are there.
  private var isComplete = false

  var alphas: [Int] { isThere.indices.filter { isThere[$0] } }

  /// Adds the pixels of a tile that are in `area` of the picture.
  mutating func add(_ tile: CanvasTile?, _ area: PixelRect) {
    switch tile {
    case nil:
      isThere[0] = true
    case .plain(let color, let alphas)?:
      hasSeveralColors = hasSeveralColors || self.color ?? color != color
      self.color = color
      if isComplete { return }
      for y in area.minY..<area.maxY { AlphaCensus.add(alphas, y % Tile.side * Tile.side, area.width, &isThere) }
      isComplete = isThere.allSatisfy { $0 }
    case .colored?:
      hasSeveralColors = true
    }
  }

  private static func add(_ alphas: [UInt8], _ first: Int, _ width: Int, _ isThere: inout [Bool]) {
    precondition(first >= 0 && first + width <= alphas.count)
    var isThere = isThere.mutableSpan
    let bytes = unsafe alphas.span.bytes
    var last: UInt64?
    var x = 0
    while x &+ 8 <= width {
      // Flat paper and flat ink need but one look.
      let group = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ x, as: UInt64.self)
      if group != last {
        for lane in 0..<8 as Range<UInt64> { isThere[Int(group &>> (8 &* lane) & 0xFF)] = true }
        last = group
      }
      x &+= 8
    }
    while x < width {
      isThere[Int(alphas[first &+ x])] = true
      x &+= 1
    }
  }
}
