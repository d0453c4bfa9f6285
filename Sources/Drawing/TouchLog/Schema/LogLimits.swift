/// The limits on the contents of a log. Exceeding one is an error that names it.
package enum LogLimits {
  /// The longest line, in bytes: room for an image.
  package static let lineBytes = 1 << 25
  /// The largest file that is read completely into memory, in bytes.
  package static let documentBytes = 1 << 28
  /// The deepest nesting of JSON arrays and objects.
  package static var nesting: Int { JSONScanner.deepestNesting }
  /// The largest distance of a coordinate from zero, and the largest length, in points.
  package static let coordinate = 1e7
  /// The largest side of a canvas, in pixels.
  package static let canvasSide = 1_000_000
  /// The most corners of a polygon or points of a star, and the most steps of an undo or redo, that a log may give.
  package static let count = 1_000_000
  /// The largest rank of an element and the largest number of events. Arithmetic with it never overflows.
  package static let ordinal = Int(exactly: Int64(1) << 48) ?? 1 << 30
  /// The most corners of a polygon or points of a star that are drawn. More would look like a circle.
  package static let drawnCorners = 1000
  /// The largest rotation in either direction, in degrees.
  package static let rotation = 1e6
  /// The largest factor by which a transform enlarges or reduces.
  package static let scaling = 1e6
}

/// A range of numbers that a key allows.
package struct NumberRange: Hashable, Sendable {
  /// -infinity if there is no bound.
  package let lower: Double
  /// +infinity if there is no bound.
  package let upper: Double
  /// Whether `lower` itself is outside the range.
  package let excludesLower: Bool
  /// Whether it is of the sides of a canvas, whose upper limit is in pixels.
  private(set) var isOfCanvas = false

  /// `lower` or more.
  package static func atLeast(_ lower: Double) -> NumberRange {
    NumberRange(lower: lower, upper: .infinity, excludesLower: false)
  }

  /// `lower` to `upper`, both included.
  package static func between(_ lower: Double, _ upper: Double) -> NumberRange {
    NumberRange(lower: lower, upper: upper, excludesLower: false)
  }

  /// More than 0, at most `upper`.
  package static func positive(atMost upper: Double) -> NumberRange {
    NumberRange(lower: 0, upper: upper, excludesLower: true)
  }

  /// A factor that enlarges or reduces by at most `largest`.
  static func factor(upTo largest: Double) -> NumberRange {
    between(1 / largest, largest)
  }

  @inline(__always) package func contains(_ number: Double) -> Bool {
    (excludesLower ? number > lower : number >= lower) && number <= upper
  }
}

extension NumberRange {
  /// Coordinates and displacements, in points.
  package static let coordinate = between(-LogLimits.coordinate, LogLimits.coordinate)
  /// Lengths in points, 0 included.
  package static let length = between(0, LogLimits.coordinate)
  /// Lengths in points, 0 excluded.
  package static let positiveLength = positive(atMost: LogLimits.coordinate)
  /// The sides of a canvas, in points. `LogLimits.canvasSide` limits its pixels.
  package static let canvasSide = NumberRange(
    lower: 0, upper: .greatestFiniteMagnitude, excludesLower: true, isOfCanvas: true)
  package static let unit = between(0, 1)
  package static let exponent = factor(upTo: 10)
  package static let signedUnit = between(-1, 1)
  /// The resolution of a canvas, in pixels per point.
  package static let resolution = factor(upTo: Double(LogLimits.canvasSide))
  /// The corners of a polygon or the points of a star.
  package static let corners = between(3, Double(LogLimits.count))
  /// The steps of an undo or redo.
  package static let steps = between(1, Double(LogLimits.count))
  /// Numbers of events or elements.
  package static let ordinal = between(0, Double(LogLimits.ordinal))
  /// Rotations in degrees.
  package static let rotation = between(-LogLimits.rotation, LogLimits.rotation)
  /// Factors by which a transform scales.
  package static let scaling = factor(upTo: LogLimits.scaling)
}

extension NumberRange: CustomStringConvertible {
  /// For example "0 to 1", "0 or more" or "more than 0 and at most 10000000".
  package var description: String {
    let isBounded = upper < .greatestFiniteMagnitude
    if isOfCanvas { return "more than 0 and at most \(LogLimits.canvasSide) pixels" }
    if excludesLower { return "more than \(plain(lower))" + (isBounded ? " and at most \(plain(upper))" : "") }
    if lower == upper { return plain(lower) }
    return isBounded ? "\(plain(lower)) to \(plain(upper))" : "\(plain(lower)) or more"
  }
}

/// A number for messages: whole numbers without a fraction.
package func plain(_ value: Double) -> String {
  Int64(exactly: value).map { "\($0)" } ?? "\(value)"
}
