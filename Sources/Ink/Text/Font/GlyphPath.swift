import Geometry

/// A drawing of a few pen strokes in the font's path language.
///
/// Places are x and y in hundredths of the em, y upwards from the baseline. A drawing is a row of steps, all parted by
/// spaces:
///
///     M x y              puts the pen down; alone, with no step behind it, a dot
///     L x y              a straight line
///     X x y              a quarter of an ellipse that sets off along x, and so arrives along y
///     Y x y              a quarter of an ellipse that sets off along y, and so arrives along x
///     C x y x y x y      a cubic Bézier curve: its two control points and its end
///     W x                a fixed advance, in which the drawing is centred
struct GlyphPath {
  var strokes: [PenStroke] = []
  /// In hundredths of the em; nil where the shape decides.
  private(set) var fixedAdvance: Double?

  /// How far the control points of a quarter lie from its ends, by its radii. A true ellipse has 0.5523: a little
  /// squarer looks open in small sizes.
  private static let quarter = 0.575

  /// - Throws: What is wrong with the first step that is.
  init(_ source: Substring) throws(GlyphFault) {
    var words = source.split(separator: " ")[...]
    var stroke: PenStroke?
    while let step = words.popFirst() {
      var numbers: [Double] = []
      while let word = words.first, let number = Double(word) {
        numbers.append(number)
        words.removeFirst()
      }
      switch (step, numbers.count) {
      case ("W", 1): fixedAdvance = numbers[0]
      case ("M", 2):
        if let stroke { strokes.append(stroke) }
        stroke = PenStroke(at: Point(numbers[0], numbers[1]))
      case ("L", 2): try Self.add(to: &stroke, step) { $0.addLine(to: Point(numbers[0], numbers[1])) }
      case ("X", 2), ("Y", 2):
        try Self.add(to: &stroke, step) { stroke in
          let (start, end) = (stroke.end, Point(numbers[0], numbers[1]))
          let corner = step == "X" ? Point(end.x, start.y) : Point(start.x, end.y)
          stroke.addCurve(
            start + (corner - start) * Self.quarter, end + (corner - end) * Self.quarter, to: end)
        }
      case ("C", 6):
        try Self.add(to: &stroke, step) {
          $0.addCurve(Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]), to: Point(numbers[4], numbers[5]))
        }
      default: throw .unknownStep(String(step), numbers: numbers.count)
      }
    }
    if let stroke { strokes.append(stroke) }
  }

  private static func add(
    to stroke: inout PenStroke?, _ step: Substring, _ body: (inout PenStroke) -> Void
  ) throws(GlyphFault) {
    guard var started = stroke else { throw .penNotDown(String(step)) }
    body(&started)
    stroke = started
  }
}

/// What is wrong with a line of a font's source.
enum GlyphFault: Error, Hashable {
  /// A step that does not exist, or not with that many numbers.
  case unknownStep(String, numbers: Int)
  /// A step before the first M.
  case penNotDown(String)
  /// A line with a name and nothing else.
  case noDrawing(String)
  case drawnTwice(String)
  /// A letter made of parts of which one has not been drawn before.
  case unknownPart(String)
  /// A code point that does not exist.
  case unknownScalar(String)
}
