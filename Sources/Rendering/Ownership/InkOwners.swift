import Geometry
public import Images
public import Ink
import Raster

/// Which element of a drawing each pixel belongs to: the topmost that covers it, erasers among them.
public struct InkOwners {
  public let drawing: Drawing
  private let layout: CanvasLayout
  private var painter: ElementPainter
  private var cover: Canvas
  /// The elements that are there, from the topmost down.
  private let stack: [(element: ElementIndex, area: PixelRect)]

  public init(of drawing: Drawing, layout: CanvasLayout) {
    self.drawing = drawing
    self.layout = layout
    painter = ElementPainter(layout: layout, showsPredictions: false)
    cover = Canvas(width: layout.width, height: layout.height)
    stack = drawing.presentElements.reversed().map { ($0, layout.touchedPixels(drawing.bounds(of: $0))) }
  }

  /// The owners of a tile's pixels that `isWanted` says, by their places in the tile row by row; nil where none covers
  /// a pixel, or it is not wanted.
  mutating func owners(in tile: Tile, of isWanted: [Bool]) -> [ElementIndex?] {
    var owners = [ElementIndex?](repeating: nil, count: isWanted.count)
    var left = isWanted.indices.filter { isWanted[$0] }
    for (element, area) in stack {
      guard !left.isEmpty else { break }
      guard !area.intersection(tile.pixels).isEmpty else { continue }
      cover.release(tile)
      painter.cover(element, of: drawing, in: tile, onto: &cover)
      guard !cover.isBlank(tile) else { continue }
      left.removeAll { place in
        let x = tile.column * Tile.side + place % Tile.side
        let y = tile.row * Tile.side + place / Tile.side
        guard cover[x, y].alpha > 0 else { return false }
        owners[place] = element
        return true
      }
    }
    return owners
  }
}

/// How many of some pixels belong to an element.
public struct OwnerShare: Hashable, Sendable {
  /// The place of the drawing among those that were asked, and of the element in it; nil for pixels that no element
  /// covers.
  public var owner: Owner?
  public var count: Int

  public struct Owner: Hashable, Sendable {
    public var drawing: Int
    public var element: ElementIndex
  }
}

extension InkOwners {
  /// Whose the pixels of some runs are, the largest share first, and last those that nobody owns. Where drawings
  /// disagree it is the element of the highest rank.
  ///
  /// - Parameters:
  ///   - runs: Of the drawings' pictures, which have one size.
  ///   - drawings: One, or two versions of one; elements of the same name are the same.
  public static func shares(of runs: [PixelRun], in drawings: inout [InkOwners]) -> [OwnerShare] {
    var wanted: [Tile: [Bool]] = [:]
    for run in runs {
      for x in run.columns {
        let tile = Tile(column: x / Tile.side, row: run.row / Tile.side)
        wanted[tile, default: Array(repeating: false, count: Tile.side * Tile.side)][
          run.row % Tile.side * Tile.side + x % Tile.side] = true
      }
    }
    var counts: [OwnerShare.Owner?: Int] = [:]
    for (tile, isWanted) in wanted.sorted(by: { $0.key < $1.key }) {
      var best = [OwnerShare.Owner?](repeating: nil, count: isWanted.count)
      for number in drawings.indices {
        for (place, element) in drawings[number].owners(in: tile, of: isWanted).enumerated() {
          guard let element else { continue }
          let rank = drawings[number].drawing.elements[element].rank
          if let other = best[place], drawings[other.drawing].drawing.elements[other.element].rank >= rank { continue }
          best[place] = OwnerShare.Owner(drawing: number, element: element)
        }
      }
      for place in isWanted.indices where isWanted[place] { counts[best[place], default: 0] += 1 }
    }
    return merged(counts, drawings)
  }

  /// Adds up what both drawings say of an element, and orders.
  private static func merged(_ counts: [OwnerShare.Owner?: Int], _ drawings: [InkOwners]) -> [OwnerShare] {
    var shares: [String?: OwnerShare] = [:]
    let ordered = counts.sorted { a, b in
      (a.key?.drawing ?? .max, a.key?.element.rawValue ?? .max) < (b.key?.drawing ?? .max, b.key?.element.rawValue ?? .max)
    }
    for (owner, count) in ordered {
      let name = owner.map { drawings[$0.drawing].drawing.elements[$0.element].id }
      shares[name, default: OwnerShare(owner: owner, count: 0)].count += count
    }
    return shares.values.sorted { a, b in
      guard let first = a.owner, let second = b.owner else { return a.owner != nil }
      return (b.count, first.element) < (a.count, second.element)
    }
  }
}
