import Geometry
import Ink
import Raster

/// Follows a drawing as a picture of what is known of it: its ink pale, and over it samples, centre lines, cones, tiles,
/// what the last change touched, and numbers. A legend below says what is what.
public struct DebugRenderer: Sendable {
  public let layout: CanvasLayout
  public let layers: Set<DebugLayer>

  /// The ink, on a canvas that has room for the legend.
  private var ink: PictureRenderer
  private var canvas: Canvas
  private var mask: Mask
  private var marks: [ElementIndex: DebugMarks] = [:]
  private var numbers: [ElementIndex: Int] = [:]
  /// The touches that made each element, of the first `knownStrokes` of the drawing.
  private var strokes: [ElementIndex: [StrokeIndex]] = [:]
  private var knownStrokes = 0
  private var version = -1
  private var dirty: Set<Tile> = []
  private let legend: DebugLegend
  private let backdrop: ImageSource?
  private let showsPredictions: Bool

  /// Of 255.
  private static let inkOpacity: UInt8 = 96

  public init(_ setup: RendererSetup) {
    layers = setup.debugLayers
    showsPredictions = setup.showsPredictions
    legend = DebugLegend(layers, width: setup.layout.width, top: setup.layout.height)
    var layout = setup.layout
    layout.height += legend.height
    self.layout = layout
    backdrop = setup.backdrop?.extended(toHeight: layout.height)
    ink = PictureRenderer(
      layout: layout, showsPredictions: setup.showsPredictions, memoryLimit: setup.memoryLimit)
    canvas = Canvas(width: layout.width, height: layout.height)
    mask = Mask(width: layout.width, height: layout.height)
  }

  public var picture: Picture { Picture(canvas: canvas, background: layout.background, backdrop: backdrop) }

  // MARK: Tiles

  private mutating func draw(_ tile: Tile, _ picture: Picture, _ order: [ElementIndex]) {
    canvas.release(tile)
    var pale = Canvas(width: layout.width, height: layout.height)
    picture.copyInk(of: tile, to: &pale)
    canvas.composite(pale, opacity: DebugRenderer.inkOpacity, in: tile)
    let box = tile.pixels
    let corners = [
      Point(Double(box.minX), Double(box.minY)), Point(Double(box.maxX), Double(box.minY)),
      Point(Double(box.maxX), Double(box.maxY)), Point(Double(box.minX), Double(box.maxY)),
    ]
    if layers.contains(.dirty), dirty.contains(tile) { fill(corners, DebugLayer.dirty.color, tile) }
    if layers.contains(.tiles) {
      lay([(corners[3], corners[0]), (corners[0], corners[1])].map { DebugPen.line(from: $0, to: $1) }, .tiles, tile)
    }
    let area = Rect(minX: corners[0].x, minY: corners[0].y, maxX: corners[2].x, maxY: corners[2].y)
    for ordinal in order {
      guard let marks = marks[ordinal], marks.bounds.intersects(area) else { continue }
      for (color, cones) in marks.inks { lay(cones, color, tile) }
    }
    guard box.maxY > layout.height - legend.height else { return }
    drawLegend(in: tile)
  }

  private mutating func drawLegend(in tile: Tile) {
    let (top, bottom) = (Double(layout.height - legend.height), Double(layout.height))
    let right = Double(layout.width)
    fill([Point(0, top), Point(right, top), Point(right, bottom), Point(0, bottom)], .white, tile)
    for (color, polygon) in legend.fills { fill(polygon, color, tile) }
    for (color, cones) in legend.inks { lay(cones, color, tile) }
  }

  private mutating func lay(_ cones: [RoundCone], _ layer: DebugLayer, _ tile: Tile) { lay(cones, layer.color, tile) }

  private mutating func lay(_ cones: [RoundCone], _ color: Pixel, _ tile: Tile) {
    mask.removeAll()
    // One by one: each has both its caps.
    mask.join(cones, within: tile.pixels)
    canvas.composite(mask, Paint(color: color), in: tile)
  }

  private mutating func fill(_ polygon: [Point], _ color: Pixel, _ tile: Tile) {
    mask.removeAll()
    mask.fill([polygon], rule: .nonzero, within: tile.pixels)
    canvas.composite(mask, Paint(color: color), in: tile)
  }

  // MARK: Changes

  /// Brings the marks of the elements up to date that have changed.
  /// - Returns: The tiles where marks were or are.
  private mutating func followMarks(_ drawing: Drawing) -> Set<Tile> {
    for stroke in drawing.strokes[StrokeIndex(knownStrokes)...] {
      if let element = stroke.element { strokes[element, default: []].append(stroke.ordinal) }
    }
    knownStrokes = drawing.strokes.count
    let changes = drawing.changes(since: version)
    var changed = Set(changes.elements.map(\.element))
    for (place, ordinal) in drawing.presentElements.enumerated() where numbers[ordinal] != place + 1 {
      numbers[ordinal] = place + 1
      changed.insert(ordinal)
    }
    var tiles: Set<Tile> = []
    for ordinal in changed {
      if let old = marks.removeValue(forKey: ordinal) { tiles.formUnion(self.tiles(in: old.bounds)) }
      guard drawing.elements[ordinal].isPresent else {
        numbers[ordinal] = nil
        continue
      }
      let new = DebugMarks(
        ordinal, number: numbers[ordinal] ?? 0, strokes[ordinal] ?? [], of: drawing, layout, layers,
        predicted: showsPredictions)
      tiles.formUnion(self.tiles(in: new.bounds))
      marks[ordinal] = new
    }
    return tiles
  }

  private func tiles(in bounds: Rect) -> [Tile] {
    bounds.isEmpty ? [] : Tile.all(of: layout.area.covering(bounds))
  }

  /// The tiles of what changed with a drawing's last version.
  private func lastChange(of drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    for change in drawing.changes(since: drawing.version - 1).elements {
      let place = drawing.placement(of: change.element)?.similarity
      var covered = change.revisedSpans.map(\.covered)
      if let stroke = drawing.stroke(of: change.element), !change.isWhole {
        covered += change.newSpans.map { stroke.spans[$0].bounds }
        if stroke.state == .active {
          covered += stroke.tail(predicted: showsPredictions, options: drawing.options).joined().map(\.bounds)
        }
        covered = covered.map { place?.apply($0) ?? $0 }
      } else {
        covered = [drawing.bounds(of: change.element, predicted: showsPredictions)]
      }
      for area in covered where !area.isEmpty { tiles.formUnion(Tile.all(of: layout.touchedPixels(area))) }
    }
    return tiles
  }
}

extension DebugRenderer: DrawingRenderer {
  public mutating func update(to drawing: Drawing) throws(RenderError) {
    let isFirst = version < 0
    var stale = dirty
    let drawn = try ink.drawFrame(drawing)
    if !isFirst, drawing.version == version { return }
    dirty = isFirst ? lastChange(of: drawing) : drawn
    stale.formUnion(drawn)
    stale.formUnion(dirty)
    stale.formUnion(followMarks(drawing))
    if isFirst { stale = Set(Tile.all(of: layout.area)) }
    version = drawing.version
    let picture = ink.picture
    let order = drawing.presentElements
    for tile in stale.sorted() { draw(tile, picture, order) }
  }
}

extension ImageSource {
  /// The picture with clear pixels below it.
  fileprivate func extended(toHeight newHeight: Int) -> ImageSource {
    ImageSource(
      width: width, height: newHeight, pixels: pixels + Array(repeating: 0, count: width * (newHeight - height)))
  }
}
