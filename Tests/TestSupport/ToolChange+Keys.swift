import Geometry
import TouchLog

extension ToolChange {
  /// A tool line with the given keys of its style.
  public init(
    name: String, color: InkColor? = nil, width: Double? = nil, opacity: Double? = nil, thinning: Double? = nil,
    smoothing: Double? = nil, taper: Taper? = nil, grid: Double? = nil, mode: String? = nil
  ) {
    self.init(name: name, mode: mode)
    style.color = color
    style.width = width
    style.opacity = opacity
    style.thinning = thinning
    style.smoothing = smoothing
    style.taper = taper
    style.grid = grid
  }
}

/// Short names of the keys that tests give.
extension StyleChange {
  public var color: InkColor? {
    get { self[StyleKeys.color] }
    set { self[StyleKeys.color] = newValue }
  }
  public var width: Double? {
    get { self[StyleKeys.width] }
    set { self[StyleKeys.width] = newValue }
  }
  public var opacity: Double? {
    get { self[StyleKeys.opacity] }
    set { self[StyleKeys.opacity] = newValue }
  }
  public var thinning: Double? {
    get { self[StyleKeys.thinning] }
    set { self[StyleKeys.thinning] = newValue }
  }
  public var smoothing: Double? {
    get { self[StyleKeys.smoothing] }
    set { self[StyleKeys.smoothing] = newValue }
  }
  public var taper: Taper? {
    get { self[StyleKeys.taper] }
    set { self[StyleKeys.taper] = newValue }
  }
  public var grid: Double? {
    get { self[StyleKeys.grid] }
    set { self[StyleKeys.grid] = newValue }
  }
  public var fill: Fill? {
    get { self[StyleKeys.fill] }
    set { self[StyleKeys.fill] = newValue }
  }
  public var dash: [Double]? {
    get { self[StyleKeys.dash] }
    set { self[StyleKeys.dash] = newValue }
  }
  public var dashPhase: Double? {
    get { self[StyleKeys.dashPhase] }
    set { self[StyleKeys.dashPhase] = newValue }
  }
  public var cap: LineCap? {
    get { self[StyleKeys.cap] }
    set { self[StyleKeys.cap] = newValue }
  }
  public var join: LineJoin? {
    get { self[StyleKeys.join] }
    set { self[StyleKeys.join] = newValue }
  }
  public var radius: Double? {
    get { self[StyleKeys.radius] }
    set { self[StyleKeys.radius] = newValue }
  }
  public var sides: Int? {
    get { self[StyleKeys.sides] }
    set { self[StyleKeys.sides] = newValue }
  }
  public var points: Int? {
    get { self[StyleKeys.points] }
    set { self[StyleKeys.points] = newValue }
  }
  public var size: Double? {
    get { self[StyleKeys.size] }
    set { self[StyleKeys.size] = newValue }
  }
  public var font: String? {
    get { self[StyleKeys.font] }
    set { self[StyleKeys.font] = newValue }
  }
  public var align: TextAlignment? {
    get { self[StyleKeys.align] }
    set { self[StyleKeys.align] = newValue }
  }
}
