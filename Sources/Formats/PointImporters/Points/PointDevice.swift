import TouchLog

extension TouchEvent.Pointer {
  /// What made a point, by a word of a table or of JSON: "pen", "Touch", "TOOL_TYPE_STYLUS".
  init?(pointWord text: String) {
    switch text.split(whereSeparator: { !$0.isLetter }).last?.lowercased() {
    case "pen", "stylus", "pencil": self = .pencil
    case "touch", "finger", "palm": self = .finger
    case "mouse": self = .mouse
    case "eraser", "rubber": self = .eraser
    default: return nil
    }
  }
}

/// What made the points.
extension PointRoles {
  /// The tools of Android's `MotionEvent`, by their numbers; 5 is the palm.
  private static let android: [Double: TouchEvent.Pointer] = [
    1: .finger, 2: .pencil, 3: .mouse, 4: .eraser, 5: .finger,
  ]

  /// The field all of whose values name devices, and what they name, by their bits.
  func device() -> (field: Int, devices: [UInt64: TouchEvent.Pointer])? {
    for index in candidates(.device) where isFree(index) && evidence[index].count > 0 {
      let field = rows.fields[index]
      let isNumbered = field.name.text.lowercased().filter(\.isLetter) == "tooltype"
      var devices: [UInt64: TouchEvent.Pointer] = [:]
      var isKnown = evidence[index].distinct.count <= 16
      for pattern in evidence[index].distinct where isKnown {
        let value = Double(bitPattern: pattern)
        if let device = rows.text(value).map({ TouchEvent.Pointer(pointWord: $0) }) ?? Self.android[value] {
          devices[pattern] = device
        }
        isKnown = devices[pattern] != nil && (isNumbered || value.isNaN) || isNumbered && value == 0
      }
      if isKnown, !devices.isEmpty { return (index, devices) }
    }
    return nil
  }
}
