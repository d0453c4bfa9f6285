import Geometry
import TouchLog

extension SavedDrawing {
  /// The keys beside `elements`.
  enum Key {
    static let version = FieldSchema(
      "drawing", .integer(.between(1, Double(newestVersion))), isRequired: true, "the version of the format")
    static let size = FieldSchema("size", .pair(.positive(atMost: .greatestFiniteMagnitude)), "the canvas in points")
    static let scale = FieldSchema("scale", .number(.resolution), "pixels a point")
    static let background = FieldSchema("background", LogSchema.background, "what lies under the ink")
    static let model = SavedField<StrokeModel>(
      FieldSchema("model", .names(StrokeModel.allCases.map(\.rawValue)), "the stroke model"))
    static let grid = SavedKey.grid
    static let next = SavedField<Int>(
      FieldSchema("next", .integer(.atLeast(1)), "the number of the next element that nobody names: e12 for 12"),
      in: .between(1, 1e15))
    static let hue = SavedKey.hue
    static let elements = FieldSchema(
      "elements", .array(of: .any), isRequired: true, "in the order in which they began")
  }

  /// Reads a file's JSON.
  /// - Throws: `LogError` for a newer version, an unknown kind of element, a missing key, a wrong type or range, and an id
  ///   that stands twice.
  public init(_ root: JSONValue) throws(LogError) {
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
    for (place, item) in items.enumerated() {
      let element = try SavedElement(item, place: place)
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
      background = try value.color(also: ["none"], "a .png file") { Background($0) }
    }
    return LogHeader(
      size: try size(root, scale: scale ?? 1), scale: scale, background: background,
      model: try root.value(Key.model)?.rawValue, grid: try root.value(Key.grid))
  }

  /// The canvas in points.
  /// - Parameter scale: In pixels a point.
  static func size(_ root: JSONValue, scale: Double) throws(LogError) -> Size? {
    guard let value = root["size"] else { return nil }
    let (width, height) = try value.pair(.positive(atMost: .greatestFiniteMagnitude), expected: .size)
    let side = Swift.max(width, height) * scale
    if side > Double(LogLimits.canvasSide) {
      throw value.error(.canvasTooLarge(side: side, limit: LogLimits.canvasSide))
    }
    return Size(width: width, height: height)
  }

  /// Reads where elements were once, which names elements that come after them.
  private mutating func readEarlierPlacements(_ items: [JSONValue]) throws(LogError) {
    guard items.contains(where: { $0["was"] != nil }) else { return }
    var erasers: [String: Int] = [:]
    for place in elements.indices where elements[place].isEraser { erasers[elements[place].id] = place }
    for (place, item) in items.enumerated() {
      guard let was = item["was"] else { continue }
      var last = place
      for earlier in try was.array() {
        try earlier.checkIsObject()
        let id = try earlier.required(SavedKey.until, of: "was")
        guard let eraser = erasers[id], eraser > last else {
          throw (earlier["until"] ?? earlier).error(.unknownEraser(id))
        }
        elements[place].earlier.append(
          EarlierPlacement(lastEraser: eraser, placement: try earlier.value(SavedKey.transform)))
        last = eraser
      }
    }
  }

  /// Makes the ranks 0, 1, 2 and so on, in their order.
  mutating func closeRanks() {
    let order = elements.indices.sorted { (elements[$0].rank, $0) < (elements[$1].rank, $1) }
    for (rank, place) in order.enumerated() { elements[place].rank = rank }
  }
}

extension SavedElement {
  /// - Parameter place: Its place among the elements, from 0.
  fileprivate init(_ item: JSONValue, place: Int) throws(LogError) {
    try item.checkIsObject()
    let kind = try item.required(SavedKey.kind, of: "an element")
    id = try item.value(SavedKey.id) ?? "e\(place + 1)"
    rank = try item.value(SavedKey.rank) ?? place
    placement = try item.value(SavedKey.transform).flatMap { $0.isIdentity ? nil : $0 }
    content = try Content(item, kind)
    if isEraser, placement != nil, let value = item["transform"] {
      throw value.error(.misplacedKey("transform", of: "an eraser"))
    }
  }
}
