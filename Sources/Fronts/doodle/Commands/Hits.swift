import DoodleKit

/// The report of `doodle inspect --at` on a position.
struct Hits {
  /// The log's path.
  let path: String
  let drawing: Drawing
  let lines: ElementLines
  /// The position in points.
  let position: Point

  private var elements: [Element] { drawing.elements(at: position).map { drawing.elements[$0] } }

  /// The lines of the touches near the position; nil if the element is not a stroke.
  private func near(_ element: Element) -> [ClosedRange<Int>]? {
    let width = drawing.stroke(of: element.ordinal)?.look.width ?? 0
    return lines.near(position, within: max(width, 4), of: element.ordinal, drawing)
  }

  private static func text(_ ranges: [ClosedRange<Int>]) -> String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }

  private static func json(_ ranges: [ClosedRange<Int>]) -> JSON {
    .array(ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] })
  }

  var json: JSON {
    let found = elements.map { element -> JSON in
      var members: [JSON.Member] = [
        .init(name: "id", value: .string(element.id)), .init(name: "kind", value: .string(drawing.kind(of: element))),
        .init(name: "lines", value: Self.json(lines.all(of: element.ordinal))),
      ]
      if let near = near(element) { members.append(.init(name: "near", value: Self.json(near))) }
      return .object(members)
    }
    return [
      "file": .string(path), "at": [.number(position.x), .number(position.y)], "elements": .array(found),
    ]
  }

  /// The report as text, one line per element.
  var text: String {
    let rows = elements.map { element -> String in
      let all = Self.text(lines.all(of: element.ordinal))
      let near = near(element).map(Self.text) ?? all
      return "  \(element.id)  \(drawing.kind(of: element))  lines \(near)\(near == all ? "" : " of \(all)")\n"
    }
    let name = "\(printable(shownName(path))) at \(JSON.number(position.x)),\(JSON.number(position.y))"
    return rows.isEmpty ? "\(name): nothing\n" : "\(name), from the top\n" + rows.joined()
  }
}

extension Drawing {
  /// The tool that made an element, or "image".
  func kind(of element: Element) -> String {
    switch element.content {
    case .stroke(let stroke): strokes[stroke].look.tool.name
    case .shape(let shape): shape.look.tool.name
    case .text: Tool.text.name
    case .image: "image"
    }
  }

  /// The number of elements, and of each kind in the order in which the kinds first occur.
  var summaryOfKinds: String {
    var kinds: [(name: String, count: Int)] = []
    for element in elements where element.isPresent {
      let name = kind(of: element)
      if let place = kinds.firstIndex(where: { $0.name == name }) {
        kinds[place].count += 1
      } else {
        kinds.append((name, 1))
      }
    }
    let all = "\(kinds.reduce(0) { $0 + $1.count })"
    return kinds.isEmpty ? all : all + ": " + kinds.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }
}
