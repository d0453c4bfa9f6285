import Geometry
import ImportCore
import TouchLog

/// How the values of a device's axes become points, pressure and angles.
struct DeviceSurface: Hashable, Sendable {
  /// How an axis is understood.
  enum Unit: Hashable, Sendable {
    /// A number of units per millimeter.
    case millimeters(Int32)
    /// The range of the axis has this length, in points.
    case stretched(Double)
    /// One unit is one point.
    case points
  }

  /// One axis of the surface.
  struct Axis: Hashable, Sendable {
    let unit: Unit
    /// The length of the axis in points; nil if it is unknown.
    let length: Double?
    private let origin: Double
    private let factor: Double
    private let divisor: Double

    init(_ range: AxisRange?, side: Double?) {
      let extent = range?.extent
      origin = extent == nil ? 0 : range.map { Double($0.minimum) } ?? 0
      if let range, range.resolution > 0 {
        unit = .millimeters(range.resolution)
        // 96 points are 25.4 mm. The products are whole, so that only the division rounds.
        (factor, divisor) = (960, 254 * Double(range.resolution))
      } else if let side, let extent {
        unit = .stretched(side)
        (factor, divisor) = (side, extent)
      } else {
        unit = .points
        (factor, divisor) = (1, 1)
      }
      length = extent.map { [factor, divisor] in $0 * factor / divisor }
    }

    @inline(__always) func points(_ value: Int32) -> Double { (Double(value) - origin) * factor / divisor }
  }

  let x: Axis
  let y: Axis
  /// Whether the size was chosen here, for want of a resolution and of a size from the user.
  let isGuessed: Bool
  /// Nil if the range of the pressure is unknown.
  private let pressure: AxisRange?
  private let tiltX: TiltAxis
  private let tiltY: TiltAxis

  /// - Parameters:
  ///   - size: The size of a device that does not report its resolution, in points.
  init(x: AxisRange?, y: AxisRange?, pressure: AxisRange?, tiltX: AxisRange?, tiltY: AxisRange?, size: Size?) {
    let guess = size == nil ? Self.guess(x, y) : nil
    isGuessed = guess != nil
    self.x = Axis(x, side: (size ?? guess)?.width)
    self.y = Axis(y, side: (size ?? guess)?.height)
    self.pressure = pressure?.extent == nil ? nil : pressure
    self.tiltX = TiltAxis(tiltX)
    self.tiltY = TiltAxis(tiltY)
  }

  /// The size of a surface whose unit is neither known nor a pixel; nil for others.
  ///
  /// Panels that count pixels have as many units as a screen. Those that count more are drawn as large as a page.
  private static func guess(_ x: AxisRange?, _ y: AxisRange?) -> Size? {
    guard let x, let y, x.resolution <= 0, y.resolution <= 0, let width = x.extent, let height = y.extent,
      max(width, height) > mostPixels
    else { return nil }
    let longer = max(width, height)
    return Size(width: width * guessedSide / longer, height: height * guessedSide / longer)
  }

  /// The pixels of the longer side of a large screen.
  private static let mostPixels = 3840.0
  /// The longer side of a surface whose unit is unknown, in points.
  static let guessedSide = 1000.0

  /// An axis of the tilt.
  private struct TiltAxis: Hashable, Sendable {
    /// The value of an upright pen: the middle of a range without negative numbers.
    private var center = 0.0
    /// The degrees of a unit. A tilt without a resolution is in degrees or, as libinput reads it, 64° at the ends of a
    /// range in which it cannot be.
    private var unit = 1.0

    init(_ range: AxisRange?) {
      guard let range else { return }
      if range.minimum >= 0 { center = Double((Int(range.minimum) + Int(range.maximum) + 1) / 2) }
      let end = Double(range.maximum) - center
      if range.resolution > 0 { unit = 180 / (.pi * Double(range.resolution)) } else if end > 90 { unit = 64 / end }
    }

    func degrees(_ value: Int32) -> Double { (Double(value) - center) * unit }
  }

  /// The size in points, if it is known and one that a canvas can have.
  var size: Size? {
    guard let width = x.length, let height = y.length, width <= LogLimits.coordinate, height <= LogLimits.coordinate
    else { return nil }
    return Size(width: width, height: height)
  }

  var hasPressureRange: Bool { pressure != nil }

  @inline(__always) func point(_ x: Int32, _ y: Int32) -> Point { Point(self.x.points(x), self.y.points(y)) }

  /// A pressure in 0...1; nil if its range is unknown.
  @inline(__always) func pressure(_ value: Int32) -> Double? {
    guard let pressure else { return nil }
    let minimum = Double(pressure.minimum)
    return max(0, min((Double(value) - minimum) / (Double(pressure.maximum) - minimum), 1))
  }

  func tilt(_ x: Int32, _ y: Int32) -> PenTilt.Angles {
    PenTilt.angles(tiltX.degrees(x), tiltY.degrees(y))
  }

  /// The units of the axes, for reports.
  var unit: String {
    switch (x.unit, y.unit) {
    case (.millimeters(let across), .millimeters(let down)) where across == down: "1/\(across) mm"
    case (.points, .points): "the device's unit, 1 point"
    case (.stretched(let width), .stretched(let height)):
      "the device's unit; the surface is \(plain(width)) × \(plain(height)) points"
    default: "\(Self.text(x.unit)) across, \(Self.text(y.unit)) down"
    }
  }

  private static func text(_ unit: Unit) -> String {
    switch unit {
    case .millimeters(let count): "1/\(count) mm"
    case .stretched(let side): "the device's unit of \(plain(side)) points in all"
    case .points: "1 point"
    }
  }
}
