/// How samples become ink. A recording keeps its look when a later model becomes the default.
public enum StrokeModel: String, Sendable, CaseIterable {
  case ink1 = "ink-1"

  public static let newest = StrokeModel.ink1
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

  /// How far flattened ink may lie from its curve, in points: 0.05 pixels of the finest picture made of it.
  public var tolerance: Double
  public var widthSource: WidthSource
  /// Whether cancelled strokes stay.
  public var keepsCancelled: Bool

  public init(tolerance: Double = 0.05, widthSource: WidthSource = .auto, keepsCancelled: Bool = false) {
    self.tolerance = tolerance
    self.widthSource = widthSource
    self.keepsCancelled = keepsCancelled
  }
}
