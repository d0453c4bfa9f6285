import Geometry
import TouchLog

extension SavedDrawing {
  /// The contents of the file: JSON with one element per line. Equal drawings give equal bytes. Each number has the
  /// fewest digits that read as the same number, so that reading the file gives the same ink bit for bit.
  public var text: [UInt8] {
    var object = JSONObjectWriter(bytes: [])
    object.add("drawing", SavedDrawing.newestVersion)
    if let size = header.size { object.add("size", size.width, size.height) }
    object.add("scale", header.scale)
    object.add("background", header.background?.text)
    object.add("model", header.model)
    object.add("grid", header.grid)
    for name in LogHeader.noteNames {
      object.add(name, header.notes.first { $0.key == name }?.text)
    }
    object.add("next", nextNumber)
    if hue != 0 { object.add("hue", hue) }
    object.add("elements", objects: Array(elements.indices), onLines: true) { index, object in
      let element = elements[index]
      object.add("kind", element.content.kind.rawValue)
      object.add("id", element.id)
      if element.rank != index { object.add("rank", element.rank) }
      if let placement = element.placement { object.add("transform") { write(placement, to: &$0) } }
      if !element.earlier.isEmpty {
        object.add("was", objects: element.earlier) { earlier, object in
          object.add("until", elements[earlier.lastEraser].id)
          if let placement = earlier.placement { object.add("transform") { write(placement, to: &$0) } }
        }
      }
      element.content.write(to: &object)
    }
    return object.close()
  }
}

private func write(_ placement: Placement, to object: inout JSONObjectWriter) {
  object.add("translate", placement.translation.dx, placement.translation.dy)
  object.add("rotate", placement.rotation)
  object.add("scale", placement.scale)
  object.add("center", placement.center.x, placement.center.y)
}

extension SavedElement.Content {
  var kind: SavedKind {
    switch self {
    case .stroke: .stroke
    case .shape(let shape): .shape(shape.kind)
    case .text: .text
    case .image: .image
    }
  }

  fileprivate func write(to object: inout JSONObjectWriter) {
    switch self {
    case .stroke(let stroke): Ink.write(stroke, to: &object)
    case .shape(let shape): Ink.write(shape, to: &object)
    case .text(let text): Ink.write(text, to: &object)
    case .image(let image): Ink.write(image, to: &object)
    }
  }
}

private func write(_ stroke: SavedStroke, to object: inout JSONObjectWriter) {
  object.add("tool", stroke.look.tool.name)
  stroke.look.write(to: &object, of: .stroke)
  writeHue(stroke.hue, to: &object)
  object.add("samples", rows: stroke.samples) { sample, row in
    row += [sample.point.x, sample.point.y, sample.time]
    if !sample.pressure.isNaN { row.append(decimal(sample.pressure)) }
  }
  if stroke.samples.contains(where: { $0.tilt.twist != nil }) {
    object.add("twists", stroke.samples.map { $0.tilt.twist ?? -1 })
  }
  for column in SavedKey.columns where stroke.details.contains(where: { !column.get($0).isEmpty }) {
    let (name, unknown) = (column.schema.names[0], column.least - 1)
    if column.isPair {
      object.add(name, rows: stroke.details) { details, row in
        let value = column.get(details)
        row += value.isEmpty ? [unknown, unknown] : value
      }
    } else {
      object.add(name, stroke.details.map { column.get($0).first ?? unknown })
    }
  }
  guard stroke.samples.contains(where: { $0.tilt.altitude != nil || $0.tilt.azimuth != nil }) else { return }
  object.add("tilts", rows: stroke.samples) { sample, row in
    // A pen whose altitude is unknown draws as one that is upright.
    if sample.tilt.altitude != nil || sample.tilt.azimuth != nil { row.append(sample.tilt.altitude ?? .pi / 2) }
    if let azimuth = sample.tilt.azimuth { row.append(azimuth) }
  }
}

private func write(_ shape: ShapeElement, to object: inout JSONObjectWriter) {
  for (key, point) in zip(["a", "b", "c"], shape.points) { object.add(key, point.x, point.y) }
  if !shape.isDragged { object.add("dragged", false) }
  shape.look.write(to: &object, of: shape.kind.styledKinds)
  writeHue(shape.hue, to: &object)
}

private func write(_ text: TextElement, to object: inout JSONObjectWriter) {
  object.add("text", text.text)
  object.add("at", text.origin.x, text.origin.y)
  object.add("wrap", text.wrap)
  text.look.write(to: &object, of: .text)
  writeHue(text.hue, to: &object)
}

private func write(_ image: SavedImage, to object: inout JSONObjectWriter) {
  switch image.source {
  case .path(let path): object.add("path", path)
  case .data(let text): object.add("data", text)
  }
  object.add("frame", [image.frame.minX, image.frame.minY, image.frame.maxX, image.frame.maxY])
  image.look.write(to: &object, of: .image)
}

private func writeHue(_ hue: Int, to object: inout JSONObjectWriter) {
  if hue != 0 { object.add("hue", hue) }
}

/// The Double with the fewest digits that converts to this Float.
private func decimal(_ number: Float) -> Double {
  guard let short = Double(number.description), Float(short) == number else { return Double(number) }
  return short
}
