import Geometry
import Ink
import Raster

/// Follows a drawing as a debug view: its ink in pale colors, marks over it for the chosen layers, and a legend below.
package struct DebugRenderer: Sendable {
  package let layout: CanvasLayout
  package let layers: Set<DebugLayer>

  /// Draws the ink on a canvas that has room for the legend.
  private var ink: PictureRenderer
  private var canvas: Canvas
  private var mask: Mask
  /// The marks of each element.
  private var marks: [ElementIndex: DebugMarks] = [:]
  /// The number of each element in the order of drawing, from 1.
  private var numbers: [ElementIndex: Int] = [:]
  /// The strokes that made each element, among the first `knownStrokes` of the drawing.
  private var strokes: [ElementIndex: [StrokeIndex]] = [:]
  private var knownStrokes = 0
  /// The drawing's version in the last update; -1 before the first.
  private var version = -1
  /// The tiles that the last change touched.
  private var dirty: Set<Tile> = []
  private let legend: DebugLegend
  private let backdrop: ImageSource?
  private let showsPredictions: Bool

  /// The opacity of the ink, of 255.
  private static let inkOpacity: UInt8 = 96

  package init(_ setup: RendererSetup) {
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

  package var picture: Picture { Picture(canvas: canvas, background: layout.background, backdrop: backdrop) }

  // MARK: Tiles

  private mutating func draw(_ tile: Tile, _ picture: Picture, _ order: [ElementIndex]) {
    canvas.release(tile)
    var pale = Canvas(width: layout.width, height: layout.height)
    picture.copyInk(of: tile, to: &pale)
    canvas.composite(pale, Paint(.pieces, opacity: DebugRenderer.inkOpacity), in: tile)
    let box = tile.pixels
    let corners = [
      Point(Double(box.minX), Double(box.minY)), Point(Double(box.maxX), Double(box.minY)),
      Point(Double(box.maxX), Double(box.maxY)), Point(Double(box.minX), Double(box.maxY)),
    ]
    if layers.contains(.dirty), dirty.contains(tile) { fill(corners, DebugLayer.dirty.color, tile) }
    if layers.contains(.tiles) {
      let lines = [(corners[3], corners[0]), (corners[0], corners[1])].map { DebugPen.line(from: $0, to: $1) }
      draw(ColoredInk(color: DebugLayer.tiles.color, cones: lines), tile)
    }
    let area = Rect(minX: corners[0].x, minY: corners[0].y, maxX: corners[2].x, maxY: corners[2].y)
    for element in order {
      guard let marks = marks[element], marks.bounds.intersects(area) else { continue }
      for ink in marks.inks { draw(ink, tile) }
    }
    guard box.maxY > layout.height - legend.height else { return }
    drawLegend(in: tile)
  }

  private mutating func drawLegend(in tile: Tile) {
    let (top, bottom) = (Double(layout.height - legend.height), Double(layout.height))
    let right = Double(layout.width)
    fill([Point(0, top), Point(right, top), Point(right, bottom), Point(0, bottom)], .white, tile)
    for square in legend.squares { fill(square.corners, square.color, tile) }
    for ink in legend.inks { draw(ink, tile) }
  }

  private mutating func draw(_ ink: ColoredInk, _ tile: Tile) {
    mask.removeAll()
    mask.join(ink.cones, within: tile.pixels)
    canvas.composite(mask, Paint(color: ink.color), in: tile)
  }

  private mutating func fill(_ polygon: [Point], _ color: Pixel, _ tile: Tile) {
    mask.removeAll()
    mask.fill([polygon], rule: .nonzero, within: tile.pixels)
    canvas.composite(mask, Paint(color: color), in: tile)
  }

  // MARK: Changes

  /// Updates the marks of the elements that have changed.
  /// - Returns: The tiles where their marks were or are.
  private mutating func followMarks(_ drawing: Drawing) -> Set<Tile> {
    for stroke in drawing.strokes[StrokeIndex(knownStrokes)...] {
      if let element = stroke.element { strokes[element, default: []].append(stroke.ordinal) }
    }
    knownStrokes = drawing.strokes.count
    let changes = drawing.changes(since: version)
    var changed = Set(changes.elements.map { $0.element })
    for (position, element) in drawing.presentElements.enumerated() where numbers[element] != position + 1 {
      numbers[element] = position + 1
      changed.insert(element)
    }
    var tiles: Set<Tile> = []
    for element in changed {
      if let old = marks.removeValue(forKey: element) { tiles.formUnion(self.tiles(in: old.bounds)) }
      guard drawing.elements[element].isPresent else {
        numbers[element] = nil
        continue
      }
      let new = DebugMarks(
        element, number: numbers[element] ?? 0, strokes[element] ?? [], of: drawing, layout, layers,
        predicted: showsPredictions)
      tiles.formUnion(self.tiles(in: new.bounds))
      marks[element] = new
    }
    return tiles
  }

  private func tiles(in bounds: Rect) -> [Tile] {
    bounds.isEmpty ? [] : Tile.all(of: layout.area.covering(bounds))
  }

  /// The tiles that the change to the drawing's last version touched.
  private func lastChange(of drawing: Drawing) -> Set<Tile> {
    var tiles: Set<Tile> = []
    for change in drawing.changes(since: drawing.version - 1).elements {
      var covered = change.revisedSpans.map { $0.covered }
      if let stroke = drawing.stroke(of: change.element), !change.isWhole {
        covered += change.newSpans.map { stroke.spans[$0].bounds }
        if stroke.state == .active {
          covered += stroke.tail(predicted: showsPredictions, options: drawing.options).joined().map { $0.bounds }
        }
        covered = covered.map { drawing.moved($0, with: change.element) }
      } else {
        covered = [drawing.bounds(of: change.element, predicted: showsPredictions)]
      }
      for area in covered where !area.isEmpty { tiles.formUnion(Tile.all(of: layout.touchedPixels(area))) }
    }
    return tiles
  }
}

extension DebugRenderer: Renderer {
  package mutating func update(to drawing: Drawing) throws(RenderError) {
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

  package mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput {
    try update(to: drawing)
    return .picture(picture)
  }
}

extension ImageSource {
  /// The image with rows of clear pixels below it.
  fileprivate func extended(toHeight newHeight: Int) -> ImageSource {
    ImageSource(
      width: width, height: newHeight, pixels: pixels + Array(repeating: 0, count: width * (newHeight - height)))
  }
}
