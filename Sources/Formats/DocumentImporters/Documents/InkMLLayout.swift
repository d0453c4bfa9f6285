import TouchLog

/// The meaning of the values of a trace: the role of each channel, and its unit.
struct InkMLLayout {
  /// What a channel measures.
  enum Role {
    case x, y, pressure, time, azimuth, altitude, tiltX, tiltY, other
  }

  private(set) var roles: [Role]
  /// For each channel, the factor that converts values to points, 0...1, seconds or degrees.
  private(set) var factors: [Double]
  /// The units of x and y, for the report; nil if they have no size.
  private(set) var unit: String?
  /// The declared maxima of x and y in points; nil if they have no size or no maximum.
  private(set) var extent: Size?
  /// The size of the canvas: the declared maxima, if the minima are 0.
  private(set) var bounds: Size?
  /// Whether the pressure's range is not known.
  private(set) var lacksPressureRange = false

  /// - Parameters:
  ///   - channels: Nil for X and Y.
  ///   - resolution: Returns the resolution of the channel with a name.
  init(_ channels: [InkMLChannel]?, resolution: (String) -> InkMLChannel.Resolution?) {
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
      let resolution = resolution(channel.name)
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
      if channels[x].minimum == 0, channels[y].minimum == 0 { bounds = extent }
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
