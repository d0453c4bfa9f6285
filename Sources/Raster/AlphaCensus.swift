import Geometry

/// Which alphas ink of a single colour has.
struct AlphaCensus {
  /// The ink's colour; nil while there is no ink.
  private(set) var color: UInt32?
  /// Whether the ink has colours of which this cannot tell.
  private(set) var isHopeless = false
  private var isThere = [Bool](repeating: false, count: 256)
  /// How many alphas there are.
  var count: Int { isThere.count { $0 } }
  var alphas: [Int] { isThere.indices.filter { isThere[$0] } }

  /// Adds the pixels of a tile that are in `area` of the picture.
  mutating func add(_ tile: CanvasTile?, _ area: PixelRect) {
    switch tile {
    case nil:
      isThere[0] = true
    case .plain(let color, let alphas)?:
      isHopeless = isHopeless || self.color ?? color != color
      self.color = color
      for y in area.minY..<area.maxY { AlphaCensus.add(alphas, y % Tile.side * Tile.side, area.width, &isThere) }
    case .colored?:
      isHopeless = true
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
