import Geometry
import TouchLog

extension SavedStroke {
  /// A pen's stroke, or what an eraser took.
  ///
  /// Its line runs from the middle of each segment to that of the next as a parabola whose control point is where they
  /// meet, in the width of the segment that it runs into; from the first place to the first middle, and from the last
  /// middle to the last place, it is straight. Without segments it is a dot.
  init(drawsana shape: JSONValue) throws(LogError) {
    let width = try shape.required("strokeWidth", of: "Pen").number(.positiveLength)
    let start = try shape.required("start", of: "Pen").point()
    let isEraser = try shape["isEraser"]?.boolean() ?? false
    var segments: [DrawsanaSegment] = []
    for value in try shape.required("segments", of: "Pen").array() { segments.append(try DrawsanaSegment(value)) }

    let widest = segments.map(\.width).max() ?? width
    let isEven = segments.allSatisfy { $0.width == widest }
    style = ToolSettings().pen(of: isEraser ? .eraser : .pen)
    // An eraser's colour says nothing.
    if !isEraser { style.color = .solid(try shape.required("strokeColor", of: "Pen").drawsanaColor()) }
    style.width = widest
    style.smoothing = 0
    style.thinning = isEven ? 0 : 1
    hue = 0
    samples = []
    for disc in SavedStroke.discs(from: start, along: segments, width: width) {
      // What folds into a rest tells nothing.
      if samples.last?.point == disc.center { continue }
      let pressure = isEven ? Float.nan : SavedStroke.pressure(forWidth: disc.width, of: widest)
      samples.append(
        Sample(point: disc.center, time: Double(samples.count) * SampleTrack.defaultStep, pressure: pressure))
    }
  }

  /// Places on the line: the middles of segments, and the middles of the parabolas between them.
  private static func discs(
    from start: Point, along segments: [DrawsanaSegment], width: Double
  ) -> [(center: Point, width: Double)] {
    guard let first = segments.first, let last = segments.last else { return [(start, width)] }
    var discs = [(center: first.a, width: first.width)]
    if segments.count > 1 {
      discs.append((first.middle, first.width))
      for (before, segment) in zip(segments, segments.dropFirst()) {
        let chord = before.middle + (segment.middle - before.middle) * 0.5
        discs.append((chord + (segment.a - chord) * 0.5, segment.width))
        discs.append((segment.middle, segment.width))
      }
    }
    discs.append((last.b, last.width))
    return discs
  }

  /// The pressure at which a pen of full thinning draws so wide: its width is twice its own times the effect.
  private static func pressure(forWidth width: Double, of widest: Double) -> Float {
    let effect = width / (2 * widest)
    return Float(StrokeWidth.pressure(forEffect: effect, .newest))
  }
}

/// A part of a pen's stroke.
private struct DrawsanaSegment {
  var a: Point
  var b: Point
  var width: Double

  var middle: Point { a + (b - a) * 0.5 }

  init(_ value: JSONValue) throws(LogError) {
    try value.checkIsObject()
    a = try value.required("a", of: "segments").point()
    b = try value.required("b", of: "segments").point()
    width = try value.required("width", of: "segments").number(.positiveLength)
  }
}

extension JSONValue {
  /// Eight hexadecimal digits, two each of red, green, blue and alpha; six for an opaque colour.
  func drawsanaColor() throws(LogError) -> Color {
    try color { text in Color(text.first == "#" ? text : "#" + text) }
  }
}
