import CRaster
import Geometry

/// Whose the partly covered pixels of a mask are, so that what several shapes cover of one can be united.
///
/// A pixel that one shape covers in part has that shape's number, which tells the direction of its edge. One that
/// several cover in part with edges of different directions has the part of the pixel that they cover together. What a
/// set of shapes leaves of a pixel depends on neither their order nor on how often each was drawn.
struct PixelOwners: Sendable {
  /// Of each pixel of each tile that is covered, in tiles of 4096: the number that a shape has in the tile, or
  /// `several`.
  var shapes: [UInt8] = []
  /// Working memory of the kernels.
  var meetings: [raster_meeting] = []
  private var fields: [EdgeField] = []
  /// How many numbers were given in each tile, and which fields those shapes have.
  private var counts: [Int] = []
  private var fieldsByNumber: [Int32] = []
  /// The parts of pixels that several shapes cover, 16 in a row of pixels together.
  private var parts: [PixelPart] = []
  /// Which 16 pixels have the parts, each 16 of them.
  private var rows: [Int] = []
  /// Where the parts of each 16 pixels of each tile begin; right where one of them is of several shapes.
  private var firstParts: [Int32] = []

  private static let several = UInt8.max
  /// How many numbers there are in a tile.
  private static let numbers = Int(several)

  /// What a tile takes, in bytes.
  static let tileBytes = CanvasTile.pixels + CanvasTile.pixels / 16 * 4 + (numbers + 1) * 4

  /// Readies tile `number`, the last of so many, for its first shape.
  mutating func use(tile number: Int) {
    if counts.count <= number {
      let count = number + 1
      shapes.append(contentsOf: repeatElement(0, count: count * CanvasTile.pixels - shapes.count))
      firstParts.append(contentsOf: repeatElement(0, count: count * CanvasTile.pixels / 16 - firstParts.count))
      fieldsByNumber.append(
        contentsOf: repeatElement(0, count: count * (PixelOwners.numbers + 1) - fieldsByNumber.count))
      counts.append(contentsOf: repeatElement(0, count: count - counts.count))
      if meetings.isEmpty {
        meetings = Array(repeating: raster_meeting(place: 0, coverage: 0), count: RASTER_MEETINGS)
      }
    }
    counts[number] = 0
  }

  mutating func removeAll() {
    fields.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }

  // MARK: Shapes

  /// - Returns: The index of a shape with such edges.
  @inline(always)
  mutating func add(_ field: EdgeField) -> Int {
    fields.append(field)
    return fields.count - 1
  }

  /// Whether a tile has no number left for another shape.
  @inline(always)
  func isFull(tile number: Int) -> Bool { counts[number] == PixelOwners.numbers }

  /// Gives a shape a number in a tile that has one left.
  @inline(always)
  mutating func number(of field: Int, in tile: Int) -> UInt8 {
    let count = counts[tile]
    fieldsByNumber[tile &* (PixelOwners.numbers &+ 1) &+ count] = Int32(truncatingIfNeeded: field)
    counts[tile] = count &+ 1
    return UInt8(truncatingIfNeeded: count)
  }

  /// Takes all numbers of a tile back, when no pixel that is covered in part has one.
  mutating func forgetNumbers(in tile: Int) { counts[tile] = 0 }

  private func field(of shape: UInt8, in tile: Int) -> EdgeField {
    fields[Int(fieldsByNumber[tile * (PixelOwners.numbers + 1) + Int(shape)])]
  }

  // MARK: Pixels

  /// Joins what a shape covers where its kernel has met other shapes.
  /// - Parameters:
  ///   - count: How many meetings there are.
  ///   - tile: Where the tile is, and its number in the mask.
  ///   - bytes: The mask's.
  @inline(never)
  mutating func uniteMeetings(
    _ count: Int, _ shape: UInt8, in tile: Tile, _ number: Int, with bytes: inout [UInt8]
  ) {
    for i in 0..<count {
      let meeting = meetings[i]
      var left = meeting.coverage
      while left != 0 {
        let lane = left.trailingZeroBitCount & 0x38
        let coverage = UInt8(truncatingIfNeeded: left &>> UInt64(lane))
        left &= ~(0xFF &<< UInt64(lane))
        let pixel = Int(meeting.place) + lane / 8
        unite(coverage, of: shape, with: &bytes[number * TileBytes.count + pixel], at: pixel, of: tile, number: number)
      }
    }
  }

  /// Joins what a shape covers of a pixel.
  /// - Parameters:
  ///   - coverage: 1...255.
  ///   - shape: Its number in the tile.
  ///   - below: What was covered, and in return what is now.
  ///   - pixel: Its place in the tile, row by row.
  ///   - tile: Where the tile is, and its number in the mask.
  @inline(__always)
  mutating func unite(
    _ coverage: UInt8, of shape: UInt8, with below: inout UInt8, at pixel: Int, of tile: Tile, number: Int
  ) {
    let index = number * CanvasTile.pixels + pixel
    let known = shapes[index]
    guard below > PixelPart.least, below != 255, coverage > PixelPart.least, coverage != 255 else {
      return join(coverage, of: shape, with: &below, at: index)
    }
    let place = PixelOwners.center(of: pixel, tile)
    let edge = field(of: shape, in: number).direction(at: place)
    if known != PixelOwners.several {
      let other = field(of: known, in: number).direction(at: place)
      // One of the parts holds the other.
      guard other != edge else { return join(coverage, of: shape, with: &below, at: index) }
      own(PixelPart(coverage: below, edge: other), at: pixel, number)
    }
    unite(PixelPart(coverage: coverage, edge: edge), coverage, with: &below, at: pixel, number)
  }

  /// Leaves the larger coverage, and whose it is.
  @inline(__always)
  private mutating func join(_ coverage: UInt8, of shape: UInt8, with below: inout UInt8, at index: Int) {
    guard coverage > below else { return }
    // What several shapes cover together stays theirs.
    if shapes[index] != PixelOwners.several || below == 0 || coverage == 255 { shapes[index] = shape }
    below = coverage
  }

  /// Joins what another mask has of a pixel that it covers in part.
  /// - Parameters:
  ///   - otherIndex: Of the pixel among all of the other's.
  ///   - numbers: Which of the other's shapes was looked up last, and its number here.
  mutating func unite(
    _ coverage: UInt8, from other: PixelOwners, _ otherIndex: Int, with below: inout UInt8, at pixel: Int,
    of tile: Tile, number: Int, _ numbers: inout (other: UInt8, own: UInt8)?
  ) {
    let shape = other.shapes[otherIndex]
    if shape != PixelOwners.several {
      if numbers?.other != shape {
        let field = add(other.field(of: shape, in: otherIndex / CanvasTile.pixels))
        numbers = (shape, self.number(of: field, in: number))
      }
      guard let numbers else { return }
      unite(coverage, of: numbers.own, with: &below, at: pixel, of: tile, number: number)
      return
    }
    let part = other.parts[Int(other.firstParts[otherIndex / 16]) + otherIndex % 16]
    if below == 0 {
      own(part, at: pixel, number)
      below = coverage
      return
    }
    guard below != 255 else { return }
    own(at: pixel, of: tile, number: number, covering: below)
    unite(part, coverage, with: &below, at: pixel, number)
  }

  private mutating func unite(
    _ part: PixelPart, _ coverage: UInt8, with below: inout UInt8, at pixel: Int, _ number: Int
  ) {
    let index = Int(firstParts[(number * CanvasTile.pixels + pixel) / 16]) + pixel % 16
    parts[index].formUnion(part)
    below = Swift.max(below, coverage, parts[index].coverage)
  }

  /// Makes a pixel that is covered in part one of several shapes, of which it has had but one so far: its shape's number
  /// is not needed any more.
  mutating func own(at pixel: Int, of tile: Tile, number: Int, covering coverage: UInt8) {
    let known = shapes[number * CanvasTile.pixels + pixel]
    guard known != PixelOwners.several else { return }
    let edge = field(of: known, in: number).direction(at: PixelOwners.center(of: pixel, tile))
    own(PixelPart(coverage: coverage, edge: edge), at: pixel, number)
  }

  private mutating func own(_ part: PixelPart, at pixel: Int, _ number: Int) {
    let index = number * CanvasTile.pixels + pixel
    let row = index / 16
    let first = Int(firstParts[row])
    // What stands there from an earlier use leads to parts of another row, or to none.
    if first / 16 >= rows.count || rows[first / 16] != row {
      firstParts[row] = Int32(parts.count)
      parts.append(contentsOf: repeatElement(PixelPart(), count: 16))
      rows.append(row)
    }
    parts[Int(firstParts[row]) + pixel % 16] = part
    shapes[index] = PixelOwners.several
  }

  private static func center(of pixel: Int, _ tile: Tile) -> Point {
    Point(
      Double(tile.column * Tile.side + pixel % Tile.side) + 0.5, Double(tile.row * Tile.side + pixel / Tile.side) + 0.5)
  }
}
