import Geometry

/// The ink of 32 samples in a row: the element of a stroke that is modelled, drawn and versioned as a whole.
///
/// A span is a pure function of the samples around it, so that it comes out the same bit for bit whether it is
/// modelled while the touch moves, at its end, or anew after a revision.
public struct StrokeSpan: Sendable {
  /// How many samples a span has.
  static let sampleCount = 32

  /// The drawing's version when this span settled.
  public internal(set) var settledVersion: Int
  /// The drawing's version when this span last changed.
  public internal(set) var version: Int
  /// What its ink covers, in points.
  public internal(set) var bounds: Rect
  /// Those of the stroke that decide its ink.
  var samples: SpanSamples
  /// The place that its vertices are relative to, in points.
  var origin: Point
  /// Where its vertices stand among the stroke's.
  var firstVertex: Int
  var vertexCount: Int
}

/// A disc on a stroke's path, and the arc that leads to it. Places are relative to the span's origin: that keeps them
/// exact to 2⁻²⁴ of the span's size in half the memory.
struct InkVertex: Hashable, Sendable {
  /// In points.
  var x: Float
  var y: Float
  /// In points, before the thinnest line that a picture draws.
  var radius: Float
  /// Of the arc from the disc before, in points, as `RoundCone` has it.
  var bulge: Float

  func center(from origin: Point) -> Point { Point(origin.x + Double(x), origin.y + Double(y)) }
}

/// A settled span that was modelled anew.
struct SpanRevision: Sendable {
  var version: Int
  var span: Int
  /// What its ink covered before and covers since, in points.
  var covered: Rect
}
