import Geometry

/// How much of each pixel one stroke's ink covers, 0...255, in tiles where there is any.
///
/// Ink is joined by the maximum, which is commutative, associative and idempotent: neither the order of the cones,
/// nor drawing one twice, nor cutting a stroke into batches changes a byte.
public struct Mask: Sendable {
  let area: PixelRect
  private var grid: TileGrid
  /// The tiles in use, in the order in which ink reached them; the tile's number is its place here.
  public private(set) var tiles: [Tile] = []
  /// Tile after tile, each as `TileBytes` says.
  private var bytes: [UInt8] = []
  /// Working memory of `join`.
  private var shapes: [ConeShape] = []

  /// The mask takes memory for no more tiles than this; ink beyond it is left out.
  public let tileLimit: Int
  /// Whether ink was left out.
  public private(set) var isOverfull = false

  /// What a tile takes, in bytes.
  public static let tileBytes = TileBytes.count

  /// A mask without ink, of a picture of `width` by `height` pixels.
  public init(width: Int, height: Int, tileLimit: Int = .max) {
    area = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    grid = TileGrid(width: width, height: height)
    self.tileLimit = tileLimit
  }

  public var isEmpty: Bool { tiles.isEmpty }

  /// Adds the ink of cones each of which continues where the one before it ended.
  /// - Parameters:
  ///   - chain: In pixels, of radii over 0.
  ///   - clip: The pixels that may change, rounded up to tiles; nil for all.
  public mutating func join(_ chain: [RoundCone], within clip: PixelRect? = nil) {
    // Taken out, so that the memory is used again.
    var shapes: [ConeShape] = []
    swap(&shapes, &self.shapes)
    shapes.removeAll(keepingCapacity: true)
    // Not by the clip: the shapes of a cone are the same whatever part of it is drawn.
    for cone in chain { ConeShape.append(cone, within: area, to: &shapes) }
    let clip = clip?.intersection(area) ?? area
    var overlap = 0.0
    for i in shapes.indices { overlap = join(shapes, i, overlap: overlap, clip) }
    swap(&shapes, &self.shapes)
  }

  /// How far bodies go on beyond their ends, in pixels, so that rounding leaves no pixel between two pieces of a line.
  private static let leastOverlap = 0.001

  /// Joins shape `i` of a chain.
  /// - Parameter overlap: How far the body goes on behind its start.
  /// - Returns: How far the next body does.
  private mutating func join(_ shapes: [ConeShape], _ i: Int, overlap: Double, _ clip: PixelRect) -> Double {
    let isLast = i + 1 == shapes.count
    let after = isLast ? nil : shapes[i].overlap(with: shapes[i + 1])
    if after == nil || !shapes[i].cone.continues || shapes[i].body == .none {
      joinCaps(of: shapes[i], before: isLast ? nil : shapes[i + 1], endIsOpen: after == nil, clip)
    }
    guard shapes[i].body != .none else { return 0 }
    let pixels = clip.covering(shapes[i].bodyBounds)
    guard !pixels.isEmpty else { return after ?? 0 }
    if shapes[i].body == .strip {
      let kernel = StripKernel(
        shapes[i], before: overlap + Mask.leastOverlap, after: (after ?? 0) + Mask.leastOverlap)
      forEachTile(of: shapes[i].cone, in: pixels) { tile, rows, bytes in kernel.join(rows, of: tile, bytes) }
    } else {
      let shape = shapes[i]
      forEachTile(of: shape.cone, in: pixels) { tile, rows, bytes in HullKernel(shape, in: tile).join(rows, bytes) }
    }
    return after ?? 0
  }

  /// Joins the discs at the ends of a shape as far as no body covers them, or the disc that is all of it.
  private mutating func joinCaps(of shape: ConeShape, before next: ConeShape?, endIsOpen: Bool, _ clip: PixelRect) {
    let cone = shape.cone
    if shape.body == .none {
      // A disc inside the one where the cone continues is drawn already.
      let startIsLarger = cone.startRadius >= cone.endRadius
      guard !(cone.continues && startIsLarger) else { return }
      let startIsAll = !cone.continues && startIsLarger
      join(discAt: startIsAll ? cone.start : cone.end, startIsAll ? cone.startRadius : cone.endRadius, nil, nil, clip)
      return
    }
    if !cone.continues {
      join(discAt: cone.start, cone.startRadius, Line(cone.start, shape.startDirection, -shape.bodyStart), nil, clip)
    }
    if endIsOpen {
      // The wedge between this body and the next is left for the cap.
      let wedge = next.flatMap { next in
        next.body == .none ? nil : Line(next.cone.start, next.startDirection, -next.bodyStart)
      }
      let end = Line(cone.end, shape.endDirection * -1, -shape.bodyEnd)
      join(discAt: cone.end, cone.endRadius, end, wedge, clip)
    }
  }

  /// A line at right angles to a direction: what lies further in that direction than `constant` says is left out.
  private struct Line {
    var place: Point
    var direction: Vector
    /// Added to the distance from `place`.
    var constant: Double

    init(_ place: Point, _ direction: Vector, _ constant: Double) {
      self.place = place
      self.direction = direction
      self.constant = constant
    }

    func plane(in tile: Tile) -> Plane { Plane(direction, through: place, constant, in: tile) }
  }

  private mutating func join(discAt center: Point, _ radius: Double, _ a: Line?, _ b: Line?, _ clip: PixelRect) {
    let disc = RoundCone(center: center, radius: radius)
    forEachTile(of: disc, in: clip.covering(disc.touchedBounds)) { tile, rows, bytes in
      let everywhere = Plane(-1, 0, 0)
      DiscKernel(
        center: center, radius: radius, limits: (a?.plane(in: tile) ?? everywhere, b?.plane(in: tile) ?? everywhere),
        in: tile
      ).join(rows, bytes)
    }
  }

  /// Calls `body` with each tile of `pixels` that a cone may touch, the rows of the tile, and its bytes.
  @inline(always)
  private mutating func forEachTile(
    of cone: RoundCone, in pixels: PixelRect,
    _ body: (Tile, Range<Int>, TileBytes) -> Void
  ) {
    cone.eachTile(of: pixels) { tile in
      let known = grid[tile.column, tile.row]
      guard let number = known ?? use(tile) else { return }
      let top = tile.row * Tile.side
      let rows = Swift.max(pixels.minY, top) - top..<Swift.min(pixels.maxY, top + Tile.side) - top
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe body(tile, rows, TileBytes(start + number &* TileBytes.count))
      }
    }
  }

  /// Gives a tile its memory, nil where there is no more. Cleared tiles lie ready behind those in use.
  private mutating func use(_ tile: Tile) -> Int? {
    let number = tiles.count
    guard number < tileLimit else {
      isOverfull = true
      return nil
    }
    tiles.append(tile)
    grid[tile.column, tile.row] = number
    if bytes.count < tiles.count * TileBytes.count {
      bytes.append(contentsOf: repeatElement(0, count: TileBytes.count))
    }
    return number
  }

  /// Takes all ink away; the memory stays.
  public mutating func removeAll() {
    for number in tiles.indices {
      clear(number)
      grid[tiles[number].column, tiles[number].row] = nil
    }
    tiles.removeAll(keepingCapacity: true)
    isOverfull = false
  }

  /// Takes the ink of one tile away.
  public mutating func clear(_ tile: Tile) {
    if let number = grid[tile.column, tile.row] { clear(number) }
  }

  private mutating func clear(_ number: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe TileBytes(start + number &* TileBytes.count).clear()
    }
  }

  /// Joins another mask's ink in one tile to this one's.
  public mutating func join(_ other: Mask, in tile: Tile) {
    guard let theirs = other.grid[tile.column, tile.row] else { return }
    let known = grid[tile.column, tile.row]
    guard let ours = known ?? use(tile) else { return }
    for row in 0..<Tile.side {
      var note = other.note(theirs, row: row)
      guard note != 0 else { continue }
      setNote(self.note(ours, row: row) | note, ours, row: row)
      while let block = TileBytes.nextBlock(of: &note) {
        let above = other.block(block, theirs, row: row)
        let below = self.block(block, ours, row: row)
        setBlock(below.replacing(with: above, where: above .> below), block, ours, row: row)
      }
    }
  }

  /// The tiles that have had ink in some columns and rows of tiles.
  public func tiles(columns: Range<Int>, rows: Range<Int>) -> [Tile] {
    guard columns.count * rows.count <= tiles.count else {
      return tiles.filter { columns.contains($0.column) && rows.contains($0.row) }
    }
    var result: [Tile] = []
    for row in rows {
      for column in columns where grid[column, row] != nil { result.append(Tile(column: column, row: row)) }
    }
    return result
  }

  /// Whether `tile` has had ink.
  public func hasInk(in tile: Tile) -> Bool { grid[tile.column, tile.row] != nil }

  /// The coverage of one pixel of the picture.
  public func coverage(x: Int, y: Int) -> UInt8 {
    guard let number = grid[x / Tile.side, y / Tile.side] else { return 0 }
    return bytes[number * TileBytes.count + TileBytes.rowStart(y % Tile.side) + x % Tile.side]
  }

  func number(of tile: Tile) -> Int? { grid[tile.column, tile.row] }

  // MARK: Rows of tiles

  /// Which groups of four pixels of a row of tile `number` may hold ink, a bit each.
  @inline(always)
  func note(_ number: Int, row: Int) -> UInt16 {
    unsafe bytes.span.bytes.unsafeLoad(
      fromByteOffset: number &* TileBytes.count &+ TileBytes.noteStart(row), as: UInt16.self)
  }

  /// The coverage of 16 pixels, `block` of a row of tile `number`.
  @inline(always)
  func block(_ block: Int, _ number: Int, row: Int) -> SIMD16<UInt8> {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: Mask.place(block, number, row), as: SIMD16<UInt8>.self)
  }

  @inline(always)
  private mutating func setNote(_ note: UInt16, _ number: Int, row: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(
        of: note, toByteOffset: number &* TileBytes.count &+ TileBytes.noteStart(row), as: UInt16.self)
    }
  }

  @inline(always)
  private mutating func setBlock(_ pixels: SIMD16<UInt8>, _ block: Int, _ number: Int, row: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: pixels, toByteOffset: Mask.place(block, number, row), as: SIMD16<UInt8>.self)
    }
  }

  @inline(always)
  private static func place(_ block: Int, _ number: Int, _ row: Int) -> Int {
    number &* TileBytes.count &+ TileBytes.rowStart(row) &+ 16 &* block
  }
}
