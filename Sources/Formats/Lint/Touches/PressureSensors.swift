import TouchLog

/// Finds kinds of pointers that gave only one pressure, which no sensor can have measured.
struct PressureSensors {
  /// The least number of equal pressures that were not measured. A sensor's last digits change with every event; a tap
  /// of a few events may be too short for that.
  private static let enough = 12

  private enum Pressure {
    case constant(Double, count: Int)
    case measured
  }

  /// Whether the pressures of the current tool are not measured but state the width of its ink: with a thinning of 1,
  /// pressure alone decides the width. Importers of formats that store widths write such tools.
  private(set) var statesWidths = false

  /// The kinds of pointers; nil is that of touches that name none.
  private static let pointers = [nil] + TouchEvent.Pointer.allCases.map(Optional.some)

  /// In the order of `pointers`.
  private var pressures = [Pressure?](repeating: nil, count: pointers.count)

  /// Both ends of a pencil have one sensor.
  private static func index(_ pointer: TouchEvent.Pointer?) -> Int {
    pointers.firstIndex(of: pointer == .eraser ? .pencil : pointer) ?? 0
  }

  /// Takes the tool of the next touches.
  mutating func add(_ tool: ToolChange) {
    if let thinning = tool.style[StyleKeys.thinning] { statesWidths = thinning == 1 }
  }

  /// Takes an event of a touch. The pressure of an event that ends a touch is ignored: many devices report 0 there.
  /// - Returns: Whether this is the first pressure of the kind of pointer.
  mutating func add(_ event: TouchEvent) -> Bool {
    guard !statesWidths, let pressure = event.pressure, event.phase != .ended, event.phase != .cancelled,
      !event.predicted
    else {
      return false
    }
    let index = Self.index(event.pointer)
    let known = pressures[index]
    switch known {
    case _ where event.expects.contains(.pressure): pressures[index] = .measured
    case nil: pressures[index] = .constant(pressure, count: 1)
    case .constant(pressure, let count): pressures[index] = .constant(pressure, count: count + 1)
    case .constant, .measured: pressures[index] = .measured
    }
    return known == nil
  }

  /// Takes a revision. Its pressure was measured, by an unknown kind of pointer.
  mutating func add(_ revision: TouchRevision) {
    guard revision.pressure != nil else { return }
    for index in pressures.indices { pressures[index] = .measured }
  }

  /// Whether any kind of pointer has only one pressure.
  var hasConstant: Bool { Self.pointers.contains { constant(of: $0) != nil } }

  /// The pressure that all events of a kind of pointer have; nil if they differ or are too few.
  func constant(of pointer: TouchEvent.Pointer?) -> Double? {
    guard case .constant(let pressure, let count) = pressures[Self.index(pointer)], count >= Self.enough else {
      return nil
    }
    return pressure
  }
}
