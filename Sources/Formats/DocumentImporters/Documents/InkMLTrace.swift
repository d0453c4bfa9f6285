import Geometry
import ImportCore
import TouchLog

/// Reads the text of traces.
///
/// Points stand between commas. Each value belongs to the next channel; a sign, a letter or a mark ends the number
/// before it, so that blanks may be absent. A mark before a number tells how the channel's values are read from there
/// on: `!` as they are, `'` as differences, `"` as differences of differences.
struct InkMLTraceParser {
  fileprivate enum Mode {
    case explicit, first, second
  }

  /// The state of a channel within a trace.
  fileprivate struct Channel {
    var value = Double.nan
    var velocity = 0.0
    var mode = Mode.explicit
    /// Whether the point has no value of the channel.
    var isAbsent = false
  }

  let layout: InkMLLayout
  /// The most points of a trace.
  let limit: Int
  /// The number of values beyond the last channel.
  private(set) var extraValues = 0
  /// The number of points without a value.
  private(set) var emptyPoints = 0
  /// Whether a trace had commas between the values and blanks between the points.
  private(set) var hasSwapped = false

  /// Whether any tilt of the trace is not 0.
  private var isTilted = false
  /// The factor of the pressure; nil until it is known.
  private var pressureFactor: Double?

  init(_ layout: InkMLLayout, limit: Int) {
    (self.layout, self.limit) = (layout, limit)
  }

  /// The memory that the parser takes, in bytes.
  var memory: Int {
    MemoryLayout<Self>.stride + layout.roles.count * (MemoryLayout<Double>.stride + 1) + 64
  }

  /// Reads a trace.
  /// - Parameter isCut: Whether the last point may be incomplete.
  /// - Returns: Nil if there are too many points.
  /// - Throws: If the text contains anything but values.
  mutating func points(_ text: Span<UInt8>, isCut: Bool) throws(Fault) -> [ImportedPoint]? {
    var channels = Array(repeating: Channel(), count: layout.roles.count)
    var state = channels.mutableSpan
    isTilted = false
    let isSwapped = state.count > 1 && Self.isSwapped(text)
    hasSwapped = hasSwapped || isSwapped
    var points: [ImportedPoint] = []
    points.reserveCapacity(text.count / 10)
    var offset = 0
    while true {
      DecimalText.skipSpace(text, &offset)
      if offset >= text.count { break }
      let read = try readPoint(text, &offset, &state, isSwapped: isSwapped)
      if read == 0 {
        emptyPoints += 1
      } else if offset < text.count || !isCut {
        if read < state.count { for channel in read..<state.count { state[channel].isAbsent = true } }
        guard points.count < limit else { return nil }
        points.append(point(state.span))
      }
      if offset < text.count, text[offset] == UInt8(ascii: ",") { offset += 1 }
    }
    finish(&points)
    return points
  }

  /// Whether the first comma follows the first value at once.
  private static func isSwapped(_ text: Span<UInt8>) -> Bool {
    var offset = 0
    DecimalText.skipSpace(text, &offset)
    guard DecimalText.scan(text, &offset) != nil else { return false }
    return offset < text.count && text[offset] == UInt8(ascii: ",")
  }

  /// Reads the values of a point, up to the comma after it.
  /// - Returns: The number of values.
  private mutating func readPoint(
    _ text: Span<UInt8>, _ offset: inout Int, _ state: inout MutableSpan<Channel>, isSwapped: Bool
  ) throws(Fault) -> Int {
    var channel = 0
    while offset < text.count {
      if text[offset] == UInt8(ascii: ",") {
        if !isSwapped || channel == 0 { return channel }
        offset += 1
        DecimalText.skipSpace(text, &offset)
        continue
      }
      if channel < state.count {
        try Self.readValue(text, &offset, &state[channel])
      } else {
        extraValues += 1
        try Self.skipValue(text, &offset)
      }
      channel += 1
      let valueEnd = offset
      DecimalText.skipSpace(text, &offset)
      if isSwapped, offset > valueEnd, offset < text.count, text[offset] != UInt8(ascii: ",") { return channel }
    }
    return channel
  }

  @inline(__always) private static func readValue(
    _ text: Span<UInt8>, _ offset: inout Int, _ channel: inout Channel
  ) throws(Fault) {
    channel.isAbsent = false
    if let number = DecimalText.scan(text, &offset) {
      channel.take(number)
    } else {
      try readMarkedValue(text, &offset, &channel)
    }
  }

  /// Reads a value that does not begin with a number.
  private static func readMarkedValue(
    _ text: Span<UInt8>, _ offset: inout Int, _ channel: inout Channel
  ) throws(Fault) {
    switch text[offset] {
    case UInt8(ascii: "!"):
      channel.mode = .explicit
      channel.velocity = 0
      offset += 1
    case UInt8(ascii: "'"):
      channel.mode = .first
      offset += 1
    case UInt8(ascii: "\""):
      channel.mode = .second
      offset += 1
    default: break
    }
    DecimalText.skipSpace(text, &offset)
    if let number = DecimalText.scan(text, &offset) { return channel.take(number) }
    guard offset < text.count else { return }
    switch text[offset] {
    case UInt8(ascii: "*"): offset += 1
    case UInt8(ascii: "?"):
      channel.isAbsent = true
      offset += 1
    case UInt8(ascii: "T"):
      channel.value = 1
      offset += 1
    case UInt8(ascii: "F"):
      channel.value = 0
      offset += 1
    case UInt8(ascii: "#"): channel.value = hexadecimal(text, &offset)
    default:
      try skipWord(text, &offset)
      channel.isAbsent = true
    }
  }

  private static func skipValue(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    let marks = "!'\"*?TF#".utf8
    let start = offset
    if marks.contains(bytes[offset]) { offset += 1 }
    if DecimalText.scan(bytes, &offset) == nil, offset == start { try skipWord(bytes, &offset) }
  }

  /// Skips a spelling of NaN, infinity or null.
  private static func skipWord(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") { offset += 1 }
    while offset < bytes.count, (bytes[offset] | 0x20) &- UInt8(ascii: "a") < 26, offset - start < 10 { offset += 1 }
    let word = String(decoding: (start..<offset).map { bytes[$0] }, as: UTF8.self).lowercased()
    guard ["nan", "-nan", "+nan", "inf", "-inf", "+inf", "infinity", "-infinity", "null", "none"].contains(word) else {
      let character = bytes[start]
      let text = character < 0x80 ? String(UnicodeScalar(character)) : "a character beyond ASCII"
      throw Fault(.unexpected("\"\(text)\"", expected: "a value of a trace, or \",\" after a point"), at: start)
    }
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double {
    offset += 1
    let start = offset
    var value = 0.0
    while offset < bytes.count {
      let digit: UInt8
      switch bytes[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[offset] - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[offset] - UInt8(ascii: "A") + 10
      default: return offset > start ? value : .nan
      }
      value = value * 16 + Double(digit)
      offset += 1
    }
    return offset > start ? value : .nan
  }
}

extension InkMLTraceParser.Channel {
  /// Takes a number in the channel's mode.
  @inline(__always) fileprivate mutating func take(_ number: Double) {
    switch mode {
    case .explicit: value = number
    case .first:
      velocity = number
      value += number
    case .second:
      velocity += number
      value += velocity
    }
  }
}

/// Conversion of values to points.
extension InkMLTraceParser {
  private mutating func point(_ state: Span<Channel>) -> ImportedPoint {
    var point = ImportedPoint(.nan, .nan)
    var (tiltX, tiltY) = (0.0, 0.0)
    var hasTilt = false
    for channel in layout.roles.indices {
      let value = state[channel].isAbsent ? .nan : state[channel].value
      let scaled = value * layout.factors[channel]
      switch layout.roles[channel] {
      case .x: point.x = scaled
      case .y: point.y = scaled
      case .pressure:
        if !value.isNaN { point.pressure = value }
      case .time: if scaled.isFinite { point.time = scaled }
      case .azimuth:
        guard scaled.magnitude <= 1e6 else { break }
        isTilted = isTilted || value != 0
        let turns = scaled / 360
        point.azimuth = (turns - turns.rounded(.down)) * 2 * .pi
      case .altitude:
        guard scaled.magnitude <= 1e6 else { break }
        isTilted = isTilted || value != 0
        point.altitude = min(max(scaled, 0), 90) * .pi / 180
      case .tiltX: (tiltX, hasTilt) = (scaled, true)
      case .tiltY: (tiltY, hasTilt) = (scaled, true)
      case .other: break
      }
    }
    if hasTilt, tiltX.magnitude < 90, tiltY.magnitude < 90 {
      isTilted = isTilted || tiltX != 0 || tiltY != 0
      let angles = PenTilt.angles(tiltX, tiltY)
      (point.altitude, point.azimuth) = (angles.altitude, angles.azimuth)
    }
    return point
  }

  /// Completes the points of a trace: their pressures are 0...1, and a tilt that is always 0 was not measured.
  private mutating func finish(_ points: inout [ImportedPoint]) {
    if let channel = layout.roles.firstIndex(of: .pressure) {
      if pressureFactor == nil {
        pressureFactor = layout.factors[channel]
        // If any pressure is above 1, all are taken for steps of 15 bits.
        if layout.lacksPressureRange, points.contains(where: { $0.pressure ?? 0 > 1 }) { pressureFactor = 1 / 32767 }
      }
      let factor = pressureFactor ?? 1
      for index in points.indices {
        if let pressure = points[index].pressure { points[index].pressure = min(max(pressure * factor, 0), 1) }
      }
    }
    if !isTilted, layout.roles.contains(where: { [.azimuth, .altitude, .tiltX, .tiltY].contains($0) }) {
      for index in points.indices { (points[index].altitude, points[index].azimuth) = (nil, nil) }
    }
  }
}
