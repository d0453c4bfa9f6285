import JSON
import TouchLog

/// The names of DOM events of pointers.
struct PointerEventName {
  /// The family of an event. One movement of a finger can give events of all three.
  enum Family: String {
    case pointer, mouse, touch
    /// Names without a family, such as "down".
    case other
  }

  var phase: TouchEvent.Phase
  var family: Family
  /// Whether the event is one that a later `pointermove` repeats.
  var isRaw = false

  /// The names of events that have a pointer's position.
  private static let table: [(name: String, event: PointerEventName)] =
    [("pointerrawupdate", PointerEventName(phase: .moved, family: .pointer, isRaw: true))]
    + names(.pointer, "pointer") + names(.mouse, "mouse") + names(.touch, "touch") + names(.other, "")
  private static let indices = NameTable(table.map(\.name))
  private static let events = table.map(\.event)

  private static func names(_ family: Family, _ prefix: String) -> [(String, PointerEventName)] {
    let phases: [(String, TouchEvent.Phase)] =
      switch family {
      case .pointer, .mouse: [("down", .began), ("move", .moved), ("up", .ended)]
      case .touch: [("start", .began), ("move", .moved), ("end", .ended)]
      case .other: [("down", .began), ("start", .began), ("move", .moved), ("up", .ended), ("end", .ended)]
      }
    return (phases + [("cancel", .cancelled)]).map { (prefix + $0, PointerEventName(phase: $1, family: family)) }
  }

  /// The event that a name names; nil for other events.
  static func event(_ name: JSONToken, in bytes: Span<UInt8>) -> PointerEventName? {
    name.kind == .string ? indices.index(of: name, in: bytes).map { events[$0] } : nil
  }

  /// Whether a name is that of an event of a pointer, which may be one that draws nothing.
  static func isEvent(_ name: String) -> Bool {
    let actions = ["over", "out", "enter", "leave"]
    return table.contains { $0.event.family != .other && $0.name == name }
      || actions.contains { name == "pointer" + $0 || name == "mouse" + $0 }
  }
}
