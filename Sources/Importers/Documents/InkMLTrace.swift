import Geometry
import TouchLog

/// The meaning of the values of a trace: which channel is what, in which unit.
struct InkMLLayout {
  /// What a channel measures.
  enum Role {
    case x, y, pressure, time, azimuth, altitude, tiltX, tiltY, other
  }

  private(set) var roles: [Role]
  /// What a value is multiplied by, by channel: to points, 0...1, seconds or degrees.
  private(set) var factors: [Double]
  /// The units of x and y, for the report; nil if they have no size.
  private(set) var unit: String?
  /// The declared maxima of x and y in points; nil if they have no size or no maximum.
  private(set) var extent: Size?
  /// Whether the pressure's range is not known.
  private(set) var lacksPressureRange = false
  var hasTime: Bool { roles.contains { $0 == .time } }

  /// - Parameter channels: Nil for X and Y.
  init(_ channels: [InkMLChannel]?, resolutions: [String: InkMLChannel.Resolution]) {
    guard let channels, !channels.isEmpty else {
      (roles, factors) = ([.x, .y], [1, 1])
      return
    }
    (roles, factors) = ([], [])
    var units: [String] = []
    var sides: [Double] = []
    for channel in channels {
      let role = Self.role(channel.name)
      // The first of two channels of one name counts.
      let isKnown = role != .other && roles.contains { $0 == role }
      roles.append(isKnown ? .other : role)
      let resolution = resolutions[channel.name]
      let factor: Double
      switch role {
      case .x, .y:
        let length = Self.length(channel, resolution)
        factor = length?.points ?? 1
        if !isKnown, let length {
          units.append("\(role == .x ? "x" : "y") in \(length.unit)")
          if let maximum = channel.maximum, maximum > 0 { sides.append(maximum * length.points) }
        }
      case .pressure:
        let maximum = channel.maximum ?? (channel.type == "integer" ? 32767 : 1)
        lacksPressureRange = channel.maximum == nil && channel.type != "integer"
        factor = maximum > 0 ? 1 / maximum : 1
      case .time: factor = channel.units == "s" ? 1 : 0.001
      case .azimuth, .altitude, .tiltX, .tiltY:
        let steps = resolution.flatMap { $0.value > 0 ? $0.value : nil } ?? 1
        let unit = resolution?.units ?? channel.units ?? ""
        factor = (unit.hasSuffix("rad") ? 180 / Double.pi : 1) / steps
      case .other: factor = 1
      }
      factors.append(factor)
    }
    if units.count == 2 { unit = units.joined(separator: ", ") }
    if sides.count == 2, let x = roles.firstIndex(of: .x), let y = roles.firstIndex(of: .y) {
      extent = x < y ? Size(width: sides[0], height: sides[1]) : Size(width: sides[1], height: sides[0])
    }
  }

  private static func role(_ name: String) -> Role {
    switch name {
    case "X": .x
    case "Y": .y
    case "F": .pressure
    case "T": .time
    case "OA": .azimuth
    case "OE": .altitude
    case "OTx": .tiltX
    case "OTy": .tiltY
    default: .other
    }
  }

  /// The size of a step of a coordinate in points; nil if it has none.
  private static func length(
    _ channel: InkMLChannel, _ resolution: InkMLChannel.Resolution?
  ) -> (points: Double, unit: String)? {
    if let resolution, resolution.value > 0, let units = resolution.units, units.hasPrefix("1/"),
      let points = InkMLUnit.points(String(units.dropFirst(2)))
    {
      return (points / resolution.value, "1/\(plain(resolution.value)) \(units.dropFirst(2))")
    }
    guard let points = InkMLUnit.points(channel.units) else { return nil }
    return (points, channel.units == "himetric" ? "1/100 mm" : channel.units ?? "")
  }
}

/// Reads the text of traces.
///
/// Points stand between commas. Each value belongs to the next channel; a sign, a letter or a mark ends the number
/// before it, so that blanks may be absent. A mark before a number says how the channel's values are to be read from
/// there on: `!` as they are, `'` as differences, `"` as differences of differences.
struct InkMLTraceParser {
  private enum Mode {
    case explicit, first, second
  }

  let layout: InkMLLayout
  /// The most points of a trace.
  let limit: Int
  /// The number of values that no channel has.
  private(set) var extraValues = 0
  /// The number of points without a value.
  private(set) var emptyPoints = 0
  /// Whether a trace had commas between the values and blanks between the points.
  private(set) var hasSwapped = false

  private var modes: [Mode] = []
  private var values: [Double] = []
  private var velocities: [Double] = []
  /// Which channels have no value at the point.
  private var isAbsent: [Bool] = []
  /// Whether any tilt of the trace is not 0.
  private var isTilted = false
  /// What the pressure is multiplied by, once that is known.
  private var pressureFactor: Double?

  init(_ layout: InkMLLayout, limit: Int) {
    (self.layout, self.limit) = (layout, limit)
  }

  /// Reads a trace.
  /// - Parameter isCut: Whether the last point may be incomplete.
  /// - Throws: If the text has something else than values; nil if it has too many points.
  mutating func points(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isCut: Bool
  ) throws(Fault) -> [ImportedPoint]? {
    let count = layout.roles.count
    modes = Array(repeating: .explicit, count: count)
    values = Array(repeating: .nan, count: count)
    velocities = Array(repeating: 0, count: count)
    isAbsent = Array(repeating: false, count: count)
    isTilted = false
    let isSwapped = count > 1 && Self.isSwapped(bytes, range)
    hasSwapped = hasSwapped || isSwapped
    var points: [ImportedPoint] = []
    points.reserveCapacity(range.count / 8)
    var offset = range.lowerBound
    let end = range.upperBound
    while true {
      DecimalText.skipSpace(bytes, &offset, end)
      if offset >= end { break }
      let read = try readPoint(bytes, &offset, end, isSwapped: isSwapped)
      if read == 0 {
        emptyPoints += 1
      } else if offset < end || !isCut {
        for channel in min(read, count)..<count { isAbsent[channel] = true }
        guard points.count < limit else { return nil }
        points.append(point())
      }
      if offset < end, bytes[offset] == UInt8(ascii: ",") { offset += 1 }
    }
    finish(&points)
    return points
  }

  /// Whether the first comma follows the first value at once.
  private static func isSwapped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    DecimalText.skipSpace(bytes, &offset, range.upperBound)
    guard DecimalText.scan(bytes, &offset, range.upperBound) != nil else { return false }
    return offset < range.upperBound && bytes[offset] == UInt8(ascii: ",")
  }

  /// Reads the values of a point, up to the comma after it.
  /// - Returns: The number of values.
  private mutating func readPoint(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, isSwapped: Bool
  ) throws(Fault) -> Int {
    let count = values.count
    var channel = 0
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: ",") {
        if !isSwapped || channel == 0 { return channel }
        offset += 1
        DecimalText.skipSpace(bytes, &offset, end)
        continue
      }
      if channel < count {
        try readValue(bytes, &offset, end, channel)
      } else {
        extraValues += 1
        try skipValue(bytes, &offset, end)
      }
      channel += 1
      let valueEnd = offset
      DecimalText.skipSpace(bytes, &offset, end)
      if isSwapped, offset > valueEnd, offset < end, bytes[offset] != UInt8(ascii: ",") { return channel }
    }
    return channel
  }

  private mutating func readValue(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, _ channel: Int
  ) throws(Fault) {
    switch bytes[offset] {
    case UInt8(ascii: "!"):
      modes[channel] = .explicit
      velocities[channel] = 0
      offset += 1
    case UInt8(ascii: "'"):
      modes[channel] = .first
      offset += 1
    case UInt8(ascii: "\""):
      modes[channel] = .second
      offset += 1
    default: break
    }
    DecimalText.skipSpace(bytes, &offset, end)
    isAbsent[channel] = false
    if let number = DecimalText.scan(bytes, &offset, end) {
      switch modes[channel] {
      case .explicit:
        values[channel] = number
      case .first:
        velocities[channel] = number
        values[channel] += number
      case .second:
        velocities[channel] += number
        values[channel] += velocities[channel]
      }
      return
    }
    guard offset < end else { return }
    switch bytes[offset] {
    case UInt8(ascii: "*"): offset += 1
    case UInt8(ascii: "?"):
      isAbsent[channel] = true
      offset += 1
    case UInt8(ascii: "T"):
      values[channel] = 1
      offset += 1
    case UInt8(ascii: "F"):
      values[channel] = 0
      offset += 1
    case UInt8(ascii: "#"): values[channel] = Self.hexadecimal(bytes, &offset, end)
    default:
      try skipWord(bytes, &offset, end)
      isAbsent[channel] = true
    }
  }

  private func skipValue(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) throws(Fault) {
    let marks = "!'\"*?TF#".utf8
    let start = offset
    if marks.contains(bytes[offset]) { offset += 1 }
    if DecimalText.scan(bytes, &offset, end) == nil, offset == start { try skipWord(bytes, &offset, end) }
  }

  /// Skips a spelling of NaN, infinity or null.
  private func skipWord(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) throws(Fault) {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") { offset += 1 }
    while offset < end, (bytes[offset] | 0x20) &- UInt8(ascii: "a") < 26, offset - start < 10 { offset += 1 }
    let word = String(decoding: (start..<offset).map { bytes[$0] }, as: UTF8.self).lowercased()
    guard ["nan", "-nan", "+nan", "inf", "-inf", "+inf", "infinity", "-infinity", "null", "none"].contains(word) else {
      let character = bytes[start]
      let text = character < 0x80 ? String(UnicodeScalar(character)) : "a character beyond ASCII"
      throw Fault(.unexpected("\"\(text)\"", expected: "a value of a trace, or \",\" after a point"), at: start)
    }
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) -> Double {
    offset += 1
    let start = offset
    var value = 0.0
    while offset < end {
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

/// Points of values.
extension InkMLTraceParser {
  private mutating func point() -> ImportedPoint {
    var point = ImportedPoint(.nan, .nan)
    var (tiltX, tiltY) = (0.0, 0.0)
    var hasTilt = false
    for channel in layout.roles.indices {
      let value = isAbsent[channel] ? .nan : values[channel]
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
        // Numbers above 1 are steps of 15 bits.
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
