/// Input events, written in each of the four forms.
struct Recording {
  /// An axis: code, minimum, maximum, resolution.
  var axes: [(code: Int, minimum: Int, maximum: Int, resolution: Int)] = []
  private var events: [(micros: Int, type: Int, code: Int, value: Int)] = []
  private var micros = 1_000_000

  /// A touch screen of 25.4 × 50.8 mm, which has 10 units per millimeter across and 20 down: a point is 2.645… and
  /// 5.291… units, so that multiples of 254 and 508 give whole points.
  static let screen = Recording(axes: [(53, 0, 254, 10), (54, 0, 1016, 20), (58, 0, 100, 0), (57, 0, 65535, 0)])

  init(axes: [(Int, Int, Int, Int)] = []) {
    self.axes = axes.map { (code: $0.0, minimum: $0.1, maximum: $0.2, resolution: $0.3) }
  }

  /// Adds events of a moment and SYN_REPORT, 10 ms after the last.
  func frame(_ changes: (type: Int, code: Int, value: Int)...) -> Recording {
    var copy = self
    for change in changes { copy.events.append((micros, change.type, change.code, change.value)) }
    copy.events.append((micros, 0, 0, 0))
    copy.micros += 10_000
    return copy
  }

  /// Adds events of the next moment, without an end.
  func unfinished(_ changes: (type: Int, code: Int, value: Int)...) -> Recording {
    var copy = self
    for change in changes { copy.events.append((micros, change.type, change.code, change.value)) }
    return copy
  }

  /// Sets the clock.
  func at(_ micros: Int) -> Recording {
    var copy = self
    copy.micros = micros
    return copy
  }

  private static func padded(_ number: Int, _ count: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static func hex(_ number: Int, _ count: Int) -> String { padded(number, count, radix: 16) }

  private static func time(_ micros: Int, from seconds: Int = 0) -> String {
    "\(seconds + micros / 1_000_000).\(padded(micros % 1_000_000, 6))"
  }

  var evemu: String {
    var text = "# EVEMU 1.3\nN: a device\n"
    for axis in axes { text += "A: \(Self.hex(axis.code, 2)) \(axis.minimum) \(axis.maximum) 0 0 \(axis.resolution)\n" }
    for event in events {
      let value = event.value < 0 ? "-" + Self.padded(-event.value, 3) : Self.padded(event.value, 4)
      text += "E: \(Self.time(event.micros)) \(Self.hex(event.type, 4)) \(Self.hex(event.code, 4)) \(value)\t# …\n"
    }
    return text
  }

  var libinput: String {
    var text = "version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event4\n  evdev:\n    absinfo:\n"
    for axis in axes { text += "      \(axis.code): [\(axis.minimum), \(axis.maximum), 0, 0, \(axis.resolution)]\n" }
    return text + "    properties: [1]\n  events:\n  - evdev:\n" + libinputEvents
  }

  /// The list below `- evdev:`.
  var libinputEvents: String {
    events.map {
      "    - [\($0.micros / 1_000_000), \($0.micros % 1_000_000),\t\($0.type), \($0.code), \($0.value)] # …\n"
    }.joined()
  }

  var evtest: String {
    var text = "Input driver version is 1.0.1\nSupported events:\n  Event type 3 (EV_ABS)\n"
    for axis in axes {
      text += "    Event code \(axis.code) (ABS)\n      Value      7\n      Min   \(axis.minimum)\n"
      text += "      Max   \(axis.maximum)\n      Resolution   \(axis.resolution)\n"
    }
    text += "Testing ... (interrupt to exit)\n"
    for event in events {
      text += "Event: time \(Self.time(event.micros, from: 1_500_000_000)), "
      switch (event.type, event.code) {
      case (0, 0): text += "-------------- SYN_REPORT ------------\n"
      case (0, 2): text += "++++++++++++++ SYN_MT_REPORT ++++++++++++\n"
      case (0, 3): text += ">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<\n"
      default: text += "type \(event.type) (EV), code \(event.code) (CODE), value \(event.value)\n"
      }
    }
    return text
  }

  var getevent: String {
    var text = "add device 1: /dev/input/event4\n  name:     \"a device\"\n  events:\n    KEY (0001): 014a  0140\n"
    for (index, axis) in axes.enumerated() {
      text += (index == 0 ? "    ABS (0003): " : "                ") + Self.hex(axis.code, 4)
      text += "  : value 7, min \(axis.minimum), max \(axis.maximum), fuzz 0, flat 0, resolution \(axis.resolution)\n"
    }
    return text + "  input props:\n    INPUT_PROP_DIRECT\n" + geteventEvents
  }

  /// The lines of the events only.
  var geteventEvents: String { geteventEvents(device: "") }

  func geteventEvents(device: String) -> String {
    events.map {
      let value = Self.hex(Int(UInt32(truncatingIfNeeded: $0.value)), 8)
      return
        "[ \(Self.time($0.micros, from: 5000))] \(device)\(Self.hex($0.type, 4)) \(Self.hex($0.code, 4)) \(value)\n"
    }.joined()
  }
}
