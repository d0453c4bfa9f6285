/// How samples become ink. A recording keeps its look when a later model becomes the default.
public enum StrokeModel: String, Sendable, CaseIterable {
  /// Averages the path over a fixed length.
  case ink1 = "ink-1"
  /// Averages the path as far as the noise of its samples and its speed ask for, and keeps corners.
  case ink2 = "ink-2"

  public static let newest = StrokeModel.ink2

  /// The tool's smoothing where the log gives none: points of `ink-1`, a factor of `ink-2`.
  public var defaultSmoothing: Double {
    switch self {
    case .ink1: 6
    case .ink2: 1
    }
  }
}

/// What decides the shape of ink beside the log.
public struct ModelOptions: Hashable, Sendable {
  /// Where the width of ink comes from.
  public enum WidthSource: String, Sendable, CaseIterable {
    /// The recorded pressure; where the device has none, the speed.
    case auto
    /// The recorded pressure; where the device has none, the tool's width.
    case recorded
    /// The speed, whatever was recorded.
    case velocity
    /// The tool's width throughout.
    case none
  }

  /// The model; nil for the one that the log names, or the newest where it names none.
  public var model: StrokeModel?
  /// How far flattened ink may lie from its curve, in points: 0.05 pixels of the finest picture made of it.
  public var tolerance: Double
  public var widthSource: WidthSource
  /// Whether cancelled strokes stay.
  public var keepsCancelled: Bool

  public init(
    model: StrokeModel? = nil, tolerance: Double = 0.05, widthSource: WidthSource = .auto, keepsCancelled: Bool = false
  ) {
    self.model = model
    self.tolerance = tolerance
    self.widthSource = widthSource
    self.keepsCancelled = keepsCancelled
  }
}
