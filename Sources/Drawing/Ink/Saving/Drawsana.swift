import Geometry
import TouchLog

/// Drawings of the markup library Drawsana (github.com/Asana/Drawsana), as its version 0.12 draws them.
///
/// Points and sizes are arrays of two numbers, and angles are in radians. A transform scales about the origin, then
/// rotates about it, then translates.
extension SavedDrawing {
  /// Reads the JSON of a Drawsana file.
  /// - Throws: `LogError` for an unknown type of shape, a missing key, and a value of a wrong type or out of range.
  init(drawsana root: JSONValue) throws(LogError) {
    try root.checkIsObject()
    let (width, height) = try root.required("size", of: "shapes").pair(.canvasSide, expected: .size)
    self.init(
      header: LogHeader(size: Size(width: width, height: height), model: StrokeModel.newest.rawValue))
    try SavedDrawing.checkCanvas(header.size, scale: 1, root)
    let shapes = try root.required("shapes", of: "a drawing").array()
    var ids: Set<String> = []
    for shape in shapes {
      let type = try DrawsanaType(shape)
      let element = try SavedElement(drawsana: shape, type, index: elements.count)
      elements.append(element)
    }
    // Apps copy shapes together with their ids. The first shape keeps the id.
    for index in elements.indices where !ids.insert(elements[index].id).inserted {
      var id = "e\(index + 1)"
      while !ids.insert(id).inserted { id += "a" }
      elements[index].id = id
    }
    nextNumber = elements.count + 1
  }
}

/// The types of Drawsana's shapes.
enum DrawsanaType: String, CaseIterable {
  case pen = "Pen"
  case line = "Line"
  case rectangle = "Rectangle"
  case ellipse = "Ellipse"
  case star = "Star"
  case ngon = "Ngon"
  case angle = "Angle"
  case text = "Text"

  init(_ shape: JSONValue) throws(LogError) {
    try shape.checkIsObject()
    self = try shape.required("type", of: "a shape").choice()
    // Drawsana writes angles with the type "Line".
    if self == .line, shape["c"] != nil { self = .angle }
  }
}

extension SavedElement {
  fileprivate init(drawsana shape: JSONValue, _ type: DrawsanaType, index: Int) throws(LogError) {
    id = try shape["id"]?.string() ?? "e\(index + 1)"
    rank = index
    let placement = try Placement(drawsana: shape)
    self.placement = placement.isIdentity ? nil : placement
    switch type {
    case .pen:
      let stroke = try SavedStroke(drawsana: shape)
      content = .stroke(stroke)
      if stroke.look.tool.makes == .erasure {
        // An eraser has no placement: its samples are moved instead.
        content = .stroke(stroke.transformed(by: placement.similarity))
        self.placement = nil
      }
    case .text: content = .text(try TextElement(drawsana: shape))
    case .line, .rectangle, .ellipse, .star, .ngon, .angle:
      content = .shape(try ShapeElement(drawsana: shape, type))
    }
  }
}

extension Placement {
  fileprivate init(drawsana shape: JSONValue) throws(LogError) {
    let origin = Point(0, 0)
    guard let transform = shape["transform"] else {
      self.init(about: origin)
      return
    }
    try transform.checkIsObject()
    let translation = try transform.required("translation", of: "transform").point(nil)
    let radians = try transform.required("rotation", of: "transform").number(.between(-1e6, 1e6))
    self.init(
      translation: translation - origin, rotation: radians * (180 / Double.pi),
      scale: try transform.required("scale", of: "transform").number(.positive(atMost: 1e6)), center: origin)
  }
}

extension SavedStroke {
  fileprivate func transformed(by map: Similarity) -> SavedStroke {
    var result = self
    result.look.width *= map.scale
    for index in samples.indices { result.samples[index].point = map.apply(samples[index].point) }
    return result
  }
}

extension SavedStroke {
  /// A stroke of the pen or the eraser.
  ///
  /// From the center of each segment to the center of the next, Drawsana draws a parabola whose control point is their
  /// common end, in the width of the second segment. It draws straight lines from the start to the first center and
  /// from the last center to the end. A stroke without segments is a dot.
  init(drawsana shape: JSONValue) throws(LogError) {
    let width = try shape.required("strokeWidth", of: "Pen").number(.positiveLength)
    let start = try shape.required("start", of: "Pen").point()
    let isEraser = try shape["isEraser"]?.boolean() ?? false
    var segments: [DrawsanaSegment] = []
    for value in try shape.required("segments", of: "Pen").array() { segments.append(try DrawsanaSegment(value)) }

    let widest = segments.map { $0.width }.max() ?? width
    let isEven = segments.allSatisfy { $0.width == widest }
    look = Look(isEraser ? .eraser : .pen)
    // The color of an eraser has no meaning.
    if !isEraser { look.color = .solid(try shape.required("strokeColor", of: "Pen").drawsanaColor()) }
    look.width = widest
    look.smoothing = 0
    look.thinning = isEven ? 0 : 1
    hue = 0
    samples = []
    for disc in SavedStroke.discs(from: start, along: segments, width: width) {
      // A second sample at the same position would not change the ink.
      if samples.last?.point == disc.center { continue }
      let pressure = isEven ? Float.nan : SavedStroke.pressure(forWidth: disc.width, of: widest)
      samples.append(
        Sample(point: disc.center, time: Double(samples.count) * SampleTrack.defaultStep, pressure: pressure))
    }
  }

  /// Discs on the line: at its ends, at the centers of segments, and in the middle of each parabola.
  private static func discs(
    from start: Point, along segments: [DrawsanaSegment], width: Double
  ) -> [(center: Point, width: Double)] {
    guard let first = segments.first, let last = segments.last else { return [(start, width)] }
    var discs = [(center: first.a, width: first.width)]
    if segments.count > 1 {
      discs.append((first.center, first.width))
      for (before, segment) in zip(segments, segments.dropFirst()) {
        let chord = before.center + (segment.center - before.center) * 0.5
        discs.append((chord + (segment.a - chord) * 0.5, segment.width))
        discs.append((segment.center, segment.width))
      }
    }
    discs.append((last.b, last.width))
    return discs
  }

  /// The pressure at which a pen with thinning 1 draws this width: the width is twice the pen's times the effect.
  private static func pressure(forWidth width: Double, of widest: Double) -> Float {
    let effect = width / (2 * widest)
    return Float(StrokeModel.newest.pressure(forEffect: effect))
  }
}

/// A segment of a stroke, from `a` to `b`.
private struct DrawsanaSegment {
  var a: Point
  var b: Point
  var width: Double

  var center: Point { a + (b - a) * 0.5 }

  init(_ value: JSONValue) throws(LogError) {
    try value.checkIsObject()
    a = try value.required("a", of: "segments").point()
    b = try value.required("b", of: "segments").point()
    width = try value.required("width", of: "segments").number(.positiveLength)
  }
}

extension JSONValue {
  /// A color of eight hexadecimal digits, two each for red, green, blue and alpha, or of six if it is opaque.
  func drawsanaColor() throws(LogError) -> Color {
    try color { text in Color(text.first == "#" ? text : "#" + text) }
  }
}
