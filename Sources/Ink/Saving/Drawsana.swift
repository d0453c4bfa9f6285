import Geometry
import TouchLog

/// Drawings of the markup library Drawsana (github.com/Asana/Drawsana), as its version 0.12 draws them.
///
/// Points and sizes are arrays of two numbers, angles are radians, and the transform is about the origin: scaled, then
/// turned, then moved.
extension SavedDrawing {
  /// - Throws: `LogError` for a type of shape that is unknown, a missing key, a wrong type or range.
  init(drawsana root: JSONValue) throws(LogError) {
    try root.checkIsObject()
    let size = try root.required("size", of: "shapes")
    self.init(
      header: LogHeader(
        size: try SavedDrawing.size(root, scale: 1), model: StrokeModel.newest.rawValue))
    if header.size == nil { throw size.wrongType(.size) }
    let shapes = try root.required("shapes", of: "a drawing").array()
    var ids: Set<String> = []
    for shape in shapes {
      let type = try DrawsanaType(shape)
      let element = try SavedElement(drawsana: shape, type, place: elements.count)
      elements.append(element)
    }
    // An app may have copied a shape with its id, which names nothing then but the first.
    for place in elements.indices where !ids.insert(elements[place].id).inserted {
      var id = "e\(place + 1)"
      while !ids.insert(id).inserted { id += "a" }
      elements[place].id = id
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
    // Angles call themselves lines.
    if self == .line, shape["c"] != nil { self = .angle }
  }
}

extension SavedElement {
  fileprivate init(drawsana shape: JSONValue, _ type: DrawsanaType, place: Int) throws(LogError) {
    id = try shape["id"]?.string() ?? "e\(place + 1)"
    rank = place
    let placement = try Placement(drawsana: shape)
    self.placement = placement.isIdentity ? nil : placement
    switch type {
    case .pen:
      let stroke = try SavedStroke(drawsana: shape)
      content = .stroke(stroke)
      if stroke.style.tool == .eraser {
        // An eraser stays where it was made, so it is made where it was taken.
        content = .stroke(stroke.taken(by: placement.similarity))
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
  fileprivate func taken(by map: Similarity) -> SavedStroke {
    var taken = self
    taken.style.width *= map.scale
    for place in samples.indices { taken.samples[place].point = map.apply(samples[place].point) }
    return taken
  }
}

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
