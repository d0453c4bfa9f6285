import CRaster
import Geometry

/// A tile of a mask and the slot in which the mask keeps it.
struct InkedTile {
  let tile: Tile
  let slot: Int

  /// The center of a pixel of the tile, given its index 0...4095, in pixels of the picture.
  func center(of pixel: Int) -> Point {
    Point(
      Double(tile.column * Tile.side + pixel % Tile.side) + 0.5, Double(tile.row * Tile.side + pixel / Tile.side) + 0.5)
  }
}

/// Which shapes the partly covered pixels of a mask belong to: what the union rule needs to know.
///
/// A pixel that one shape partly covers keeps that shape's *number*, which leads to the direction of the shape's edge.
/// A pixel that several shapes with different edges partly cover keeps the *part* of it that they cover together: see
/// `PixelPart`. What a set of shapes leaves in a pixel depends neither on their order nor on how often each was drawn.
///
/// Numbers are given tile by tile, 0...254, so that a byte per pixel holds them. A tile that runs out of numbers
/// converts its partly covered pixels to parts and starts counting again.
struct PixelOwners: Sendable {
  /// For each pixel of each slot that is covered: the number of its shape in the tile, or `several`.
  private var numbers: [UInt8] = []
  /// The edges of all shapes drawn so far.
  private var fields: [EdgeField] = []
  /// How many numbers each slot has assigned.
  private var counts: [Int] = []
  /// For each slot and number, the index of the shape's edge in `fields`.
  private var fieldsByNumber: [Int32] = []
  /// The parts of the pixels that several shapes cover: 16 at a time, for 16 pixels in a row.
  private var parts: [PixelPart] = []
  /// For each 16 parts, the 16 pixels to which they belong.
  private var partOwners: [Int] = []
  /// For each 16 pixels of each slot, the index of their first part. Valid if `partOwners` points back: clearing this
  /// array for each stroke would cost more.
  private var firstParts: [Int32] = []
  /// Scratch memory in which a kernel reports pixels.
  private var meetings: [raster_meeting] = []

  /// Whether parts have samples of thin cones. Then each of them counts: parts are joined at any coverage, and their
  /// sizes are rounded to the nearest.
  var isExact = false

  private static let several = UInt8.max
  /// Those of 16 pixels.
  private static let emptyParts = [PixelPart](repeating: PixelPart(), count: 16)
  /// How many numbers a tile can assign.
  private static let numberLimit = Int(several)

  /// Up to this coverage, 0...255, a shape has no part of a pixel.
  private var least: UInt8 { isExact ? 0 : PixelPart.least }

  /// The bytes that a slot takes.
  static let tileBytes = CanvasTile.pixels + CanvasTile.pixels / 16 * 4 + (numberLimit + 1) * 4

  /// Takes memory for as many slots. It is not touched before they are prepared.
  mutating func reserve(slots count: Int) {
    numbers.reserveCapacity(count * CanvasTile.pixels + Int(RASTER_OVERHANG))
    firstParts.reserveCapacity(count * CanvasTile.pixels / 16)
    fieldsByNumber.reserveCapacity(count * (PixelOwners.numberLimit + 1))
  }

  /// Prepares a slot for its first shape. Slots are prepared in ascending order.
  mutating func prepare(slot: Int) {
    if counts.count <= slot {
      let count = slot + 1
      // The kernels read and write back groups of eight pixels, of which the last one may begin at the last pixel.
      numbers.append(
        contentsOf: repeatElement(0, count: count * CanvasTile.pixels + RASTER_OVERHANG - numbers.count))
      firstParts.append(contentsOf: repeatElement(0, count: count * CanvasTile.pixels / 16 - firstParts.count))
      fieldsByNumber.append(
        contentsOf: repeatElement(0, count: count * (PixelOwners.numberLimit + 1) - fieldsByNumber.count))
      counts.append(contentsOf: repeatElement(0, count: count - counts.count))
      if meetings.isEmpty {
        meetings = Array(repeating: raster_meeting(first_pixel: 0, coverage: 0), count: RASTER_MEETINGS)
      }
    }
    counts[slot] = 0
  }

  /// Forgets all shapes; the slots keep their memory.
  mutating func removeAll() {
    fields.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    partOwners.removeAll(keepingCapacity: true)
  }

  // MARK: Shapes

  /// Adds a shape's edge and returns its index, with which the shape is then drawn tile by tile.
  @inline(always)
  mutating func add(_ field: EdgeField) -> Int {
    fields.append(field)
    return fields.count - 1
  }

  /// Gives a shape a number in a tile.
  @inline(always)
  mutating func number(of field: Int, in tile: InkedTile, _ storage: MaskTiles) -> UInt8 {
    if counts[tile.slot] == PixelOwners.numberLimit { reclaimNumbers(in: tile, storage) }
    let count = counts[tile.slot]
    fieldsByNumber[tile.slot &* (PixelOwners.numberLimit &+ 1) &+ count] = Int32(truncatingIfNeeded: field)
    counts[tile.slot] = count &+ 1
    return UInt8(truncatingIfNeeded: count)
  }

  /// Converts all partly covered pixels of a tile to parts, so that no number is in use.
  @inline(never)
  private mutating func reclaimNumbers(in tile: InkedTile, _ storage: MaskTiles) {
    for pixel in 0..<CanvasTile.pixels {
      let coverage = storage[tile.slot, pixel]
      // With less coverage a pixel has no part, and its owner is never looked up.
      if coverage > least, coverage != 255 { makePart(at: pixel, of: tile, covering: coverage) }
    }
    counts[tile.slot] = 0
  }

  private func field(of number: UInt8, inSlot slot: Int) -> EdgeField {
    fields[Int(fieldsByNumber[slot * (PixelOwners.numberLimit + 1) + Int(number)])]
  }

  /// Draws a shape in a tile with a kernel in C.
  /// - Parameters:
  ///   - field: The index of the shape's edge.
  ///   - rows: The rows of the tile that may change.
  @inline(always)
  mutating func join(
    _ kernel: some TileKernel, _ field: Int, in tile: InkedTile, _ rows: Range<Int>, to storage: inout MaskTiles
  ) {
    let (number, least) = (number(of: field, in: tile, storage), least)
    let count = storage.withBytes(of: tile.slot) { bytes in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        unsafe meetings.withUnsafeMutableBufferPointer { meetings in
          guard let first = numbers.baseAddress else { return 0 }
          var owners = unsafe raster_owners(
            shapes: first + tile.slot &* CanvasTile.pixels, meetings: meetings.baseAddress, count: 0, shape: number,
            least: least)
          unsafe kernel.join(rows, of: tile.tile, bytes, &owners)
          return unsafe Int(owners.count)
        }
      }
    }
    if count > 0 { joinMeetings(count, of: number, in: tile, to: &storage) }
  }

  // MARK: Pixels

  /// Draws the pixels that a kernel has left to the caller, because other shapes partly cover them too.
  @inline(never)
  private mutating func joinMeetings(
    _ count: Int, of number: UInt8, in tile: InkedTile, to storage: inout MaskTiles
  ) {
    for i in 0..<count {
      let meeting = meetings[i]
      var left = meeting.coverage
      while left != 0 {
        let lane = left.trailingZeroBitCount & 0x38
        let coverage = UInt8(truncatingIfNeeded: left &>> UInt64(lane))
        left &= ~(0xFF &<< UInt64(lane))
        let pixel = Int(meeting.first_pixel) + lane / 8
        join(coverage, of: number, at: pixel, of: tile, to: &storage[tile.slot, pixel])
      }
    }
  }

  /// Adds a shape's coverage of one pixel.
  /// - Parameters:
  ///   - coverage: The shape's coverage, 1...255.
  ///   - number: The shape's number in the tile.
  ///   - pixel: The pixel's index in the tile, 0...4095.
  ///   - below: The pixel's coverage, which is updated.
  @inline(__always)
  mutating func join(
    _ coverage: UInt8, of number: UInt8, at pixel: Int, of tile: InkedTile, to below: inout UInt8
  ) {
    let index = tile.slot * CanvasTile.pixels + pixel
    let known = numbers[index]
    guard below > least, below != 255, coverage > least, coverage != 255 else {
      return joinLarger(coverage, of: number, at: index, to: &below)
    }
    let center = tile.center(of: pixel)
    let edge = field(of: number, inSlot: tile.slot).direction(at: center)
    if known != PixelOwners.several {
      let other = field(of: known, inSlot: tile.slot).direction(at: center)
      // With edges in the same direction, one part contains the other.
      guard other != edge else { return joinLarger(coverage, of: number, at: index, to: &below) }
      setPart(PixelPart(coverage: below, edge: other), at: index)
    }
    joinPart(PixelPart(coverage: coverage, edge: edge), coverage, at: index, to: &below)
  }

  /// Keeps the larger coverage and its owner.
  @inline(__always)
  private mutating func joinLarger(_ coverage: UInt8, of number: UInt8, at index: Int, to below: inout UInt8) {
    guard coverage > below else { return }
    // A pixel of several shapes stays one.
    if numbers[index] != PixelOwners.several || below == 0 || coverage == 255 { numbers[index] = number }
    below = coverage
  }

  /// Adds a part to the part that a pixel of several shapes has.
  private mutating func joinPart(_ part: PixelPart, _ coverage: UInt8, at index: Int, to below: inout UInt8) {
    let partIndex = Int(firstParts[index / 16]) + index % 16
    parts[partIndex].formUnion(part)
    below = Swift.max(below, coverage, parts[partIndex].coverage(isRounded: isExact))
  }

  /// Adds a part of one pixel.
  /// - Parameters:
  ///   - coverage: What is known of the coverage apart from the part, 0...255.
  ///   - below: The pixel's coverage, which is updated.
  mutating func join(_ part: PixelPart, _ coverage: UInt8, at pixel: Int, of tile: InkedTile, to below: inout UInt8) {
    guard below != 255 else { return }
    let index = tile.slot * CanvasTile.pixels + pixel
    if below == 0 {
      setPart(part, at: index)
      below = Swift.max(coverage, part.coverage(isRounded: isExact))
    } else {
      makePart(at: pixel, of: tile, covering: below)
      joinPart(part, coverage, at: index, to: &below)
    }
  }

  /// Makes a pixel that one shape partly covers one of several shapes. Its shape's number is then no longer needed.
  private mutating func makePart(at pixel: Int, of tile: InkedTile, covering coverage: UInt8) {
    let index = tile.slot * CanvasTile.pixels + pixel
    let known = numbers[index]
    guard known != PixelOwners.several else { return }
    let edge = field(of: known, inSlot: tile.slot).direction(at: tile.center(of: pixel))
    setPart(PixelPart(coverage: coverage, edge: edge), at: index)
  }

  /// Makes a pixel one of several shapes, with this part.
  private mutating func setPart(_ part: PixelPart, at index: Int) {
    let row = index / 16
    let first = Int(firstParts[row])
    if first / 16 >= partOwners.count || partOwners[first / 16] != row {
      firstParts[row] = Int32(parts.count)
      parts.append(contentsOf: PixelOwners.emptyParts)
      partOwners.append(row)
    }
    parts[Int(firstParts[row]) + index % 16] = part
    numbers[index] = PixelOwners.several
  }

  // MARK: Other masks

  /// A shape's number in another mask's tile and in this one's.
  private struct NumberPair {
    let other: UInt8
    let own: UInt8
  }

  /// Adds one tile of another mask.
  /// - Parameters:
  ///   - other: The other mask's owners.
  ///   - otherStorage: The other mask's tiles.
  ///   - otherSlot: The tile's slot in the other mask; `slot` is its slot in this one.
  mutating func join(
    _ other: PixelOwners, _ otherStorage: MaskTiles, slot otherSlot: Int, to storage: inout MaskTiles, _ slot: Int,
    of tile: Tile
  ) {
    let tile = InkedTile(tile: tile, slot: slot)
    for rowGroup in 0..<TileBytes.rowGroups {
      let occupancy = otherStorage.occupancy(otherSlot, rowGroup)
      if occupancy != 0 { storage.withBytes(of: slot) { $0.addOccupancy(occupancy, rowGroup) } }
    }
    // Neighboring pixels mostly have the same owner.
    var last: NumberPair?
    otherStorage.forEachCovered(otherSlot) { pixel, coverage in
      if coverage == 255 {
        storage[slot, pixel] = 255
        return
      }
      if counts[slot] == PixelOwners.numberLimit {
        reclaimNumbers(in: tile, storage)
        last = nil
      }
      var below = storage[slot, pixel]
      let otherIndex = otherSlot * CanvasTile.pixels + pixel
      join(coverage, of: other, at: otherIndex, to: &below, at: pixel, of: tile, &last, storage)
      storage[slot, pixel] = below
    }
  }

  /// Adds another mask's coverage of one pixel.
  /// - Parameters:
  ///   - coverage: The other mask's coverage, 1...254.
  ///   - otherIndex: The pixel's index in `other`.
  ///   - below: The pixel's coverage in this mask, which is updated.
  ///   - pixel: The pixel's index in the tile, 0...4095.
  ///   - last: The shape that was looked up last.
  private mutating func join(
    _ coverage: UInt8, of other: PixelOwners, at otherIndex: Int, to below: inout UInt8, at pixel: Int,
    of tile: InkedTile, _ last: inout NumberPair?, _ storage: MaskTiles
  ) {
    let known = other.numbers[otherIndex]
    if known != PixelOwners.several {
      if last?.other != known {
        let field = add(other.field(of: known, inSlot: otherIndex / CanvasTile.pixels))
        last = NumberPair(other: known, own: number(of: field, in: tile, storage))
      }
      guard let last else { return }
      join(coverage, of: last.own, at: pixel, of: tile, to: &below)
      return
    }
    let part = other.parts[Int(other.firstParts[otherIndex / 16]) + otherIndex % 16]
    join(part, coverage, at: pixel, of: tile, to: &below)
  }
}
