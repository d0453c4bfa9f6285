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
