import Files
import Geometry
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Scenes and libraries of Excalidraw, and Obsidian's notes around them.
  package static let excalidraw = LogFormat(
    "excalidraw", "Excalidraw scenes, libraries, pictures with their scene, and Obsidian drawings"
  ) {
    glimpse in
    if ExcalidrawNote.recognizes(glimpse) || ExcalidrawPicture.recognizes(glimpse) { return true }
    guard let root = glimpse.json, root.isObject else { return false }
    if root["type"]?.text?.hasPrefix("excalidraw") == true { return true }
    // Other programs sort the keys, so that the type comes last.
    let elements = root["elements"] ?? root["libraryItems"]?[0]?["elements"] ?? root["library"]?[0]
    return elements?[0]?.has("type", "x", "y") == true && elements?[0]?["kind"] == nil
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try ExcalidrawBoard.ink(input, name: name, options: options), name: name)
  }
}

/// Drawings of Excalidraw: the elements of a scene, or the items of a library.
struct ExcalidrawBoard {
  let document: WebDocument
  var ink: ImportedInk
  /// The contents of images, by their ids.
  private(set) var files: [String: JSONValue] = [:]
  /// The files beside a note, by the ids of images.
  private(set) var paths: [String: String] = [:]
  /// How far the elements are moved: the items of a library lie beside each other.
  var shift = Vector(0, 0)
  /// The frames by their ids.
  var frames: [String: Frame] = [:]
  /// The boxes of the texts on arrows, by the arrows' ids.
  var labels: [String: Rect] = [:]

  struct Frame {
    var box: Rect
    /// 0...1, which multiplies that of the elements in it.
    var opacity: Double
  }

  /// The distance of a library's items, in points.
  private static let gap = 40.0

  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let file = try input.readAll(name: name, options: options)
    let text = try ExcalidrawPicture.scene(in: file, name: name, options: options)
    let drawing = try ExcalidrawNote.drawing(in: text, name: name, options: options)
    let document = try WebDocument(drawing, name: name)
    let root = document.root
    let report = ImportReport(
      format: "Excalidraw", ink: "elements such as strokes, shapes, lines and texts", unit: "CSS pixels")
    var board = ExcalidrawBoard(
      document: document, ink: ImportedInk(report, name: name, options: options))
    for file in root["files"]?.members ?? [] { board.files[file.key] = file }
    board.paths = ExcalidrawNote.files(in: text)
    if let color = try background(root, &board.ink.report) { board.ink.header.background = color }
    if root.kind == .array || root["elements"] != nil {
      try board.append(root["elements"] ?? root)
    } else if let items = root["libraryItems"] ?? root["library"] {
      try board.append(items: items)
    } else {
      throw .malformed(root.error(.unexpected("a value without elements", expected: "an Excalidraw scene or library")))
    }
    return board.ink
  }

  private static func background(
    _ root: JSONValue, _ report: inout ImportReport
  ) throws(LogReadError) -> Background? {
    guard let state = root["appState"], let text = try state.text(of: "viewBackgroundColor"), !text.isEmpty else {
      return nil
    }
    guard let color = Color(css: text) else {
      report.omit("backgrounds whose colors are not CSS colors", .damage)
      return nil
    }
    return color.alpha == 0 ? Background.none : .color(color)
  }

  /// Appends the items of a library, each of which has its own coordinates, in rows.
  private mutating func append(items: JSONValue) throws(LogReadError) {
    let count = items.count
    var area = 0.0
    var widest = 0.0
    for item in try items.checkedElements() where count > 1 {
      let box = try bounds(of: elements(of: item))
      area += (box.width + Self.gap) * (box.height + Self.gap)
      widest = max(widest, box.width)
    }
    // Rows make a picture that is a little wider than high.
    let width = max(widest, (area * 4 / 3).squareRoot())
    var corner = Point(0, 0)
    var height = 0.0
    for item in try items.checkedElements() {
      let elements = elements(of: item)
      if count > 1 {
        let box = try bounds(of: elements)
        if corner.x > 0, corner.x + box.width > width {
          corner = Point(0, corner.y + height + Self.gap)
          height = 0
        }
        shift = box.isEmpty ? Vector(0, 0) : corner - Point(box.minX, box.minY)
        corner.x += box.isEmpty ? 0 : box.width + Self.gap
        height = max(height, box.height)
      }
      try append(elements)
    }
    if count > 1 { ink.report.assume("the \(count) items of the library lie beside each other") }
  }

  private func elements(of item: JSONValue) -> JSONValue {
    item.kind == .array ? item : item["elements"] ?? item
  }

  /// The box of all elements that are seen, where the file has them.
  private func bounds(of elements: JSONValue) throws(LogReadError) -> Rect {
    var unread = ImportReport()
    var bounds = Rect.empty
    for value in try elements.checkedElements() {
      guard let element = try ExcalidrawElement(value, &unread) else { continue }
      bounds.formUnion(try element.bounds)
    }
    return bounds
  }

  private mutating func append(_ elements: JSONValue) throws(LogReadError) {
    try findFramesAndLabels(in: elements)
    for value in try elements.checkedElements() {
      guard var element = try ExcalidrawElement(value, &ink.report) else { continue }
      if let frame = try value.text(of: "frameId").flatMap({ frames[$0] }) {
        element.opacity *= frame.opacity
        ink.clip = FrameClip(frame.box, through: Affine(translation: shift))
      }
      element.origin = element.origin + shift
      try append(element)
      ink.clip = nil
    }
  }

  private mutating func findFramesAndLabels(in elements: JSONValue) throws(LogReadError) {
    frames = [:]
    labels = [:]
    var unread = ImportReport()
    for value in try elements.checkedElements() {
      guard let element = try ExcalidrawElement(value, &unread) else { continue }
      switch element.type {
      case "frame", "magicframe":
        guard let id = try value.text(of: "id") else { continue }
        frames[id] = Frame(box: try element.bounds, opacity: element.opacity)
      case "text":
        guard let id = try value.text(of: "containerId") else { continue }
        labels[id] = try element.bounds
      default: continue
      }
    }
  }

  private mutating func append(_ element: ExcalidrawElement) throws(LogReadError) {
    switch element.type {
    case "freedraw": try appendStroke(element)
    case "rectangle", "diamond", "ellipse": try appendShape(element)
    case "line", "draw", "arrow": try appendLine(element)
    case "text": try appendText(element)
    case "image": try appendImage(element)
    case "frame", "magicframe": try appendFrame(element)
    case "iframe", "embeddable": try appendPage(element)
    default: ink.report.omit("elements of other kinds")
    }
  }
}
