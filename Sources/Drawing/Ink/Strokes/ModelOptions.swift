import Lettering
public import TouchLog

/// The parameters of modeling ink that do not come from the log.
public struct ModelOptions: Hashable, Sendable {
  /// The quantity that determines the width of ink.
  public enum WidthSource: String, Sendable, CaseIterable {
    /// The recorded pressure, or the speed if the device has no pressure.
    case auto
    /// The recorded pressure, or the tool's width if the device has no pressure.
    case recorded
    /// The speed, even if pressure was recorded.
    case velocity
    /// Always the tool's width.
    case none
  }

  /// The model; nil for the model in the log's header, or the newest if the header has none.
  public var model: StrokeModel?
  /// How closely modeled ink follows its true curves, in points, positive: the largest deviation of its arcs from the
  /// points that they replace, and again of the curve between these points. See `tolerance(pixelsPerPoint:)`.
  public var tolerance: Double
  /// The tolerance of the ink whose center elements turn and grow about; nil for `tolerance`.
  package var centerTolerance: Double?
  public var widthSource: WidthSource
  /// Whether canceled strokes are kept.
  public var keepsCancelled: Bool
  /// The style of pens where the log gives no other.
  package var pen = PenStyle()
  /// The font files that have been read.
  package var fonts = FontSet()

  public init(
    model: StrokeModel? = nil, tolerance: Double = ModelOptions.tolerance(pixelsPerPoint: 1),
    widthSource: WidthSource = .auto, keepsCancelled: Bool = false
  ) {
    self.model = model
    self.tolerance = tolerance
    self.widthSource = widthSource
    self.keepsCancelled = keepsCancelled
  }

  /// The tolerance for pictures of a scale, in points: 1/20 of a pixel.
  /// - Parameter scale: Pixels per point, positive.
  public static func tolerance(pixelsPerPoint scale: Double) -> Double { 0.05 / scale }
}
