import JSON

/// What a field of a point means: a column of a table, a key of an object, or a position in a list.
enum PointRole: Int, Hashable, Sendable, CaseIterable {
  case x, y, time, pressure, tiltX, tiltY, altitude, azimuth
  /// What the pen does, such as "down", "move" and "up".
  case phase
  /// What made the point, such as a pen.
  case device
  /// The finger or pen, of which several may be down at a time.
  case touch
  case stroke
  /// The drawing, of which a file may hold many.
  case sample
  /// What the drawing shows.
  case label
  /// Whether the pen touches.
  case pen
  /// Whether the point is the last of its stroke.
  case end

  /// The names of the role, without case and separators, the most telling first.
  private var names: [String] {
    switch self {
    case .x, .y:
      [
        "$", "$pos", "pos$", "$coord", "coord$", "$coordinate", "coordinate$", "point$", "client$", "page$", "screen$",
        "offset$",
        "touch$", "mouse$", "p$",
      ].map { name in String(name.map { $0 == "$" ? self == .x ? "x" : "y" : $0 }) }
    case .time:
      [
        "t", "time", "timestamp", "times", "ts", "eventtime", "elapsed", "when", "ms", "milliseconds", "seconds",
        "millis",
        "datetime",
      ]
    case .pressure: ["pressure", "p", "force", "press", "tippressure", "penpressure", "sensorpressure", "f", "z"]
    case .tiltX: ["tiltx", "xtilt"]
    case .tiltY: ["tilty", "ytilt"]
    case .altitude: ["altitude", "altitudeangle"]
    case .azimuth: ["azimuth", "azimuthangle"]
    case .phase: ["phase", "action", "event", "state", "ev", "op", "kind", "type", "status"]
    case .device:
      ["pointertype", "tooltype", "touchtype", "inputtype", "devicetype", "tool", "device", "pointer", "input"]
        + ["source", "type", "kind"]
    case .touch: ["touch", "pointer", "finger", "contact", "slot", "tracking", "id"]
    case .stroke: ["stroke", "path", "trace", "segment", "curve", "line", "idx", "index"]
    case .sample: ["sample", "drawing", "sketch", "word", "page", "file", "user", "writer", "session", "trial"]
    case .label: ["label", "class", "truth", "word", "char", "character", "symbol"]
    case .pen:
      [
        "pen", "down", "isdown", "pendown", "penstate", "state", "tip", "tipswitch", "touching", "buttons", "button",
        "contact", "touch", "action", "event", "status", "pressed", "writing",
      ] + Self.liftNames
    case .end: ["end", "endofstroke", "eos", "last", "lift", "lifted"]
    }
  }

  /// The places of each role's names.
  private static let ranks = allCases.map { role in
    Dictionary(zip(role.names, 0...), uniquingKeysWith: { first, _ in first })
  }

  /// The place of a name among those of the role, from 0; nil if it is none of them.
  fileprivate func rank(of name: String) -> Int? { Self.ranks[rawValue][name] }

  /// The names of fields that are 1 where the pen does not touch.
  static let liftNames = ["inair", "air", "hover", "hovering", "penup", "up", "isup", "lift", "lifted", "penlifted"]

  /// Names of many other things: only their values show that they have a role.
  static let weakNames: Set<String> = ["id", "idx", "index", "line", "z", "f"]

  /// Whether other words may come before or after a name, as in "SENSOR_PRESSURE" and "screenX".
  fileprivate var allowsWords: Bool {
    switch self {
    case .tiltX, .tiltY, .end, .label, .device: false
    default: true
    }
  }

  /// Whether "id", "index" and the like may end a name.
  fileprivate var isIdentifier: Bool { self == .touch || self == .stroke || self == .sample || self == .label }
}

/// The name of a field: its words and its unit.
struct FieldName {
  /// As the file has it.
  let text: String
  /// In lower case, such as "ms"; nil if the name ends with no unit that is known.
  let unit: String?
  /// In lower case, without digits and the unit.
  private let words: [String]

  private var joined: String { words.joined() }

  /// Words that make something else of a coordinate, a time or a pressure.
  private static let others: Set<String> = [
    "v", "d", "a", "velocity", "speed", "acceleration", "acc", "accel", "delta", "movement", "scroll", "min", "max",
    "mean", "average", "std", "tilt", "angle", "rotation", "radius", "scale", "gyro", "jerk", "prev", "previous",
    "next",
    "start", "end", "target", "down", "up", "duration", "dwell", "wheel", "width", "height",
  ]
  private static let suffixes = ["id", "index", "idx", "number", "num", "no", "nr", "name", "key"]
  private static let times: [String: Double] = [
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "ms": 1e-3, "msec": 1e-3, "millis": 1e-3,
    "millisecond": 1e-3, "milliseconds": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "usec": 1e-6, "micros": 1e-6,
    "microsecond": 1e-6, "microseconds": 1e-6, "ns": 1e-9, "nsec": 1e-9, "nanos": 1e-9, "nanosecond": 1e-9,
    "nanoseconds": 1e-9,
  ]
  private static let lengths: [String: Double] = [
    "px": 1, "pixel": 1, "pixels": 1, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "inch": 96, "inches": 96,
    "pt": 96 / 72,
  ]
  private static let angles: [String: Double] = [
    "deg": .pi / 180, "degree": .pi / 180, "degrees": .pi / 180, "rad": 1, "radians": 1,
  ]

  /// - Parameter text: In any case, with any separators, such as "Pos_X [px]", "screenX" or "time_us".
  init(_ text: String) {
    self.text = text
    var words: [String] = []
    var unit: String?
    var (word, wasLower, bracket) = ("", false, "")
    var isInBrackets = false
    func close() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for letter in text {
      switch letter {
      case "(", "[", "/":
        isInBrackets = true
        close()
      case ")", "]": isInBrackets = false
      case _ where isInBrackets: bracket.append(letter)
      case _ where letter.isLetter:
        if letter.isUppercase, wasLower { close() }
        word.append(letter)
      default: if !letter.isNumber { close() }
      }
      wasLower = letter.isLowercase
    }
    close()
    func isUnit(_ word: String) -> Bool {
      Self.times[word] ?? Self.lengths[word] ?? Self.angles[word] != nil
    }
    if isUnit(bracket.lowercased()) { unit = bracket.lowercased() }
    if unit == nil, words.count > 1, let last = words.last, last != "in", isUnit(last) {
      unit = words.removeLast()
    } else if unit == nil, words.count == 1, ["ms", "milliseconds", "millis", "seconds"].contains(words[0]) {
      unit = words[0]
    }
    if unit == nil, let last = words.last {
      // Without a separator, as in "timestampms".
      for short in ["ms", "us", "ns"] where last.count > 3 && last.hasSuffix(short) {
        let rest = String(last.dropLast(2))
        if PointRole.time.rank(of: rest) != nil { (unit, words[words.count - 1]) = (short, rest) }
      }
    }
    (self.words, self.unit) = (words, unit)
  }

  /// The unit of the values of a role, in points, seconds or radians; nil if the name has none.
  func scale(as role: PointRole) -> Double? {
    let units =
      switch role {
      case .x, .y: Self.lengths
      case .time: Self.times
      default: Self.angles
      }
    return unit.flatMap { units[$0] }
  }

  /// How well the name fits a role: the lower, the better; nil if it does not fit.
  func rank(as role: PointRole) -> Int? {
    let joined = joined
    // Several columns such as p1 and p2 are not the pressure.
    if joined.count == 1, role != .x, role != .y, text.contains(where: \.isNumber) { return nil }
    if let index = role.rank(of: joined) { return index }
    if role.isIdentifier {
      for suffix in Self.suffixes where joined.hasSuffix(suffix) {
        if let index = role.rank(of: String(joined.dropLast(suffix.count))) { return index }
      }
    }
    guard role.allowsWords, words.count > 1 else { return nil }
    let core = role.isIdentifier ? words.filter { !Self.suffixes.contains($0) } : words
    let isMeasured = role.rawValue <= PointRole.azimuth.rawValue
    if isMeasured, words.contains(where: Self.others.contains) { return nil }
    let ends = isMeasured || role == .phase ? [core.first, core.last] : [core.last]
    let index = ends.lazy.compactMap { $0 }
      .compactMap { $0.count > 1 || role == .x || role == .y ? role.rank(of: $0) : nil }.first
    return index.map { 100 + $0 }
  }

  /// The roles that the name fits.
  var roles: [PointRole: Int] {
    var roles: [PointRole: Int] = [:]
    for role in PointRole.allCases { roles[role] = rank(as: role) }
    // A word such as "pen" or "touch" before x says nothing of itself.
    if roles[.x] != nil || roles[.y] != nil { return roles.filter { $0.key == .x || $0.key == .y } }
    return roles
  }

  /// Whether the field is 1 where the pen does not touch.
  var isLift: Bool { PointRole.liftNames.contains(joined) }

  /// The name without the word for x or y, which both coordinates of a pair share.
  var pair: [String] { words.map { $0 == "x" || $0 == "y" ? "" : $0.filter { !"xy".contains($0) } } }
}

/// What the pen does at a point.
enum PointPhase: UInt8 {
  case move, begin, end, cancel
  /// The pen hovers, or the row is of another event.
  case air

  private static let words: [(phase: PointPhase, words: [String])] = [
    (.cancel, ["cancel", "cancelled", "canceled"]),
    (.begin, ["down", "start", "started", "begin", "began", "press", "pressed", "tap", "d", "b"]),
    (.air, ["hover", "hovering", "enter", "exit", "leave", "out", "over", "air", "none", "off"]),
    (.end, ["up", "end", "ended", "release", "released", "lift", "lifted", "finish", "finished", "stop", "u", "e"]),
    (
      .move,
      [
        "move", "moved", "moving", "drag", "dragged", "dragging", "change", "changed", "draw", "stationary", "motion",
        "continue", "m",
      ]
    ),
  ]

  /// - Parameter text: A word, or one that begins with others, such as "ACTION_DOWN" or "touchend".
  init?(_ text: String) {
    let letters = text.lowercased().filter(\.isLetter)
    let found = Self.words.first { $0.words.contains { $0.count > 1 ? letters.hasSuffix($0) : letters == $0 } }
    guard let found, letters.count < 40 else { return nil }
    self = found.phase
  }
}
