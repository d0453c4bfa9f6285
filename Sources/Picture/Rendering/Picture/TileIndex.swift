import Geometry
import Ink
import Raster

/// Lists, for each tile, the spans of elements that have ink in it. These are drawn again when the tile is redrawn.
struct TileIndex: Sendable {
  /// A span of an element. Elements that are not strokes are one span, number 0.
  struct Entry: Hashable, Comparable {
    private let elementNumber: Int32
    private let spanNumber: Int32

    init(element: ElementIndex, span: SpanIndex) {
      elementNumber = Int32(element.rawValue)
      spanNumber = Int32(span.rawValue)
    }

    var element: ElementIndex { ElementIndex(Int(elementNumber)) }
    var span: SpanIndex { SpanIndex(Int(spanNumber)) }

    /// The order in which the elements began, which is the order of drawing unless some were raised or lowered.
    static func < (a: Entry, b: Entry) -> Bool {
      (a.elementNumber, a.spanNumber) < (b.elementNumber, b.spanNumber)
    }
  }

  /// An entry in the linked list of its tile.
  private struct Link {
    var entry: Entry
    /// Index of the tile's previous link in `links`; -1 for none.
    var previous: Int32
  }

  /// Maps a tile to its index in `tiles`.
  private var grid: TileGrid
  private var tiles: [Tile] = []
  /// For each of `tiles`, the index of its newest link; -1 for none.
  private var newest: [Int32] = []
  /// The lists of all tiles in one array, which takes far fewer allocations than an array for each tile.
  private var links: [Link] = []
  /// Indices in `links` that are free.
  private var free: [Int32] = []
  /// For each element, a box of pixels that meets all tiles with its entries.
  private var areas: [PixelRect] = []
  private let layout: CanvasLayout
  private let showsPredictions: Bool
  /// Working memory of `insert`.
  private var cones = SpanCones()

  init(layout: CanvasLayout, showsPredictions: Bool) {
    self.layout = layout
    self.showsPredictions = showsPredictions
    grid = TileGrid(width: layout.width, height: layout.height)
  }

  // MARK: Changes

  /// Adds all of an element.
  /// - Returns: The tiles that it may touch.
  mutating func insert(_ element: ElementIndex, of drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    if let stroke = drawing.stroke(of: element) {
      for span in stroke.spans.indices { tiles.formUnion(insert(stroke, span, element, drawing)) }
      return tiles
    }
    let pixels = layout.touchedPixels(drawing.bounds(of: element, predicted: showsPredictions))
    extendArea(of: element, over: pixels)
    for tile in Tile.all(of: pixels) {
      insert(element: element, span: SpanIndex(0), in: tile)
      tiles.insert(tile)
    }
    return tiles
  }

  /// Adds a settled span of a stroke.
  /// - Returns: The tiles that it may touch.
  @discardableResult
  mutating func insert(_ stroke: Stroke, _ span: SpanIndex, _ element: ElementIndex, _ drawing: Drawing) -> Set<Tile> {
    extendArea(of: element, over: layout.touchedPixels(drawing.moved(stroke.spans[span].bounds, with: element)))
    // Removed, so that the arrays have one owner and are not copied.
    var cones = SpanCones()
    swap(&cones, &self.cones)
    cones.load(stroke, span, drawing.similarity(of: element), layout, drawing.model)
    var tiles: Set<Tile> = []
    for cone in cones.pixels {
      cone.forEachTile(of: layout.area.covering(cone.touchedBounds)) {
        insert(element: element, span: span, in: $0)
        tiles.insert($0)
      }
    }
    swap(&cones, &self.cones)
    guard stroke.look.fillsStrokes else { return tiles }
    // Its interior may be wherever it has ink so far.
    let all = layout.touchedPixels(drawing.moved(stroke.settledBounds, with: element))
    extendArea(of: element, over: all)
    for tile in Tile.all(of: all) {
      insert(element: element, span: span, in: tile)
      tiles.insert(tile)
    }
    return tiles
  }

  /// Adds an entry to a tile. The caller extends the element's area over the tile.
  mutating func insert(element: ElementIndex, span: SpanIndex, in tile: Tile) {
    let entry = Entry(element: element, span: span)
    guard let number = grid[tile.column, tile.row] else {
      grid[tile.column, tile.row] = tiles.count
      tiles.append(tile)
      newest.append(add(Link(entry: entry, previous: -1)))
      return
    }
    let previous = newest[number]
    // The cones of a span are inserted one after the other, so that a duplicate is most often the newest entry.
    if previous >= 0, links[Int(previous)].entry == entry { return }
    newest[number] = add(Link(entry: entry, previous: previous))
  }

  /// - Returns: The link's index in `links`.
  private mutating func add(_ link: Link) -> Int32 {
    if let position = free.popLast() {
      links[Int(position)] = link
      return position
    }
    links.append(link)
    return Int32(links.count - 1)
  }

  /// Extends the box in which an element's entries are looked for.
  mutating func extendArea(of element: ElementIndex, over pixels: PixelRect) {
    let number = element.rawValue
    while areas.count <= number { areas.append(.none) }
    areas[number] = areas[number].union(pixels)
  }

  /// Removes all entries of an element.
  /// - Returns: The tiles that had entries of the element.
  mutating func remove(element: ElementIndex) -> [Tile] {
    let area = area(of: element)
    if area.isEmpty { return [] }
    areas[element.rawValue] = .none
    var left: [Tile] = []
    for tile in tiles(in: area) {
      guard let number = grid[tile.column, tile.row] else { continue }
      // The last link that is kept, from the newest down.
      var kept: Int32 = -1
      var position = newest[number]
      let freeCount = free.count
      while position >= 0 {
        let previous = links[Int(position)].previous
        if links[Int(position)].entry.element != element {
          kept = position
        } else {
          if kept < 0 { newest[number] = previous } else { links[Int(kept)].previous = previous }
          free.append(position)
        }
        position = previous
      }
      if free.count > freeCount { left.append(tile) }
    }
    return left
  }

  // MARK: Queries

  /// The entries of a tile, without duplicates, sorted.
  func entries(in tile: Tile) -> [Entry] {
    guard let number = grid[tile.column, tile.row] else { return [] }
    var found: [Entry] = []
    var position = newest[number]
    while position >= 0 {
      found.append(links[Int(position)].entry)
      position = links[Int(position)].previous
    }
    var last: Entry?
    return found.sorted().filter { entry in
      defer { last = entry }
      return entry != last
    }
  }

  /// A box of pixels that meets all tiles with entries of an element; `none` if it has no entries.
  func area(of element: ElementIndex) -> PixelRect {
    element.rawValue < areas.count ? areas[element.rawValue] : .none
  }

  /// The tiles that meet `pixels` and have or had entries.
  func tiles(in pixels: PixelRect) -> [Tile] {
    let (columns, rows) = Tile.covering(pixels)
    guard columns.count * rows.count <= tiles.count else {
      return tiles.filter { columns.contains($0.column) && rows.contains($0.row) }
    }
    return rows.flatMap { row in columns.map { Tile(column: $0, row: row) } }
      .filter { grid[$0.column, $0.row] != nil }
  }

  /// The tiles that may have entries of an element.
  func tiles(of element: ElementIndex) -> [Tile] { tiles(in: area(of: element)) }
}
