import Geometry
import Ink
import Lettering
import JSON
import TouchLog

/// What an editor of several elements asks.
extension HostDrawing {
  /// The elements that can be selected, the lowest first.
  private var selectable: [ElementIndex] { drawing.presentElements.filter { !drawing.isEraser($0) } }

  /// Their ids.
  package var selectableIDs: [String] { selectable.map { drawing.elements[$0].id } }

  /// Their bounds in points, in the same order.
  package var selectableBounds: [Rect] { selectable.map { drawing.bounds(of: $0) } }

  /// The id of the topmost element within `reach` points of a position; nil if there is none.
  package func element(at position: Point, within reach: Double) -> String? {
    drawing.elements(at: position, within: reach).first.map { drawing.elements[$0].id }
  }

  /// The styles of elements, the lowest first: for each a line of JSON with its id, the keys that its kind has, the words
  /// of a text and what its font lacks, the center about which it is rotated and scaled, the factor by which it is, and
  /// the ends of a line or an arrow, x and y of each. Ids of other elements are ignored.
  package func styles(of ids: Set<String>) -> [UInt8] {
    selectable.filter { ids.contains(drawing.elements[$0].id) }.reduce(into: []) { $0 += style(of: $1) }
  }

  private func style(of index: ElementIndex) -> [UInt8] {
    let kinds: StyledKinds
    var (words, warning): (String?, EditWarning?)
    var ends: [Point] = []
    switch drawing.elements[index].content {
    case .stroke: kinds = .stroke
    case .shape(let shape):
      kinds = .shape
      if shape.kind == .line || shape.kind == .arrow { ends = shape.points }
    case .text(let text): (kinds, words, warning) = (.text, text.text, text.warning)
    case .image: kinds = .image
    }
    let look = drawing.look(of: index)
    var object = JSONObjectWriter(bytes: [])
    object.add("id", drawing.elements[index].id)
    object.add("tool", look.tool.name)
    look.write(to: &object, of: kinds)
    object.add("text", words)
    object.add("warning", warning?.brief)
    let placement = drawing.placement(of: index) ?? Placement(about: drawing.bounds(of: index).center)
    let center = placement.center + placement.translation
    object.add("center", center.x, center.y)
    object.add("scale", placement.scale)
    let map = placement.similarity
    if placement.rotation == 0, let box = drawing.stretchableBox(of: index) {
      let corners = [Point(box.minX, box.minY), Point(box.maxX, box.maxY)].map(map.apply)
      object.add("box", corners.flatMap { [$0.x, $0.y] })
    }
    if !ends.isEmpty {
      object.add("ends", ends.flatMap { [map.apply($0).x, map.apply($0).y] })
    }
    return object.close()
  }
}

extension EditWarning {
  /// How many characters that a font lacks are named.
  private static let named = 6

  /// What a font does not do for a text, in one line, however long the text is.
  fileprivate var brief: String {
    switch self {
    case .missingCharacters(let missing): Self.lack(of: missing)
    case .unshapedCharacters(let unshaped, let missing):
      "letters such as \(unshaped[0].character) are not joined, and are drawn from the left"
        + (missing.isEmpty ? "" : "; " + Self.lack(of: missing))
    default: description
    }
  }

  private static func lack(of missing: [TextLayout.MissingCharacter]) -> String {
    var first: [Character] = []
    var others = 0
    for missing in missing where !first.contains(missing.character) {
      let character = missing.character
      if first.count < named { first.append(character) } else { others += 1 }
    }
    let names = first.map { String($0) }.joined(separator: " ")
    return "the font lacks \(names)\(others > 0 ? " and \(others) more" : ""); boxes are drawn for them"
  }
}
