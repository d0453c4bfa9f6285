import Geometry

/// A drawing of a few pen strokes, read from the font's path language.
///
/// Coordinates are x and y in hundredths of the em, y upward from the baseline. A drawing is a sequence of commands,
/// separated by spaces:
///
///     M x y              puts the pen down; without a command after it, a dot
///     L x y              a straight line
///     X x y              a quarter of an ellipse that leaves parallel to x and arrives parallel to y
///     Y x y              a quarter of an ellipse that leaves parallel to y and arrives parallel to x
///     C x y x y x y      a cubic Bézier curve: two control points and the end
///     W x                a fixed advance, in which the drawing is centered
struct GlyphPath {
  private(set) var strokes: [PenStroke] = []
  /// In hundredths of the em; nil if the shape decides.
  private(set) var fixedAdvance: Double?

  /// The distance of a quarter's control points from its ends, as a fraction of the radii. A true ellipse has 0.5523;
  /// slightly squarer shapes look more open at small sizes.
  private static let quarterHandle = 0.575

  /// How far a mark that is drawn for small letters is raised above capitals.
  private static let capitalRaise = StrokeFont.capHeight - StrokeFont.xHeight

  /// Parses a drawing.
  /// - Throws: What is wrong with the first invalid command.
  init(_ source: Substring) throws(GlyphFault) {
    var words = source.split(separator: " ")[...]
    var stroke: PenStroke?
    while let command = words.popFirst() {
      var numbers: [Double] = []
      while let word = words.first, let number = Double(word) {
        numbers.append(number)
        words.removeFirst()
      }
      switch (command, numbers.count) {
      case ("W", 1): fixedAdvance = numbers[0]
      case ("M", 2):
        if let stroke { strokes.append(stroke) }
        stroke = PenStroke(at: Point(numbers[0], numbers[1]))
      case ("L", 2): try Self.add(to: &stroke, command) { $0.addLine(to: Point(numbers[0], numbers[1])) }
      case ("X", 2), ("Y", 2):
        try Self.add(to: &stroke, command) { stroke in
          let (start, end) = (stroke.end, Point(numbers[0], numbers[1]))
          let corner = command == "X" ? Point(end.x, start.y) : Point(start.x, end.y)
          stroke.addCurve(
            start + (corner - start) * Self.quarterHandle, end + (corner - end) * Self.quarterHandle, to: end)
        }
      case ("C", 6):
        try Self.add(to: &stroke, command) {
          $0.addCurve(Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]), to: Point(numbers[4], numbers[5]))
        }
      default: throw .unknownStep(String(command), numbers: numbers.count)
      }
    }
    if let stroke { strokes.append(stroke) }
  }

  /// Composes a letter and its marks.
  ///
  /// The first name in `source` is the letter. Each other part is centered above or below it; a part written as
  /// `name@x,y` keeps the position at which it was drawn, moved by (x, y).
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
  var samples: [[Point]] { strokes.map { $0.samples } }

  private var bounds: Rect {
    var bounds = Rect.empty
    for point in samples.joined() { bounds.include(point) }
    return bounds
  }

  private static func add(
    to stroke: inout PenStroke?, _ command: Substring, _ body: (inout PenStroke) -> Void
  ) throws(GlyphFault) {
    guard var started = stroke else { throw .penNotDown(String(command)) }
    body(&started)
    stroke = started
  }
}

/// An error in a line of a font's source.
enum GlyphFault: Error, Hashable {
  /// A command that does not exist, or that takes a different count of numbers.
  case unknownStep(String, numbers: Int)
  /// A command before the first M.
  case penNotDown(String)
  /// A line that consists of a name only.
  case noDrawing(String)
  case drawnTwice(String)
  /// A letter composed of a part that no earlier line draws.
  case unknownPart(String)
  /// A code point that does not exist.
  case unknownScalar(String)
}
