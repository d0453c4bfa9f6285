import Geometry
import TouchLog

/// What each kind of element has of its own.
extension SavedElement.Content {
  init(_ item: JSONValue, _ kind: SavedKind) throws(LogError) {
    switch kind {
    case .stroke: self = .stroke(try SavedStroke(item))
    case .line, .arrow, .rect, .ellipse, .polygon, .star, .angle: self = .shape(try ShapeElement(item, kind))
    case .text: self = .text(try TextElement(item))
    case .image: self = .image(try SavedImage(item))
    }
  }
}

extension SavedStroke {
  fileprivate init(_ item: JSONValue) throws(LogError) {
    let tool = try item.value(SavedKey.tool) ?? .pen
    style = try ToolStyle(item, tool.tool)
    hue = try item.value(SavedKey.hue) ?? 0
    let rows = try item.required("samples", of: "stroke")
    guard rows.kind == .array, rows.count > 0 else { throw rows.wrongType(.samples) }
    samples = []
    samples.reserveCapacity(rows.count)
    for row in rows.elements { samples.append(try Sample(row, after: samples.last)) }
  }
}

extension Sample {
  /// Times too near each other are moved apart, as those of events are.
  fileprivate init(_ row: JSONValue, after last: Sample?) throws(LogError) {
    let values = try row.numbers(counts: 3...4, expected: .sample)
    for (place, allowed) in [LogError.Allowed.coordinate, .coordinate].enumerated()
    where !allowed.contains(values[place]) {
      throw row.error(.outOfRange(key: row.key, value: values[place], allowed: allowed))
    }
    if values.count == 4, values[3] < 0 {
      throw row.error(.outOfRange(key: row.key, value: values[3], allowed: .atLeast(0)))
    }
    let time = last.map { Swift.max(values[2], $0.time + SampleTrack.shortestStep) } ?? values[2]
    self.init(
      point: Point(values[0], values[1]), time: time, pressure: values.count == 4 ? Float(values[3]) : .nan)
  }
}

extension ToolStyle {
  /// What is not given is as the tool has it where a log says nothing.
  fileprivate init(_ item: JSONValue, _ tool: Tool) throws(LogError) {
    self = ToolSettings().pen(of: tool)
    color = try item.value(SavedKey.color) ?? color
    width = try item.value(SavedKey.width) ?? width
    opacity = try item.value(SavedKey.opacity) ?? opacity
    thinning = try item.value(SavedKey.thinning) ?? thinning
    smoothing = try item.value(SavedKey.smoothing) ?? smoothing
    taper = try item.value(SavedKey.taper) ?? taper
    grid = try item.value(SavedKey.grid)
  }
}

extension ShapeElement {
  fileprivate init(_ item: JSONValue, _ kind: SavedKind) throws(LogError) {
    let owner = kind.rawValue
    var points = [try item.required(SavedKey.a, of: owner), try item.required(SavedKey.b, of: owner)]
    if kind == .angle, let end = try item.value(SavedKey.c) { points.append(end) }
    self.init(
      pen: try ToolStyle(item, kind.tool ?? .line), look: try ShapeLook(item), points: points,
      isDragged: try item.value(SavedKey.dragged) ?? true, legs: [], hue: try item.value(SavedKey.hue) ?? 0)
  }
}

extension ShapeLook {
  fileprivate init(_ item: JSONValue) throws(LogError) {
    self.init()
    fill = try item.value(SavedKey.fill) ?? fill
    dash = try item.value(SavedKey.dash) ?? dash
    dashPhase = try item.value(SavedKey.dashPhase) ?? dashPhase
    cap = try item.value(SavedKey.cap) ?? cap
    join = try item.value(SavedKey.join) ?? join
    radius = try item.value(SavedKey.radius) ?? radius
    sides = try item.value(SavedKey.sides) ?? sides
    points = try item.value(SavedKey.points) ?? points
  }
}

extension TextElement {
  fileprivate init(_ item: JSONValue) throws(LogError) {
    if let font = item["font"], try font.string() != TextElement.font {
      throw font.error(.unknownName(key: "font", name: try font.string(), allowed: [TextElement.font]))
    }
    var look = TextLook()
    look.size = try item.value(SavedKey.size) ?? look.size
    look.align = try item.value(SavedKey.align) ?? look.align
    self.init(
      try item.required(SavedKey.wording, of: "text"), origin: try item.required(SavedKey.at, of: "text"),
      wrap: try item.value(SavedKey.wrap), pen: try ToolStyle(item, .text), look: look,
      hue: try item.value(SavedKey.hue) ?? 0)
  }
}

extension SavedImage {
  fileprivate init(_ item: JSONValue) throws(LogError) {
    switch (try item.value(SavedKey.path), try item.value(SavedKey.data)) {
    case (let path?, nil): source = .path(path)
    case (nil, let data?): source = .data(data)
    case (nil, nil): throw item.error(.missingKey("\"path\" or \"data\"", of: "image"))
    case (_?, _?): throw (item["data"] ?? item).error(.duplicateProperty("path", "data"))
    }
    frame = try item.required(SavedKey.frame, of: "image")
    opacity = try item.value(SavedKey.opacity) ?? 1
  }
}
