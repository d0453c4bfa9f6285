internal import Geometry

/// The first page of a PDF document that is read (ISO 32000-1, 7.7.3).
struct PDFPageSearch {
  private let objects: PDFObjects
  /// The page and its ancestors, the nearest first.
  private let nodes: [PDFObject]

  private static let mostAncestors = 100

  /// The page itself.
  var object: PDFObject { nodes[0] }

  /// The first page in the tree of pages or, if there is none, in the file.
  static func first(in objects: PDFObjects) -> PDFPageSearch? {
    if let nodes = firstLeaf(objects) { return PDFPageSearch(objects: objects, nodes: nodes) }
    for number in objects.pages {
      guard let page = objects.target(of: number)?.object, page["Type"]?.isName("Page") == true else { continue }
      var nodes = [page]
      while nodes.count < mostAncestors, let parent = objects.resolved(nodes[nodes.count - 1]["Parent"]) {
        nodes.append(parent)
      }
      return PDFPageSearch(objects: objects, nodes: nodes)
    }
    return nil
  }

  /// The first leaf in the tree of pages, and the nodes above it.
  private static func firstLeaf(_ objects: PDFObjects) -> [PDFObject]? {
    var visited: Set<Int> = []
    /// An object that has not been visited before.
    func visit(_ object: PDFObject?) -> PDFObject? {
      guard case .reference(let reference) = object else { return object }
      guard let target = objects.target(of: reference), visited.insert(target.number).inserted else { return nil }
      return target.object
    }
    var path: [(node: PDFObject, kids: ArraySlice<PDFObject>)] = []
    var next = visit(objects.resolved(objects.root)?["Pages"])
    while true {
      if let node = next, node.entries != nil {
        if case .array(let kids) = visit(node["Kids"]) {
          path.append((node, kids[...]))
        } else if node["Type"]?.isName("Pages") != true {
          return [node] + path.reversed().map(\.node)
        }
      }
      while let last = path.last, last.kids.isEmpty { path.removeLast() }
      guard !path.isEmpty else { return nil }
      next = visit(path[path.count - 1].kids.popFirst())
    }
  }

  /// An attribute of the page or, if it has none, of the nearest ancestor that has it (7.7.3.4).
  func inherited(_ key: String) -> PDFObject? {
    for node in nodes { if let value = objects.resolved(node[key]) { return value } }
    return nil
  }

  /// The part of the page that is shown, in its own coordinates; nil if it is empty.
  var box: Rect? {
    guard let media = box("MediaBox") else { return nil }
    guard let crop = box("CropBox") else { return media }
    let shown = media.intersection(crop)
    return Self.isBox(shown) ? shown : media
  }

  private func box(_ key: String) -> Rect? {
    guard case .array(let corners) = inherited(key), corners.count == 4 else { return nil }
    let numbers = corners.compactMap { objects.resolved($0)?.number }
    guard numbers.count == 4 else { return nil }
    let box = Rect(
      minX: min(numbers[0], numbers[2]), minY: min(numbers[1], numbers[3]), maxX: max(numbers[0], numbers[2]),
      maxY: max(numbers[1], numbers[3]))
    return Self.isBox(box) ? box : nil
  }

  /// Whether a box has sides that four decimals can tell from 0.
  private static func isBox(_ box: Rect) -> Bool { box.width > 0.001 && box.height > 0.001 }
}
