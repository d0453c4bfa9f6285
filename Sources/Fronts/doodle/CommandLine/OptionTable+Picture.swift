import DoodleKit

/// The options that decide the pixels.
extension OptionTable {
  static var picture: [OptionEntry] {
    [
      rotate.entry, flip.entry, size.entry, fit.entry, margin.entry, scale.entry, width.entry, height.entry, dpi.entry,
      background.entry,
      over.entry, model.entry, pressure.entry, pressureCurve.entry,
      minWidth.entry, brush.entry, font.entry, keepCancelled.entry,
    ]
  }

  static let rotate = ValueOption<Rotation>(
    "rotate", .choice("DEGREES"), in: .picture, "turn the drawing clockwise: 0, 90, 180 or 270",
    details: """
      The canvas, its background and all that lies on it turn along, before the other options see them; --size is that \
      of the canvas before it.
      """, initial: Rotation.none.rawValue)

  static let flip = ValueOption<Flip>(
    "flip", .choice("AXIS"), in: .picture,
    "mirror the drawing, after --rotate: x swaps left and right, y top and bottom")

  static let size = ValueOption<Size>(
    "size", .size(in: 0.001...LogLimits.coordinate), in: .picture, "canvas size in points",
    initial: "the log's; else the ink and its margin")

  static let fit = ValueOption<LayoutRequest.Fit>(
    "fit", .choice("WHAT"), in: .picture, "area that the picture shows: canvas or content",
    details: "\"content\" is the ink's bounds plus the margin, even if the log has a canvas.",
    initial: LayoutRequest.Fit.canvas.rawValue)

  static let margin = ValueOption<Double>(
    "margin", .number(in: 0...LogLimits.coordinate, of: "points"), in: .picture,
    "margin in points, if the ink's bounds decide the size", initial: JSON.number(defaultMargin).description)

  /// In points.
  static let defaultMargin = 16.0

  static let scale = ValueOption<Double>(
    "scale", .number(in: 0.001...10_000, placeholder: "S"), in: .picture, "pixels per point",
    details: "A file name that ends in @2x, such as icon@2x.png, sets it to 2, and so on.", initial: "the log's, or 1")

  static let width = ValueOption<Int>(
    "width", .count(in: 1...LogLimits.canvasSide, of: "pixels", placeholder: "W"), in: .picture,
    "picture width in pixels, instead of a scale")

  static let height = ValueOption<Int>(
    "height", .count(in: 1...LogLimits.canvasSide, of: "pixels", placeholder: "H"), in: .picture,
    "picture height in pixels, instead of a scale",
    details: "With both --width and --height, the picture has exactly this size and its content is centered.")

  static let dpi = ValueOption<Double>(
    "dpi", .number(in: 1...100_000), in: .picture, "pixels per inch of 72 points, instead of a scale",
    details:
      "The PNG says it, too, for printing. With --width or --height, which decide the scale, it does nothing else.")

  static let background = ValueOption<Background>(
    "background", .background, in: .picture, "background: a color, none, paper, or a .png or .jpg file",
    details: """
      An image is stretched to the canvas. Paper is \(list(Paper.Ruling.allCases.map(\.rawValue))), with a color after it \
      unless it is white: "graph ivory". Its lines are those of Xournal++, or have the distance in points and the \
      color that follow: "graph white 32 #99c1f1".
      """, initial: "the log's, or white")

  static let over = ValueOption<String>(
    "over", .path("IMAGE", extensions: ["png"]), in: .picture,
    "draw over an image, whose size becomes the canvas, to mark up a screenshot",
    details: "--scale is the number of image pixels per point. Erasers do not erase the image.")

  static let under = ValueOption<String>(
    "under", .path("PDF", extensions: ["pdf"]), in: .picture,
    "put the pages of the PDF that a document was written on under its ink, if OUT is a PDF",
    details: """
      The document says which page lies under which of its own; those of Xournal++ do. The pages stay as they are: text \
      can be found, and shapes scale. Their links and notes are left out.
      """)

  static let inPlace = Flag("in-place", in: .output, "let the output replace the image of --over")

  static let model = ValueOption<StrokeModel>(
    "model", .choice("MODEL"), in: .ink,
    "stroke model: \(alternatives(StrokeModel.allCases.map(\.rawValue)))",
    details: """
      "ink-4" keeps every letter, draws a hand the same at every size, calms noise, and is as wide as its tool without \
      pressure; the others draw logs of earlier versions unchanged.
      """, initial: "the log's, or the newest")

  static let pressure = ValueOption<ModelOptions.WidthSource>(
    "pressure", .choice("SOURCE"), in: .ink,
    "what sets the width of ink: auto, recorded, velocity or none",
    details: """
      "auto" uses the recorded pressure, or the speed for touches without pressure; "none" draws lines of constant \
      width.
      """, initial: ModelOptions.WidthSource.auto.rawValue)

  static let pressureCurve = ValueOption<Double>(
    "pressure-curve", .number(in: 0.1...10, placeholder: "GAMMA"), in: .ink,
    "the power to which pressures are raised, for pens to which the log gives none",
    details: "Above 1 a light touch makes finer ink, below 1 heavier ink. Strokes of saved drawings keep theirs.",
    initial: "1")

  static let minWidth = ValueOption<Double>(
    "min-width", .number(in: 0...1), in: .ink,
    "least width that pressure or speed leaves, as a part of the pen's, if the log gives none",
    details: "Ends that taper are narrower.", initial: "0")

  static let brush = ValueOption<Brush>(
    "brush", .choice("BRUSH"), in: .ink, "the brush of pens for which the log gives none",
    details: """
      Its width is the usual one of the brush. The brushes are \(alternatives(Brush.allCases.map(\.rawValue))).
      """,
    initial: Brush.ink.rawValue)

  static let font = ValueOption<FontName>(
    "font", .font, in: .ink, "TrueType or OpenType file for letters that a text's own font lacks",
    details: """
      It also draws all texts of other programs' documents. "#2" at its end is the third font of a collection. Letters \
      that are joined or reordered, as in Arabic, are drawn apart.
      """)

  static let keepCancelled = Flag("keep-cancelled", in: .ink, "draw canceled touches too")
}

/// How a drawing is turned, in degrees.
enum Rotation: String, CaseIterable, Sendable {
  case none = "0"
  case quarter = "90"
  case half = "180"
  case threeQuarters = "270"
}

/// The axis whose two directions change places.
enum Flip: String, CaseIterable, Sendable {
  case x, y
}

extension Turn {
  init(_ arguments: Arguments) throws(CommandError) {
    let rotation = try arguments[OptionTable.rotate] ?? .none
    let flip = try arguments[OptionTable.flip]
    self.init(
      quarters: Rotation.allCases.firstIndex(of: rotation) ?? 0, flipsX: flip == .x, flipsY: flip == .y)
  }
}

/// The options that choose a renderer.
extension OptionTable {
  static var renderers: [OptionEntry] {
    [renderer.entry, layers.entry, thumbnail.entry, tiles.entry, verify.entry]
  }

  static let renderer = ValueOption<RendererKind>(
    "renderer", .choice("RENDERER", of: pictureRenderers), in: .picture,
    "how the picture is drawn: \(alternatives(pictureRenderers.map(\.rawValue)))",
    details: """
      "picture" draws what each event changes. "scratch" redraws everything, which is slower and \
      gives the same pixels. "debug" shows how the ink is made, with a legend below.
      """, initial: RendererKind.picture.rawValue)

  /// The renderers that `--renderer` names. The others have a format or an option of their own.
  private static var pictureRenderers: [RendererKind] {
    RendererKind.allCases.filter { ![.thumbnail, .svg, .tiles].contains($0) }
  }

  static let layers = ValueOption<[DebugLayer]>(
    "layers", .choices("LIST"), in: .picture, "layers of the debug view, separated by commas",
    details: """
      samples: the samples, colored by their state. centerline: the middle of each stroke. cones: the round cones that \
      make up the ink. tiles: the grid of tiles. dirty: the tiles that the last change touched. order: the \
      elements' numbers in drawing order. versions: the version in which each element last changed. The option implies \
      --renderer debug.
      """, initial: "all")

  static let thumbnail = ValueOption<Int>(
    "thumbnail", .count(in: 1...LogLimits.canvasSide, of: "pixels", placeholder: "N"), in: .picture,
    "draw a small picture whose longer side has N pixels", details: "It is drawn at that size, not scaled down.")

  static let tiles = ValueOption<String>(
    "tiles", .output("DIR", extensions: [], words: OutputTemplate.words), in: .output,
    "write map tiles to DIR/zoom/x/y.png",
    details: """
      A tile has 256 x 256 pixels and is written only if there is ink in it. The largest zoom has the picture's scale, \
      each smaller zoom half the scale of the next, down to a single tile at zoom 0. Tiles of an earlier run are \
      removed. DIR may have {stem} and {dir}, as OUT may. --output is not needed.
      """)

  static let verify = Flag(
    "verify", in: .output, "after each event, check that the picture equals a full redraw",
    details: "If it does not, the event is reported and the exit code is 1. This is slow. --output is not needed.")
}

/// The options of pictures in a terminal.
extension OptionTable {
  static let graphics = ValueOption<TerminalProtocol>(
    "protocol", .choice("NAME"), in: .output,
    "which image protocol to use: \(alternatives(TerminalProtocol.allCases.map(\.rawValue)))",
    details: """
      "auto" looks at TERM, TERM_PROGRAM, LC_TERMINAL and KITTY_WINDOW_ID and sends the terminal no query. "blocks" \
      works in every terminal with 24-bit color: half blocks, two pixels per cell.
      """, initial: TerminalProtocol.auto.rawValue)

  static let follow = Flag(
    "follow", in: .reading, "draw while the log is still being written",
    details: "A pipe is followed to its end, a file until Ctrl-C.")
}

/// The protocols that send an image to a terminal.
enum TerminalProtocol: String, CaseIterable, Sendable {
  case auto, kitty, iterm, sixel, blocks
}
