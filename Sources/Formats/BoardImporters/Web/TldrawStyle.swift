import Geometry
import ImportCore
import JSON
import TouchLog

/// The sizes and the colors of tldraw's light theme.
enum TldrawStyle {
  /// The opacities at which a highlight is drawn below other shapes and in place.
  static let (underOpacity, overOpacity) = (0.82, 0.35)
  /// The distance of lines of text, in ems.
  static let lineHeight = 1.35

  /// The sizes of a property by its names, in CSS pixels.
  struct Sizes {
    var small, medium, large, extraLarge: Double

    subscript(name: String) -> Double {
      switch name {
      case "s": small
      case "l": large
      case "xl": extraLarge
      default: medium
      }
    }
  }

  static let widths = Sizes(small: 2, medium: 3.5, large: 5, extraLarge: 10)
  /// Of texts. The width of a highlight is 1.12 of it.
  static let fontSizes = Sizes(small: 18, medium: 24, large: 36, extraLarge: 44)
  /// Of the labels of shapes and notes.
  static let labelSizes = Sizes(small: 18, medium: 22, large: 26, extraLarge: 32)
  static let arrowLabelSizes = Sizes(small: 18, medium: 20, large: 24, extraLarge: 28)

  /// The colors that a name stands for.
  struct Palette {
    var solid, semi, pattern, highlight, note: Color

    fileprivate init(_ solid: UInt32, _ semi: UInt32, _ pattern: UInt32, _ highlight: UInt32, _ note: UInt32) {
      self.solid = Color(rgb: solid)
      self.semi = Color(rgb: semi)
      self.pattern = Color(rgb: pattern)
      self.highlight = Color(rgb: highlight)
      self.note = Color(rgb: note)
    }
  }

  static let black = Palette(0x1D1D1D, 0xE8E8E8, 0x494949, 0xFDDD00, 0xFCE19C)
  private static let palettes: [String: Palette] = [
    "black": black,
    "blue": Palette(0x4465E9, 0xDCE1F8, 0x6681EE, 0x10ACFF, 0x8AA3FF),
    "green": Palette(0x099268, 0xD3E9E3, 0x39A785, 0x00FFC8, 0x6FC896),
    "grey": Palette(0x9FA8B2, 0xECEEF0, 0xBCC3C9, 0xCBE7F1, 0xC0CAD3),
    "light-blue": Palette(0x4BA1F1, 0xDDEDFA, 0x6FBBF8, 0x00F4FF, 0x9BC4FD),
    "light-green": Palette(0x4CB05E, 0xDBF0E0, 0x65CB78, 0x65F641, 0x98D08A),
    "light-red": Palette(0xF87777, 0xF4DADB, 0xFE9E9E, 0xFF7FA3, 0xF7A5A1),
    "light-violet": Palette(0xE085F4, 0xF5EAFA, 0xE9ACF8, 0xFF88FF, 0xDFB0F9),
    "orange": Palette(0xE16919, 0xF8E2D4, 0xF78438, 0xFFA500, 0xFAA475),
    "red": Palette(0xE03131, 0xF4DADB, 0xE55959, 0xFF636E, 0xFC8282),
    "violet": Palette(0xAE3EC9, 0xECDCF2, 0xBD63D3, 0xC77CFF, 0xDB91FD),
    "white": Palette(0xFFFFFF, 0xF5F5F5, 0xF9F9F9, 0xFFFFFF, 0xFFFFFF),
    "yellow": Palette(0xF1AC4B, 0xF9F0E6, 0xFECB92, 0xFDDD00, 0xFED49A),
  ]
  /// The color of the fill `semi`.
  static let paper = Color(rgb: 0xFCFFFE)
  /// The color between the lines of a pattern.
  static let patternPaper = Color(rgb: 0xF8F9FA)
  /// The lines of frames and of the boxes of bookmarks.
  static let frame = Color(rgb: 0x717171)

  static func palette(_ name: String) -> Palette? { palettes[name] }
}

/// The style of a shape's lines.
extension TldrawPage {
  /// The colors of a shape.
  /// - Parameter key: `color` or `labelColor`.
  mutating func palette(of shape: TldrawShape, _ key: String = "color") throws(LogReadError) -> TldrawStyle.Palette {
    guard let name = try shape.props.text(of: key) else { return TldrawStyle.black }
    if let palette = TldrawStyle.palette(name) { return palette }
    ink.report.omit("colors of unknown names; the ink is black", .damage)
    return TldrawStyle.black
  }

  /// The factor of the widths and the fonts of a shape.
  func scale(of shape: TldrawShape) throws(LogReadError) -> Double {
    try shape.props.number(of: "scale", .scaling) ?? 1
  }

  /// A size of a shape, in points.
  func size(_ sizes: TldrawStyle.Sizes, of shape: TldrawShape) throws(LogReadError) -> Double {
    min(LogLimits.coordinate / 4, sizes[try shape.props.text(of: "size") ?? "m"] * (try scale(of: shape)))
  }

  /// The style of a shape's lines, without its fill.
  mutating func style(of shape: TldrawShape) throws(LogReadError) -> BoardStyle {
    let width = try size(TldrawStyle.widths, of: shape)
    let dash: [Double] =
      switch try shape.props.text(of: "dash") {
      case "dashed": [2 * width, 2 * width]
      case "dotted": [0, 2 * width]
      default: []
      }
    return BoardStyle(color: try palette(of: shape).solid, width: width, opacity: shape.opacity, dash: dash)
  }

  /// Draws a path in the style of a shape, with the shape's fill if the path is closed.
  mutating func draw(
    _ path: Path, of shape: TldrawShape, isClosed: Bool = true, radius: Double = 0
  ) throws(LogReadError) {
    var style = try style(of: shape)
    if isClosed { style.fill = try fill(of: shape) }
    style.radius = radius
    try append(path, style, of: shape)
    if isClosed, try shape.props.text(of: "fill") == "pattern" { try hatch([path], of: shape) }
  }

  mutating func append(_ path: Path, _ style: BoardStyle, of shape: TldrawShape) throws(LogReadError) {
    try ink.append(path, style, through: shape.map, at: place(of: shape))
  }

  /// The fill of a shape. That of a pattern is the color between its lines.
  mutating func fill(of shape: TldrawShape) throws(LogReadError) -> Fill {
    switch try shape.props.text(of: "fill") ?? "none" {
    case "none": return .none
    case "semi": return .color(TldrawStyle.paper)
    case "solid": return .color(try palette(of: shape).semi)
    case "pattern": return .color(TldrawStyle.patternPaper)
    case "fill": return .color(try palette(of: shape).solid)
    case "lined-fill": return .color(try palette(of: shape).pattern)
    default:
      ink.report.omit("fills of unknown names")
      return .none
    }
  }
}
