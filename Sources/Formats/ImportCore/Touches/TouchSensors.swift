import TouchLog

/// Which kinds of pointers have sensors for pressure and tilt.
///
/// A value that never changes was not measured: a mouse reports a pressure of 0.5, a finger 0 or 1, and a pen without a
/// tilt sensor always stands upright. The kind of pointer does not show this, because some tablets report a mouse.
struct TouchSensors {
  /// What is known about a sensor from the values of a kind of pointer.
  private enum Finding {
    case unknown
    /// All values so far, which have not been given as events.
    case constant(Double)
    case measured
    /// Events were given without the value, which was this one until then.
    case absent(Double)
  }

  private struct Findings {
    var pressure = Finding.unknown
    var altitude = Finding.unknown
  }

  /// By `TouchEvent.Pointer`; the last one is for touches that name none.
  private var findings = InlineArray<4, Findings>(repeating: Findings())
  /// The number of values that differ from those that decided that there is no sensor.
  private(set) var lateValues = 0

  /// Examines a touch that is down and does not end. A pressure of 0 at its beginning is skipped: `TouchSequence`
  /// replaces it.
  mutating func look(at event: TouchEvent) {
    let index = ImportRules.sensorIndex(event.pointer)
    if let pressure = event.pressure, pressure > 0 || event.phase != .began {
      Self.add(pressure, to: &findings[index].pressure)
    }
    if let altitude = event.altitude {
      // Only a pen that is always upright may lack a sensor.
      Self.add(altitude == .pi / 2 ? altitude : .nan, to: &findings[index].altitude)
    }
  }

  private static func add(_ value: Double, to finding: inout Finding) {
    switch finding {
    case .unknown: finding = value.isNaN ? .measured : .constant(value)
    case .constant(let constant): if value != constant { finding = .measured }
    case .measured, .absent: break
    }
  }

  /// Removes values that no sensor measured from an event that the log gets. A decision holds for the rest of the log.
  @inline(__always) mutating func complete(_ event: inout TouchEvent) {
    let index = ImportRules.sensorIndex(event.pointer)
    if let pressure = event.pressure {
      if case .measured = findings[index].pressure {
        if pressure < 0 || pressure > 1 { event.pressure = min(max(pressure, 0), 1) }
      } else {
        event.pressure = nil
        lateValues += Self.decide(pressure, &findings[index].pressure, event.phase)
      }
    }
    if let altitude = event.altitude {
      if case .measured = findings[index].altitude { return }
      event.altitude = nil
      event.azimuth = nil
      lateValues += Self.decide(altitude, &findings[index].altitude, event.phase)
    }
  }

  /// Decides that a value was not measured, if this has not been decided.
  /// - Returns: 1 if the value differs from the one that decided this; otherwise 0.
  private static func decide(_ value: Double, _ finding: inout Finding, _ phase: TouchEvent.Phase) -> Int {
    switch finding {
    case .unknown: finding = .absent(value)
    case .constant(let constant): finding = .absent(constant)
    case .absent(let constant): return phase == .moved && constant != value ? 1 : 0
    case .measured: break
    }
    return 0
  }

  /// The decisions, as sentences.
  var assumptions: [String] {
    var sentences: [String] = []
    for index in findings.indices {
      if case .absent(let constant) = findings[index].pressure {
        sentences.append(ImportRules.noPressureSensor(constant))
      }
      if case .absent = findings[index].altitude {
        sentences.append(ImportRules.noTiltSensor)
      }
    }
    return sentences
  }
}
