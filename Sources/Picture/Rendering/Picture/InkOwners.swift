import Geometry
import Ink
import Raster

/// Finds the element of a drawing that each pixel belongs to: the topmost that covers it. Erasers own pixels too.
package struct InkOwners {
  package let drawing: Drawing
  private var painter: ElementPainter
  private var cover: Canvas
  /// The present elements from the topmost down, each with the pixels that it may touch.
  private let stack: [(element: ElementIndex, area: PixelRect)]

  package init(of drawing: Drawing, layout: CanvasLayout) {
    self.drawing = drawing
    painter = ElementPainter(layout: layout, showsPredictions: false)
    cover = Canvas(width: layout.width, height: layout.height)
    stack = drawing.presentElements.reversed().map { ($0, layout.touchedPixels(drawing.bounds(of: $0))) }
  }

  /// The owners of a tile's pixels, row by row.
  /// - Parameter isWanted: For each pixel of the tile, whether to find its owner.
  /// - Returns: For each pixel its owner; nil if no element covers it, or if it is not wanted.
  private mutating func owners(in tile: Tile, of isWanted: [Bool]) -> [ElementIndex?] {
    var owners = [ElementIndex?](repeating: nil, count: isWanted.count)
    var left = isWanted.indices.filter { isWanted[$0] }
    for (element, area) in stack {
      guard !left.isEmpty else { break }
      guard !area.intersection(tile.pixels).isEmpty else { continue }
      cover.release(tile)
      painter.cover(element, of: drawing, in: tile, onto: &cover)
      guard !cover.isBlank(tile) else { continue }
      left.removeAll { pixel in
        let x = tile.column * Tile.side + pixel % Tile.side
        let y = tile.row * Tile.side + pixel / Tile.side
        guard cover[x, y].alpha > 0 else { return false }
        owners[pixel] = element
        return true
      }
    }
    return owners
  }
}

/// How many of some pixels belong to one element.
package struct OwnerShare: Hashable, Sendable {
  /// The element; nil for pixels that no element covers.
  package var owner: Owner?
  /// How many pixels belong to it.
  package var count: Int

  package struct Owner: Hashable, Sendable {
    /// Index of the drawing in the array that was given.
    package var drawing: Int
    /// Index of the element in that drawing.
    package var element: ElementIndex
  }
}

extension InkOwners {
  /// The elements that the pixels of some runs belong to, from the largest share to the smallest. Pixels without an
  /// owner come last. If a pixel has different owners in the drawings, it belongs to the one of the highest rank.
  ///
  /// - Parameters:
  ///   - runs: Pixels of the drawings' pictures, which have one size.
  ///   - drawings: One drawing, or versions of one. Elements with the same name count as the same.
  package static func shares(of runs: [PixelRun], in drawings: inout [InkOwners]) -> [OwnerShare] {
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
        for (pixel, element) in drawings[number].owners(in: tile, of: isWanted).enumerated() {
          guard let element else { continue }
          let rank = drawings[number].drawing.elements[element].rank
          if let other = best[pixel], drawings[other.drawing].drawing.elements[other.element].rank >= rank { continue }
          best[pixel] = OwnerShare.Owner(drawing: number, element: element)
        }
      }
      for pixel in isWanted.indices where isWanted[pixel] { counts[best[pixel], default: 0] += 1 }
    }
    return merged(counts, drawings)
  }

  /// Adds up the counts of each element over the drawings, and sorts them.
  private static func merged(_ counts: [OwnerShare.Owner?: Int], _ drawings: [InkOwners]) -> [OwnerShare] {
    var shares: [String?: OwnerShare] = [:]
    let ordered = counts.sorted { a, b in
      (a.key?.drawing ?? .max, a.key?.element.rawValue ?? .max) < (
        b.key?.drawing ?? .max, b.key?.element.rawValue ?? .max
      )
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
