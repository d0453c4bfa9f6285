/// The names that stand as values in touch lines.
enum TouchNames {
  private static let phases = NameTable(TouchEvent.Phase.allCases.map(\.rawValue) + ["canceled"])
  private static let pointers = NameTable(TouchEvent.Pointer.allCases.map(\.rawValue))
  private static let properties = NameTable([
    "pressure", "force", "point", "position", "location", "altitude", "azimuth",
  ])

  /// The phase that a string names; nil for another name.
  static func phase(_ name: JSONToken, in bytes: Span<UInt8>) -> TouchEvent.Phase? {
    switch phases.index(of: name, in: bytes) {
    case 0: .began
    case 1: .moved
    case 2: .stationary
    case 3: .ended
    case nil: nil
    default: .cancelled
    }
  }

  static func pointer(_ name: JSONToken, in bytes: Span<UInt8>) -> TouchEvent.Pointer? {
    pointers.index(of: name, in: bytes).map { TouchEvent.Pointer.allCases[$0] }
  }

  /// The properties that an array names; other names are ignored, like other keys.
  ///
  /// - Returns: Also the first element that is no string.
  static func properties(
    _ array: JSONToken, in bytes: Span<UInt8>
  ) throws(Fault) -> (TouchProperties, other: JSONToken?) {
    var named: TouchProperties = []
    var json = JSONScanner(spansLines: false)
    var offset = array.start + 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket { return ([], nil) }
    repeat {
      _ = json.skipSpace(bytes, &offset)
      let element = try json.scanValue(bytes, at: offset, depth: 2)
      offset = element.end
      if element.kind != .string { return (named, element) }
      switch properties.index(of: element, in: bytes) {
      case 0, 1: named.insert(.pressure)
      case 2, 3, 4: named.insert(.point)
      case 5: named.insert(.altitude)
      case 6: named.insert(.azimuth)
      default: break
      }
    } while try json.goesOn(bytes, &offset, until: ASCII.closeBracket)
    return (named, nil)
  }
}
