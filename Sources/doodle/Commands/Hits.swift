import DoodleKit

/// Which lines of a log have changed each element.
struct ElementLines {
  /// The ranges of lines by the element's index. Lines count from 1.
  private(set) var ranges: [[ClosedRange<Int>]] = []
  private var version = -1

  /// Adds the line of the drawing's last event to the elements that it changed.
  mutating func add(_ line: Int, _ drawing: Drawing) {
    let changes = drawing.changes(since: version)
    version = changes.version
    while ranges.count < drawing.elements.count { ranges.append([]) }
    for change in changes.elements {
      if let last = ranges[change.element.rawValue].last, last.upperBound >= line - 1 {
        ranges[change.element.rawValue][ranges[change.element.rawValue].count - 1] = last.lowerBound...line
      } else {
        ranges[change.element.rawValue].append(line...line)
      }
    }
  }
}

/// The report of `doodle inspect --at` on a position.
struct Hits {
  /// The log's path.
  let path: String
  let drawing: Drawing
  let lines: ElementLines
  /// The position in points.
  let position: Point

  private var elements: [Element] { drawing.elements(at: position).map { drawing.elements[$0] } }

  var json: JSON {
    let found = elements.map { element -> JSON in
      let ranges = lines.ranges[element.ordinal.rawValue].map {
        JSON.array([.integer($0.lowerBound), .integer($0.upperBound)])
      }
      return ["id": .string(element.id), "kind": .string(drawing.kind(of: element)), "lines": .array(ranges)]
    }
    return [
      "file": .string(path), "at": [.number(position.x), .number(position.y)], "elements": .array(found),
    ]
  }

  /// The report as text, one line per element.
  var text: String {
    let rows = elements.map { element -> String in
      let ranges = lines.ranges[element.ordinal.rawValue].map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
      }
      return "  \(element.id)  \(drawing.kind(of: element))  lines \(ranges.joined(separator: ", "))\n"
    }
    let name = "\(printable(shownName(path))) at \(JSON.number(position.x)),\(JSON.number(position.y))"
    return rows.isEmpty ? "\(name): nothing\n" : "\(name), from the top\n" + rows.joined()
  }
}

extension Drawing {
  /// The tool that made an element, or "image".
  func kind(of element: Element) -> String {
    switch element.content {
    case .stroke(let stroke): strokes[stroke].style.tool.rawValue
    case .shape(let shape): shape.pen.tool.rawValue
    case .text: Tool.text.rawValue
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
