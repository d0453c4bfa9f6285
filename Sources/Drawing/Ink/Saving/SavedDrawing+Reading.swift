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
    nextNumber = try root.value(Key.next) ?? elements.count + 1
    hue = try root.value(Key.hue) ?? 0
    try readEarlierPlacements(items)
    closeRanks()
  }

  static func header(_ root: JSONValue) throws(LogError) -> LogHeader {
    let scale = try root["scale"]?.number(.resolution)
    var background: Background?
    if let value = root["background"] {
      background = try value.color(also: ["none"], "ruled paper or a .png file") { Background($0) }
    }
    var header = LogHeader(
      size: try size(root, scale: scale ?? 1), scale: scale, background: background,
      model: try root.value(Key.model)?.rawValue, grid: try root.value(of: StyleKeys.grid))
    for name in LogHeader.noteNames {
      guard let value = root[name], value.kind == .string else { continue }
      header.notes.append(LogHeader.Note(name, try value.string()))
    }
    return header
  }

  /// The size of the canvas, in points.
  /// - Parameter scale: In pixels per point.
  static func size(_ root: JSONValue, scale: Double) throws(LogError) -> Size? {
    guard let value = root["size"] else { return nil }
    let (width, height) = try value.pair(.positive(atMost: .greatestFiniteMagnitude), expected: .size)
    let side = Swift.max(width, height) * scale
    if side > Double(LogLimits.canvasSide) {
      throw value.error(.canvasTooLarge(side: side, limit: LogLimits.canvasSide))
    }
    return Size(width: width, height: height)
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
        let id = try earlier.required(SavedKey.until, of: "was")
        guard let eraser = erasers[id], eraser > last else {
          throw (earlier["until"] ?? earlier).error(.unknownEraser(id))
        }
        elements[index].earlier.append(
          EarlierPlacement(lastEraser: eraser, placement: try earlier.value(SavedKey.transform)))
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
    let kind = try item.required(SavedKey.kind, of: "an element")
    id = try item.value(SavedKey.id) ?? "e\(index + 1)"
    rank = try item.value(SavedKey.rank) ?? index
    placement = try item.value(SavedKey.transform).flatMap { $0.isIdentity ? nil : $0 }
    content = try Content(item, kind)
    if isEraser, placement != nil, let value = item["transform"] {
      throw value.error(.misplacedKey("transform", of: "an eraser"))
    }
  }
}

extension SavedElement.Content {
  init(_ item: JSONValue, _ kind: SavedKind) throws(LogError) {
    switch kind {
    case .stroke: self = .stroke(try SavedStroke(item))
    case .shape(let shape): self = .shape(try ShapeElement(item, shape))
    case .text: self = .text(try TextElement(item))
    case .image: self = .image(try SavedImage(item))
    }
  }
}

extension SavedStroke {
  fileprivate init(_ item: JSONValue) throws(LogError) {
    let tool = try item.value(SavedKey.tool) ?? Tool.pen
    look = try Look(item, tool, of: .stroke)
    hue = try item.value(SavedKey.hue) ?? 0
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
    for column in SavedKey.columns {
      guard let values = item[column.schema.names[0]] else { continue }
      if details.isEmpty { details = Array(repeating: TouchDetails(), count: samples.count) }
      let count = column.isPair ? 2 : 1
      var numbers: [Double] = []
      if column.isPair {
        guard values.kind == .array, values.count == samples.count else { throw values.wrongType(.contacts) }
        for row in values.elements { numbers += try row.numbers(counts: 2...2, expected: .contacts) }
      } else {
        numbers = try values.numbers(counts: samples.count...samples.count, expected: .numbers)
      }
      for index in samples.indices {
        let value = Array(numbers[index * count..<(index + 1) * count])
        if value.allSatisfy({ $0 >= column.least }) { column.set(&details[index], value) }
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

extension Look {
  /// Keys that are absent take the defaults of the tool.
  fileprivate init(_ item: JSONValue, _ tool: Tool, of kind: StyledKinds) throws(LogError) {
    self.init(tool)
    try read(item, of: kind)
  }
}

extension ShapeElement {
  fileprivate init(_ item: JSONValue, _ kind: Shape.Kind) throws(LogError) {
    let owner = kind.rawValue
    var points = [try item.required(SavedKey.a, of: owner), try item.required(SavedKey.b, of: owner)]
    if kind == .angle, let end = try item.value(SavedKey.c) { points.append(end) }
    self.init(
      look: try Look(item, .shape(kind), of: kind.styledKinds), points: points,
      isDragged: try item.value(SavedKey.dragged) ?? true, legs: [], hue: try item.value(SavedKey.hue) ?? 0)
  }
}

extension TextElement {
  fileprivate init(_ item: JSONValue) throws(LogError) {
    let look = try Look(item, .text, of: .text)
    if look.font != Look.builtInFont, FontName(look.font) == nil, let font = item["font"] {
      throw font.error(.unknownName(key: "font", name: look.font, allowed: [Look.builtInFont]))
    }
    self.init(
      try item.required(SavedKey.wording, of: "text"), origin: try item.required(SavedKey.at, of: "text"),
      wrap: try item.value(SavedKey.wrap), look: look,
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
    look = try Look(item, .pen, of: .image)
  }
}
