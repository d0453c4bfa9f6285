import Geometry
import TouchLog

extension SavedDrawing {
  /// Reads the JSON of a file.
  /// - Throws: `LogError` for a newer version, an unknown kind of element, a missing key, a value of a wrong type or
  ///   out of range, and a duplicate id.
  package init(_ root: JSONValue) throws(LogError) {
    try root.checkIsObject()
    let version = try root.required("drawing", of: "a drawing")
    let number = try version.integer(.atLeast(1))
    if number > SavedDrawing.newestVersion {
      throw version.error(.newerDrawing(number, newest: SavedDrawing.newestVersion))
    }
    self.init(header: try SavedDrawing.header(root))
    let items = try root.required("elements", of: "drawing").array()
    elements.reserveCapacity(items.count)
    var ids = Set<String>(minimumCapacity: items.count)
    for (index, item) in items.enumerated() {
      let element = try SavedElement(item, index: index)
      if !ids.insert(element.id).inserted { throw (item["id"] ?? item).error(.duplicateID(element.id)) }
      elements.append(element)
    }
    nextNumber = elements.count + 1
    try root.read(SavedKeys.counters, into: &self, of: "drawing")
    try readEarlierPlacements(items)
    closeRanks()
  }

  private static func header(_ root: JSONValue) throws(LogError) -> LogHeader {
    var header = LogHeader()
    try root.read(SavedKeys.header, into: &header, of: "drawing")
    try checkCanvas(header.size, scale: header.scale ?? 1, root)
    for name in LogHeader.noteNames {
      guard let value = root[name], value.kind == .string else { continue }
      header.notes.append(LogHeader.Note(name, try value.string()))
    }
    return header
  }

  /// - Parameter scale: In pixels per point.
  static func checkCanvas(_ size: Size?, scale: Double, _ root: JSONValue) throws(LogError) {
    guard let size, let value = root["size"] else { return }
    try value.read { token, _ throws(Fault) in try size.checkCanvas(scale: scale, at: token.start) }
  }

  /// Reads the placements at which erasers met elements that moved later. Erasers follow these elements, so that all
  /// elements must have been read.
  private mutating func readEarlierPlacements(_ items: [JSONValue]) throws(LogError) {
    guard items.contains(where: { $0["was"] != nil }) else { return }
    var erasers: [String: Int] = [:]
    for index in elements.indices where elements[index].isEraser { erasers[elements[index].id] = index }
    for (index, item) in items.enumerated() {
      guard let was = item["was"] else { continue }
      var last = index
      for earlier in try was.array() {
        try earlier.checkIsObject()
        let id = try earlier.required("until", of: "was").string()
        guard let eraser = erasers[id], eraser > last else {
          throw (earlier["until"] ?? earlier).error(.unknownEraser(id))
        }
        elements[index].earlier.append(
          EarlierPlacement(lastEraser: eraser, placement: try Placement(of: earlier)))
        last = eraser
      }
    }
  }

  /// Renumbers the ranks from 0 without gaps. Equal ranks are ordered by index.
  mutating func closeRanks() {
    let order = elements.indices.sorted { (elements[$0].rank, $0) < (elements[$1].rank, $1) }
    for (rank, index) in order.enumerated() { elements[index].rank = rank }
  }
}

extension SavedElement {
  /// - Parameter index: The element's index in the file.
  fileprivate init(_ item: JSONValue, index: Int) throws(LogError) {
    try item.checkIsObject()
    let kind: SavedKind = try item.required("kind", of: "an element").choice()
    var values = SavedValues()
    try item.read(SavedKeys.element, into: &values, of: kind.rawValue)
    let placement = try Placement(of: item).flatMap { $0.isIdentity ? nil : $0 }
    try item.read(kind.keys, into: &values, of: kind.rawValue)
    if case .shape(let shape) = kind { values.tool = .shape(shape) } else if kind == .text { values.tool = .text }
    // Keys that are absent take the defaults of the tool.
    values.look = Look(values.tool)
    try values.look.read(item, of: kind.styles)
    try item.read(kind.hue, into: &values, of: kind.rawValue)
    self.init(
      id: values.id ?? "e\(index + 1)", content: try Content(item, kind, values), rank: values.rank ?? index,
      placement: placement)
    if isEraser, placement != nil, let value = item["transform"] {
      throw value.error(.misplacedKey("transform", of: "an eraser"))
    }
  }
}

extension Placement {
  /// The transform of an object; nil if it has none.
  fileprivate init?(of item: JSONValue) throws(LogError) {
    guard let value = item["transform"] else { return nil }
    try value.checkIsObject()
    self.init(about: Point(0, 0))
    try value.read(SavedKeys.placement, into: &self, of: "transform")
  }
}

extension SavedElement.Content {
  fileprivate init(_ item: JSONValue, _ kind: SavedKind, _ values: SavedValues) throws(LogError) {
    switch kind {
    case .stroke: self = .stroke(try SavedStroke(item, values))
    case .shape:
      self = .shape(
        ShapeElement(
          look: values.look, points: [values.a, values.b] + (values.c.map { [$0] } ?? []),
          isDragged: values.isDragged, legs: [], hue: values.hue))
    case .text:
      if values.look.font != Look.builtInFont, FontName(values.look.font) == nil, let font = item["font"] {
        throw font.error(.unknownName(key: "font", name: values.look.font, allowed: [Look.builtInFont]))
      }
      self = .text(
        TextElement(values.text, origin: values.at, wrap: values.wrap, look: values.look, hue: values.hue))
    case .image:
      if values.path != nil, values.data != nil {
        throw (item["data"] ?? item).error(.duplicateProperty("path", "data"))
      }
      guard let source = values.path.map(NewImage.Source.path) ?? values.data.map(NewImage.Source.data) else {
        throw item.error(.missingKey("\"path\" or \"data\"", of: "image"))
      }
      self = .image(SavedImage(source: source, frame: values.frame, look: values.look))
    }
  }
}

extension SavedStroke {
  fileprivate init(_ item: JSONValue, _ values: SavedValues) throws(LogError) {
    (look, hue) = (values.look, values.hue)
    let rows = try item.required("samples", of: "stroke")
    guard rows.kind == .array, rows.count > 0 else { throw rows.wrongType(.samples) }
    samples = []
    samples.reserveCapacity(rows.count)
    for row in rows.elements { samples.append(try Sample(row, after: samples.last)) }
    if let twists = item["twists"] {
      let twists = try twists.numbers(counts: samples.count...samples.count, expected: .numbers)
      for (index, twist) in twists.enumerated() where twist >= 0 { samples[index].tilt.twist = twist }
    }
    try readDetails(item)
    guard let tilts = item["tilts"] else { return }
    guard tilts.kind == .array, tilts.count == samples.count else { throw tilts.wrongType(.tilts) }
    for (index, row) in tilts.elements.enumerated() {
      let angles = try row.numbers(counts: 0...2, expected: .tilts)
      let azimuth = angles.count == 2 ? angles[1] : nil
      samples[index].tilt = Tilt(altitude: angles.first, azimuth: azimuth, twist: samples[index].tilt.twist)
    }
  }

  private mutating func readDetails(_ item: JSONValue) throws(LogError) {
    for (key, sensor) in SavedKeys.columns {
      guard let values = item[key.names[0]] else { continue }
      if details.isEmpty { details = Array(repeating: TouchDetails(), count: samples.count) }
      var rows: [[Double]] = []
      if sensor.isPair {
        guard values.kind == .array, values.count == samples.count else { throw values.wrongType(.contacts) }
        for row in values.elements { rows.append(try row.numbers(counts: 2...2, expected: .contacts)) }
      } else {
        rows = try values.numbers(counts: samples.count...samples.count, expected: .numbers).map { [$0] }
      }
      for (index, row) in rows.enumerated() where row.allSatisfy({ $0 >= sensor.least }) {
        sensor.setNumbers(&details[index], row)
      }
    }
  }
}

extension Sample {
  /// Times closer than `SampleTrack.shortestStep` are moved apart, as for events.
  fileprivate init(_ row: JSONValue, after last: Sample?) throws(LogError) {
    let values = try row.numbers(counts: 3...4, expected: .sample)
    for coordinate in values[..<2] where !NumberRange.coordinate.contains(coordinate) {
      throw row.error(.outOfRange(key: row.key, value: coordinate, allowed: .coordinate))
    }
    if values.count == 4, values[3] < 0 {
      throw row.error(.outOfRange(key: row.key, value: values[3], allowed: .atLeast(0)))
    }
    let time = last.map { Swift.max(values[2], $0.time + SampleTrack.shortestStep) } ?? values[2]
    self.init(
      point: Point(values[0], values[1]), time: time, pressure: values.count == 4 ? Float(pressure: values[3]) : .nan)
  }
}
