import DoodleKit

/// What decides the pixels of a picture, beside the log.
struct PictureOptions: Hashable, Sendable {
  /// The canvas in points; nil where the log says it.
  var size: Size?
  var fit = LayoutRequest.Fit.canvas
  /// In points, around the ink where its bounds decide the size.
  var margin = OptionTable.defaultMargin
  var resolution = Resolution.ofLog
  /// nil where the log says it.
  var background: Background?
  /// The path of a picture to draw over.
  var over: String?
  /// nil where the log says it.
  var model: StrokeModel?
  var pressure = ModelOptions.WidthSource.auto
  var keepsCancelled = false

  /// How many pixels there are to the points.
  enum Resolution: Hashable, Sendable {
    /// As the log says.
    case ofLog
    /// Pixels a point.
    case scale(Double)
    /// Pixels an inch of 72 points, which the picture notes for printing.
    case dpi(Double)
    /// The picture's own width, height or both, in pixels. With both, what it shows is centred in it.
    case pixels(width: Int?, height: Int?)
    /// As large as fits into so many pixels.
    case within(width: Int, height: Int)
  }

  init() {}

  init(_ arguments: Arguments) throws(CommandError) {
    size = try arguments[OptionTable.size]
    fit = try arguments[OptionTable.fit] ?? fit
    margin = try arguments[OptionTable.margin] ?? margin
    resolution = try Resolution(arguments)
    background = try arguments[OptionTable.background]
    over = try arguments[OptionTable.over]
    model = try arguments[OptionTable.model]
    pressure = try arguments[OptionTable.pressure] ?? pressure
    keepsCancelled = arguments[OptionTable.keepCancelled]
    if over != nil {
      try arguments.exclude(OptionTable.over, OptionTable.size)
      if fit == .content { throw .usage(.exclusive("--over", "--fit content")) }
      if case .picture = background { throw .usage(.exclusive("--over", "--background with a picture")) }
    }
    if size != nil, fit == .content { throw .usage(.exclusive("--size", "--fit content")) }
  }
}

extension PictureOptions.Resolution {
  init(_ arguments: Arguments) throws(CommandError) {
    let scale = try arguments[OptionTable.scale]
    let dpi = try arguments[OptionTable.dpi]
    let width = try arguments[OptionTable.width]
    let height = try arguments[OptionTable.height]
    try arguments.exclude(OptionTable.scale, OptionTable.dpi)
    for side in [OptionTable.width, OptionTable.height] {
      try arguments.exclude(side, OptionTable.scale)
      try arguments.exclude(side, OptionTable.dpi)
    }
    if let scale {
      self = .scale(scale)
    } else if let dpi {
      self = .dpi(dpi)
    } else if width != nil || height != nil {
      self = .pixels(width: width, height: height)
    } else {
      self = .ofLog
    }
  }
}
