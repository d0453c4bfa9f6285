internal import Geometry

/// A page of a PDF document that is read (ISO 32000-1, 7.7.3).
struct PDFPageSearch {
  private let objects: PDFObjects
  /// The page and its ancestors, the nearest first.
  private let nodes: [PDFObject]

  private static let mostAncestors = 100

  /// The page itself.
  var object: PDFObject { nodes[0] }

  /// The pages in the tree of pages or, if there is none, in the file.
  /// - Parameter limit: The most pages that are looked for.
  static func all(in objects: PDFObjects, atMost limit: Int = .max) -> [PDFPageSearch] {
    let leaves = leaves(objects, atMost: limit)
    if !leaves.isEmpty { return leaves.map { PDFPageSearch(objects: objects, nodes: $0) } }
    var found: [PDFPageSearch] = []
    for number in objects.pages where found.count < limit {
      guard let page = objects.target(of: number)?.object, page["Type"]?.isName("Page") == true else { continue }
      var nodes = [page]
      while nodes.count < mostAncestors, let parent = objects.resolved(nodes[nodes.count - 1]["Parent"]) {
        nodes.append(parent)
      }
      found.append(PDFPageSearch(objects: objects, nodes: nodes))
    }
    return found
  }

  /// The leaves in the tree of pages, each with the nodes above it.
  private static func leaves(_ objects: PDFObjects, atMost limit: Int) -> [[PDFObject]] {
    var leaves: [[PDFObject]] = []
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
          leaves.append([node] + path.suffix(mostAncestors).reversed().map(\.node))
          if leaves.count >= limit { return leaves }
        }
      }
      while let last = path.last, last.kids.isEmpty { path.removeLast() }
      guard !path.isEmpty else { return leaves }
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
