import Geometry
import Ink
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
  /// of a text and what its font lacks, and the center about which it is rotated and scaled. Ids of other elements are
  /// ignored.
  package func styles(of ids: Set<String>) -> [UInt8] {
    selectable.filter { ids.contains(drawing.elements[$0].id) }.reduce(into: []) { $0 += style(of: $1) }
  }

  private func style(of index: ElementIndex) -> [UInt8] {
    let kinds: StyledKinds
    var (words, warning): (String?, EditWarning?)
    switch drawing.elements[index].content {
    case .stroke: kinds = .stroke
    case .shape: kinds = .shape
    case .text(let text): (kinds, words, warning) = (.text, text.text, text.warning)
    case .image: kinds = .image
    }
    let look = drawing.look(of: index)
    var object = JSONObjectWriter(bytes: [])
    object.add("id", drawing.elements[index].id)
    object.add("tool", look.tool.name)
    look.write(to: &object, of: kinds)
    object.add("text", words)
    object.add("warning", warning?.description)
    let center = drawing.placement(of: index).map { $0.center + $0.translation } ?? drawing.bounds(of: index).center
    object.add("center", center.x, center.y)
    return object.close()
  }
}
