import Geometry
import TouchLog

extension ToolChange {
  /// A tool line with the given keys of its style.
  package init(
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
  package var color: InkColor? {
    get { self[StyleKeys.color] }
    set { self[StyleKeys.color] = newValue }
  }
  package var width: Double? {
    get { self[StyleKeys.width] }
    set { self[StyleKeys.width] = newValue }
  }
  package var opacity: Double? {
    get { self[StyleKeys.opacity] }
    set { self[StyleKeys.opacity] = newValue }
  }
  package var thinning: Double? {
    get { self[StyleKeys.thinning] }
    set { self[StyleKeys.thinning] = newValue }
  }
  package var smoothing: Double? {
    get { self[StyleKeys.smoothing] }
    set { self[StyleKeys.smoothing] = newValue }
  }
  package var taper: Taper? {
    get { self[StyleKeys.taper] }
    set { self[StyleKeys.taper] = newValue }
  }
  package var grid: Double? {
    get { self[StyleKeys.grid] }
    set { self[StyleKeys.grid] = newValue }
  }
}
