import DoodleKit

/// The options that decide the pixels.
extension OptionTable {
  static var picture: [OptionEntry] {
    [
      size.entry, fit.entry, margin.entry, scale.entry, width.entry, height.entry, dpi.entry, background.entry,
      over.entry,
      model.entry, pressure.entry, keepCancelled.entry,
    ]
  }

  static let size = ValueOption<Size>(
    "size", .size(in: 0.001...LogLimits.coordinate), in: .picture, "the canvas in points",
    initial: "the log's; else the ink and its margin")

  static let fit = ValueOption<LayoutRequest.Fit>(
    "fit", .choice("WHAT"), in: .picture, "what the picture shows: the canvas, or the content",
    details: "\"content\" is the bounds of the ink and its margin, whatever canvas the log gives.",
    initial: LayoutRequest.Fit.canvas.rawValue)

  static let margin = ValueOption<Double>(
    "margin", .number(in: 0...LogLimits.coordinate, of: "points"), in: .picture,
    "points around the ink where its bounds decide the size", initial: JSON.number(defaultMargin).description)

  static let scale = ValueOption<Double>(
    "scale", .number(in: 0.001...10_000, placeholder: "S"), in: .picture, "pixels a point",
    details: "A name that ends in @2x, such as icon@2x.png, sets it to 2, and so on.", initial: "the log's, or 1")

  static let width = ValueOption<Int>(
    "width", .count(in: 1...LogLimits.canvasSide, of: "pixels", placeholder: "W"), in: .picture,
    "the picture's width in pixels, instead of a scale")

  static let height = ValueOption<Int>(
    "height", .count(in: 1...LogLimits.canvasSide, of: "pixels", placeholder: "H"), in: .picture,
    "the picture's height in pixels, instead of a scale",
    details: "With --width as well, the picture has just this size, and what it shows is centred in it.")

  static let dpi = ValueOption<Double>(
    "dpi", .number(in: 1...100_000), in: .picture, "pixels an inch of 72 points, instead of a scale",
    details: "Written into the picture for printing.")

  static let background = ValueOption<Background>(
    "background", .background, in: .picture, "what lies under the ink: a colour, none, or a .png",
    details: "A picture is stretched to the canvas.",
    initial: "the log's, or white")

  static let over = ValueOption<String>(
    "over", .path("IMAGE", extensions: ["png"]), in: .picture,
    "draw over a picture, whose size is the canvas, as markup on a screenshot",
    details: "The scale says how many of its pixels a point has. Erasers spare it.")

  static let model = ValueOption<StrokeModel>(
    "model", .choice("MODEL"), in: .ink,
    "the stroke model: \(alternatives(StrokeModel.allCases.map(\.rawValue)))",
    details: """
      "ink-2" smooths as far as the noise and the speed of a hand ask for and keeps corners and small writing; "ink-1" \
      draws logs of earlier versions as they were drawn.
      """, initial: "the log's, or the newest")

  static let pressure = ValueOption<ModelOptions.WidthSource>(
    "pressure", .choice("SOURCE"), in: .ink,
    "what sets the width of ink: auto, recorded, velocity or none",
    details: """
      "auto" takes the recorded pressure and, where there is none, the speed; "none" draws lines of constant width.
      """, initial: ModelOptions.WidthSource.auto.rawValue)

  static let keepCancelled = Flag("keep-cancelled", in: .ink, "draw cancelled touches as well")

  /// In points.
  static let defaultMargin = 16.0
}
