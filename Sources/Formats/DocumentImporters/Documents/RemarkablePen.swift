import TouchLog

/// A stroke of a .rm file, whose points are still in the file.
struct RemarkableStroke {
  /// The tool's number.
  var pen: UInt32
  /// The color's number.
  var color: UInt32
  /// A color that has no number.
  var exactColor: Color?
  /// The points' bytes.
  var points: Range<Int>
  var layout: RemarkablePoint.Layout

  var pointCount: Int { points.count / layout.size }

  /// - Parameter bytes: The file's.
  func decodedPoints(_ bytes: [UInt8]) -> [RemarkablePoint] {
    var cursor = RemarkableCursor(bytes, points)
    var decoded: [RemarkablePoint] = []
    decoded.reserveCapacity(pointCount)
    while let point = try? RemarkablePoint(&cursor, layout) { decoded.append(point) }
    return decoded
  }
}

/// A point in the tablet's pixels.
struct RemarkablePoint {
  /// How a point is stored.
  enum Layout {
    /// Six numbers of 4 bytes.
    case floats
    /// Two numbers of 4 bytes; the speed and the width, of 2; the direction and the pressure, of 1.
    case packed

    /// In bytes.
    var size: Int { self == .floats ? 24 : 14 }
  }

  var x: Double
  var y: Double
  /// The width of the ink, which the tablet derived from pressure, speed and direction.
  var width: Double

  init(_ cursor: inout RemarkableCursor, _ layout: Layout) throws(Fault) {
    x = try cursor.float()
    y = try cursor.float()
    switch layout {
    case .floats:
      // Speed and direction.
      _ = try cursor.uint64()
      width = try cursor.float()
      _ = try cursor.uint32()
    case .packed:
      _ = try cursor.uint16()
      width = Double(try cursor.uint16()) / 4
      _ = try cursor.uint16()
    }
  }
}

/// The doodle tool for a tablet's pen.
enum RemarkablePen: Hashable {
  case pen
  /// Pens with a texture.
  case pencil, brush, shader
  case highlighter
  case eraser
  /// The ink of an erased or selected area, which is not drawn.
  case area
  case unknown

  init(_ number: UInt32) {
    self =
      switch number {
      // Ballpoint, marker, fineliner, calligraphy pen.
      case 2, 3, 4, 15, 16, 17, 21: .pen
      case 0, 12: .brush
      // The pencil and the mechanical pencil.
      case 1, 7, 13, 14: .pencil
      case 23: .shader
      case 5, 18: .highlighter
      case 6: .eraser
      case 8, 9, 10, 11: .area
      default: .unknown
      }
  }
}

/// The colors that have numbers; nil for other numbers.
func remarkableColor(_ number: UInt32) -> Color? {
  switch number {
  case 0: .black
  case 1: Color(red: 144, green: 144, blue: 144)
  case 2: .white
  case 3: Color(red: 251, green: 247, blue: 25)
  case 4: Color(red: 0, green: 255, blue: 0)
  case 5: Color(red: 255, green: 192, blue: 203)
  case 6: Color(red: 78, green: 105, blue: 201)
  case 7: Color(red: 179, green: 62, blue: 57)
  case 8: Color(red: 125, green: 125, blue: 125)
  case 10: Color(red: 161, green: 216, blue: 125)
  case 11: Color(red: 139, green: 208, blue: 229)
  case 12: Color(red: 183, green: 130, blue: 205)
  case 13: Color(red: 247, green: 232, blue: 81)
  default: nil
  }
}
