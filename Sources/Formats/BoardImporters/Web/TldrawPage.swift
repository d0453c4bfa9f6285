import Geometry
import ImportCore
import JSON
import TouchLog

/// A shape of a page, and where it is.
struct TldrawShape: Sendable {
  var id: String
  var kind: String
  var record: JSONValue
  /// The object with the properties of its kind.
  var props: JSONValue
  /// From its coordinates to those of the page.
  var map: Affine
  /// The product of its own opacity and those of its parents, 0...1.
  var opacity: Double
  /// The number of the shape around it; nil on the page.
  var parent: Int?
  /// The number of the innermost frame around it; nil on the page.
  var frame: Int?
}

/// Reads a page: its shapes from the bottom to the top.
///
/// The light theme is drawn, without the wobble of shapes that look drawn by hand.
struct TldrawPage {
  let store: TldrawStore
  var ink: ImportedInk
  /// Parents come before their children.
  private(set) var shapes: [TldrawShape] = []
  /// The numbers of the shapes in `shapes`.
  private(set) var numbers: [String: Int] = [:]
  /// The outlines of shapes that were asked for.
  var outlines: [Int: Path] = [:]
  /// The boxes of all shapes on the page, once they were asked for.
  private var allBoxes: [Rect]?
  /// The most lines of pattern fills that the rest of the page may have.
  var hatchLimit = 100_000

  /// The side of a page without ink, in points.
  private static let emptySide = 200.0

  static func ink(
    of page: TldrawStore.Entry, in store: TldrawStore, name: String, options: ImportOptions
  ) throws(LogReadError) -> ImportedInk {
    var ink = ImportedInk(ImportReport(), name: name, options: options)
    ink.header.background = .color(.white)
    // The pressures of mice are made up.
    ink.mayLackSensor = false
    var reader = TldrawPage(store: store, ink: ink)
    try reader.collect(from: page)
    try reader.draw()
    // The ink decides the size of a page. One of several pages may have none.
    if reader.ink.strokes.isEmpty, reader.ink.commands.isEmpty, store.pages.count > 1 {
      reader.ink.header.size = Size(width: emptySide, height: emptySide)
      reader.ink.report.assume("a page without ink is \(plain(emptySide)) points wide and high")
    }
    return reader.ink
  }

  private init(store: TldrawStore, ink: ImportedInk) { (self.store, self.ink) = (store, ink) }

  /// Finds the shapes of the page. Shapes that are their own ancestors are on no page.
  private mutating func collect(from page: TldrawStore.Entry) throws(LogReadError) {
    var rest: [(entry: TldrawStore.Entry, parent: Int?)] = []
    func push(_ children: [TldrawStore.Entry]?, of parent: Int?) {
      for child in (children ?? []).reversed() { rest.append((child, parent)) }
    }
    push(store.children[page.id], of: nil)
    while let (entry, parent) = rest.popLast() {
      let record = entry.record
      let outer = parent.map { shapes[$0] }
      let place = Point(try record["x"]?.coordinate() ?? .nan, try record["y"]?.coordinate() ?? .nan)
      let rotation = try record.number(of: "rotation", .rotation) ?? 0
      let map = Affine(rotation: rotation * 180 / .pi)
        .concatenating(Affine(translation: place - Point(0, 0)))
        .concatenating(outer?.map ?? .identity)
      let shape = TldrawShape(
        id: entry.id, kind: try record.text(of: "type") ?? "", record: record, props: record["props"] ?? record,
        map: map, opacity: (outer?.opacity ?? 1) * (try record.number(of: "opacity", .unit) ?? 1), parent: parent,
        frame: outer?.kind == "frame" ? parent : outer?.frame)
      numbers[entry.id] = shapes.count
      push(store.children[entry.id], of: shapes.count)
      shapes.append(shape)
    }
  }

  /// Draws the shapes. Highlights are drawn twice: above the page or the frame that they are in, below all other shapes
  /// there, and in place.
  private mutating func draw() throws(LogReadError) {
    var highlights: [Int?: [Int]] = [:]
    for (number, shape) in shapes.enumerated() where shape.kind == "highlight" {
      highlights[shape.frame, default: []].append(number)
    }
    for number in highlights[nil] ?? [] { try drawHighlight(number, opacity: TldrawStyle.underOpacity) }
    var clips: [Int: FrameClip] = [:]
    for number in shapes.indices {
      let map = shapes[number].map
      guard NumberRange.coordinate.contains(map.tx), NumberRange.coordinate.contains(map.ty) else {
        ink.report.omit("shapes without a valid place", .damage)
        continue
      }
      let outer = shapes[number].frame.flatMap { clips[$0] }
      ink.clip = outer
      try draw(number)
      guard shapes[number].kind == "frame" else { continue }
      clips[number] = FrameClip(try box(of: number), through: map)?.within(outer) ?? outer
      ink.clip = clips[number]
      for other in highlights[number] ?? [] { try drawHighlight(other, opacity: TldrawStyle.underOpacity) }
    }
    ink.clip = nil
  }

  /// Where a shape is in the file.
  func place(of shape: TldrawShape) -> ImportedStroke { store.document.stroke(at: shape.record) }

  // MARK: Boxes

  /// The box of a shape in its coordinates; empty for an arrow and for a shape of another kind.
  mutating func box(of number: Int) throws(LogReadError) -> Rect { try outline(of: number).bounds }

  /// The boxes of all shapes on the page. That of a group holds its shapes.
  mutating func boxes() throws(LogReadError) -> [Rect] {
    if let allBoxes { return allBoxes }
    var boxes = [Rect](repeating: .empty, count: shapes.count)
    for number in shapes.indices.reversed() {
      boxes[number].formUnion(shapes[number].map.apply(try box(of: number)))
      if let parent = shapes[number].parent, shapes[parent].kind == "group" {
        boxes[parent].formUnion(boxes[number])
      }
    }
    allBoxes = boxes
    return boxes
  }
}
