import Files
import Geometry
import Ink
import Raster
import Synchronization

/// Finds the element of a drawing that each pixel belongs to: the topmost that covers it. Erasers own pixels too.
package struct InkOwners {
  package let drawing: Drawing
  private var painter: ElementPainter
  private var cover: Canvas
  /// The present elements from the topmost down.
  private let stack: [Layer]
  /// Those of them that may touch a row of tiles.
  private var rowStack: (row: Int, layers: [Layer]) = (-1, [])

  private struct Layer: Sendable {
    var element: ElementIndex
    var rank: Int
    /// The pixels that it may touch.
    var area: PixelRect
  }

  package init(of drawing: Drawing, layout: CanvasLayout) {
    self.drawing = drawing
    painter = ElementPainter(layout: layout, showsPredictions: false)
    cover = Canvas(width: layout.width, height: layout.height)
    stack = drawing.presentElements.reversed().map { element in
      Layer(
        element: element, rank: drawing.elements[element].rank,
        area: layout.touchedPixels(drawing.bounds(of: element)))
    }
  }

  /// Finds the owners of some pixels of a tile, and calls `body` with the position of each in `pixels`, its owner and the
  /// owner's rank. Pixels without an owner are left out.
  /// - Parameter pixels: Their indices in the tile, row by row.
  fileprivate mutating func findOwners(
    of pixels: [UInt16], in tile: Tile, _ body: (_ position: Int, ElementIndex, _ rank: Int) -> Void
  ) {
    if rowStack.row != tile.row {
      let rows = tile.pixels.minY..<tile.pixels.maxY
      rowStack = (tile.row, stack.filter { $0.area.minY < rows.upperBound && $0.area.maxY > rows.lowerBound })
    }
    var left = Array(pixels.indices)
    for layer in rowStack.layers where !layer.area.intersection(tile.pixels).isEmpty {
      guard !left.isEmpty else { break }
      cover.release(tile)
      painter.cover(layer.element, of: drawing, in: tile, onto: &cover)
      guard let alphas = cover.alphas(of: tile) else { continue }
      left.removeAll { position in
        guard alphas[Int(pixels[position])] > 0 else { return false }
        body(position, layer.element, layer.rank)
        return true
      }
    }
    cover.release(tile)
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
  ///   - threads: The most threads to look on.
  package static func shares(
    of runs: [PixelRun], in drawings: [InkOwners], threads: Int = 1
  ) -> [OwnerShare] {
    let tiles = Self.pixels(of: runs).sorted { $0.key < $1.key }
    guard threads > 1, tiles.count > threads else { return merged(counts(of: tiles[...], in: drawings), drawings) }
    // A row of tiles at a time, for which the elements are the same.
    let starts = tiles.indices.filter { $0 == 0 || tiles[$0 - 1].key.row != tiles[$0].key.row }
    let rows = zip(starts, starts.dropFirst() + [tiles.count]).map { tiles[$0..<$1] }
    let work = Mutex((next: 0, counts: [OwnerShare.Owner?: Int]()))
    parallel(Swift.min(threads, rows.count)) {
      while let row = work.withLock({ work in
        defer { work.next += 1 }
        return work.next < rows.count ? rows[work.next] : nil
      }) {
        let counts = Self.counts(of: row, in: drawings)
        work.withLock { work in
          for (owner, count) in counts { work.counts[owner, default: 0] += count }
        }
      }
    }
    return merged(work.withLock { $0.counts }, drawings)
  }

  /// The indices in each tile of the pixels of some runs, row by row.
  private static func pixels(of runs: [PixelRun]) -> [Tile: [UInt16]] {
    var pixels: [Tile: [UInt16]] = [:]
    for run in runs {
      var start = run.columns.lowerBound
      while start < run.columns.upperBound {
        let tile = Tile(column: start / Tile.side, row: run.row / Tile.side)
        let end = Swift.min(run.columns.upperBound, tile.pixels.maxX)
        let first = run.row % Tile.side * Tile.side - tile.pixels.minX
        pixels[tile, default: []].append(contentsOf: (start..<end).lazy.map { UInt16(first + $0) })
        start = end
      }
    }
    return pixels
  }

  /// How many of the pixels of some tiles each element owns.
  private static func counts(
    of tiles: ArraySlice<(key: Tile, value: [UInt16])>, in drawings: [InkOwners]
  ) -> [OwnerShare.Owner?: Int] {
    var drawings = drawings
    var counts: [OwnerShare.Owner?: Int] = [:]
    for (tile, pixels) in tiles {
      var best = [(owner: OwnerShare.Owner, rank: Int)?](repeating: nil, count: pixels.count)
      for number in drawings.indices {
        drawings[number].findOwners(of: pixels, in: tile) { position, element, rank in
          if let other = best[position], other.rank >= rank { return }
          best[position] = (OwnerShare.Owner(drawing: number, element: element), rank)
        }
      }
      // Neighbors most often have one owner.
      var first = 0
      while first < best.count {
        let owner = best[first]?.owner
        let end = best[first...].firstIndex { $0?.owner != owner } ?? best.count
        counts[owner, default: 0] += end - first
        first = end
      }
    }
    return counts
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
