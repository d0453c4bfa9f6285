import Geometry
import TouchLog

extension SavedDrawing {
  /// The contents of the file: JSON with one element per line. Equal drawings give equal bytes. Each number has the
  /// fewest digits that read as the same number, so that reading the file gives the same ink bit for bit.
  public var text: [UInt8] {
    var object = JSONObjectWriter(bytes: [])
    object.add("drawing", SavedDrawing.newestVersion)
    object.add(SavedKeys.header, of: header)
    for name in LogHeader.noteNames {
      object.add(name, header.notes.first { $0.key == name }?.text)
    }
    object.add(SavedKeys.counters, of: self)
    object.add("elements", objects: Array(elements.indices), onLines: true) { index, object in
      let element = elements[index]
      let (kind, values) = element.values(at: index)
      object.add("kind", kind.rawValue)
      object.add(SavedKeys.element, of: values)
      write(element.placement, to: &object)
      if !element.earlier.isEmpty {
        object.add("was", objects: element.earlier) { earlier, object in
          object.add("until", elements[earlier.lastEraser].id)
          write(earlier.placement, to: &object)
        }
      }
      object.add(kind.keys, of: values)
      values.look.write(to: &object, of: kind.styles)
      object.add(kind.hue, of: values)
      if case .stroke(let stroke) = element.content { write(stroke, to: &object) }
    }
    return object.close()
  }
}

private func write(_ placement: Placement?, to object: inout JSONObjectWriter) {
  guard let placement else { return }
  object.add("transform") { $0.add(SavedKeys.placement, of: placement) }
}

extension SavedElement {
  /// The kind, and the values besides the placement and the samples.
  fileprivate func values(at index: Int) -> (SavedKind, SavedValues) {
    var values = SavedValues()
    (values.id, values.rank) = (id, rank == index ? nil : rank)
    switch content {
    case .stroke(let stroke):
      (values.tool, values.look, values.hue) = (stroke.look.tool, stroke.look, stroke.hue)
      return (.stroke, values)
    case .shape(let shape):
      (values.a, values.b, values.isDragged) = (shape.points[0], shape.points[1], shape.isDragged)
      if shape.points.count > 2 { values.c = shape.points[2] }
      (values.look, values.hue) = (shape.look, shape.hue)
      return (.shape(shape.kind), values)
    case .text(let text):
      (values.text, values.at, values.wrap) = (text.text, text.origin, text.wrap)
      (values.look, values.hue) = (text.look, text.hue)
      return (.text, values)
    case .image(let image):
      switch image.source {
      case .path(let path): values.path = path
      case .data(let text): values.data = text
      }
      (values.frame, values.look) = (image.frame, image.look)
      return (.image, values)
    }
  }
}

private func write(_ stroke: SavedStroke, to object: inout JSONObjectWriter) {
  object.add("samples", rows: stroke.samples) { sample, row in
    row += [sample.point.x, sample.point.y, sample.time]
    if !sample.pressure.isNaN { row.append(decimal(sample.pressure)) }
  }
  if stroke.samples.contains(where: { $0.tilt.twist != nil }) {
    object.add("twists", stroke.samples.map { $0.tilt.twist ?? -1 })
  }
  for (key, sensor) in SavedKeys.columns where stroke.details.contains(where: { !sensor.numbers($0).isEmpty }) {
    let unknown = [Double](repeating: sensor.least - 1, count: sensor.isPair ? 2 : 1)
    let rows = stroke.details.map { details in
      let numbers = sensor.numbers(details)
      return numbers.isEmpty ? unknown : numbers
    }
    if sensor.isPair {
      object.add(key.names[0], rows: rows) { $1 += $0 }
    } else {
      object.add(key.names[0], rows.flatMap { $0 })
    }
  }
  guard stroke.samples.contains(where: { $0.tilt.altitude != nil || $0.tilt.azimuth != nil }) else { return }
  object.add("tilts", rows: stroke.samples) { sample, row in
    // A pen whose altitude is unknown draws as one that is upright.
    if sample.tilt.altitude != nil || sample.tilt.azimuth != nil { row.append(sample.tilt.altitude ?? .pi / 2) }
    if let azimuth = sample.tilt.azimuth { row.append(azimuth) }
  }
}

/// The Double with the fewest digits that converts to this Float.
private func decimal(_ number: Float) -> Double {
  guard let short = Double(number.description), Float(short) == number else { return Double(number) }
  return short
}
