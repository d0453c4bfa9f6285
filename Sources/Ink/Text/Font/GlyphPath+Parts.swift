import Geometry

extension GlyphPath {
  /// How far a mark that was drawn for small letters is raised over capitals.
  private static let capitalRaise = StrokeFont.capHeight - StrokeFont.xHeight

  /// A letter and its marks: the first of the names in `source`, and the others in the middle over or under it. A part
  /// called `name@x,y` stands where it was drawn, moved by that much.
  init(of source: Substring, _ parts: [Substring: GlyphPath]) throws(GlyphFault) {
    let names = source.split(separator: " ")
    guard let first = names.first else { throw .noDrawing(String(source)) }
    guard let letter = parts[first] else { throw .unknownPart(String(first)) }
    self = letter
    let bounds = letter.bounds
    for name in names.dropFirst() {
      let words = name.split(separator: "@")
      guard let mark = parts[words[0]] else { throw .unknownPart(String(words[0])) }
      let offset: Vector
      if words.count > 1 {
        let numbers = words[1].split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2 else { throw .unknownPart(String(name)) }
        offset = Vector(numbers[0], numbers[1])
      } else {
        let isRaised = mark.bounds.minY > 0 && bounds.maxY > StrokeFont.xHeight + 10
        offset = Vector((bounds.minX + bounds.maxX) / 2, isRaised ? Self.capitalRaise : 0)
      }
      for stroke in mark.strokes { strokes.append(stroke.moved(by: offset)) }
    }
  }

  /// The samples of each stroke.
  var samples: [[Point]] { strokes.map(\.samples) }

  private var bounds: Rect {
    var bounds = Rect.empty
    for point in samples.joined() { bounds.include(point) }
    return bounds
  }
}
