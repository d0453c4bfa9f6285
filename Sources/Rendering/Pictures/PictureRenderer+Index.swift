import Geometry
import Ink
import Raster

/// Where elements are.
extension PictureRenderer {
  /// Takes a change to an element on the canvas in.
  mutating func follow(_ change: ElementChange, of drawing: Drawing) {
    let element = drawing.elements[change.element]
    highestRank = Swift.max(highestRank, element.rank)
    if change.isWhole {
      dirtyTiles.formUnion(leave(change.element))
      guard element.isPresent else { return }
      dirtyTiles.formUnion(enter(change.element, of: drawing))
      return
    }
    guard element.isPresent, let stroke = element.stroke else { return }
    for revised in change.revisedSpans {
      enter(drawing.strokes[stroke], revised.span, change.element, drawing)
      let covered = layout.touchedPixels(drawing.placed(revised.covered, change.element))
      dirtyTiles.formUnion(index.tiles(in: covered))
    }
  }

  /// Takes an element out of the index.
  /// - Returns: The tiles that it was in.
  mutating func leave(_ ordinal: ElementIndex) -> [Tile] {
    guard ordinal.rawValue < indexed.count else { return [] }
    defer { indexed[ordinal.rawValue] = .none }
    return index.remove(element: ordinal.rawValue, in: indexed[ordinal.rawValue])
  }

  /// Puts all of an element into the index.
  /// - Returns: The tiles that it may touch.
  mutating func enter(_ ordinal: ElementIndex, of drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    if let index = drawing.elements[ordinal].stroke {
      let stroke = drawing.strokes[index]
      for span in stroke.spans.indices { tiles.formUnion(enter(stroke, span, ordinal, drawing)) }
      return tiles
    }
    let pixels = layout.touchedPixels(drawing.bounds(of: ordinal, predicted: showsPredictions))
    note(ordinal, in: pixels)
    let (columns, rows) = Tile.covering(pixels)
    for row in rows {
      for column in columns {
        let tile = Tile(column: column, row: row)
        index.insert(element: ordinal.rawValue, span: 0, in: tile)
        tiles.insert(tile)
      }
    }
    return tiles
  }

  @discardableResult
  mutating func enter(_ stroke: Stroke, _ span: Int, _ ordinal: ElementIndex, _ drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    note(ordinal, in: layout.touchedPixels(drawing.placed(stroke.spans[span].bounds, ordinal)))
    for cone in cones(stroke, span, ordinal, drawing) {
      cone.forEachTile(of: layout.area.covering(cone.touchedBounds)) {
        index.insert(element: ordinal.rawValue, span: span, in: $0)
        tiles.insert($0)
      }
    }
    return tiles
  }

  /// Notes that the index has an element in some pixels.
  mutating func note(_ ordinal: ElementIndex, in pixels: PixelRect) {
    while indexed.count <= ordinal.rawValue { indexed.append(.none) }
    indexed[ordinal.rawValue] = indexed[ordinal.rawValue].union(pixels)
  }

  /// The cones of a settled span, in pixels.
  mutating func cones(_ stroke: Stroke, _ span: Int, _ ordinal: ElementIndex, _ drawing: Drawing) -> [RoundCone] {
    // Taken out, so that the memory is used again.
    var cones = chain
    chain = []
    cones.removeAll(keepingCapacity: true)
    layout.appendCones(of: stroke, span, placed: drawing.placement(of: ordinal)?.similarity, to: &cones)
    return cones
  }
}

extension CanvasLayout {
  /// Adds the cones of a settled span, in pixels.
  func appendCones(of stroke: Stroke, _ span: Int, placed place: Similarity?, to cones: inout [RoundCone]) {
    let first = cones.count
    stroke.appendCones(ofSpan: span, to: &cones)
    if let place {
      for i in first..<cones.count { cones[i] = pixels(place.apply(cones[i])) }
    } else {
      for i in first..<cones.count { cones[i] = pixels(cones[i]) }
    }
  }
}

extension Drawing {
  /// What an element's ink that covers `bounds` when it is not moved covers where the element is.
  func placed(_ bounds: Rect, _ ordinal: ElementIndex) -> Rect {
    placement(of: ordinal).map { $0.similarity.apply(bounds) } ?? bounds
  }
}
