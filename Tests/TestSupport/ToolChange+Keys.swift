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
