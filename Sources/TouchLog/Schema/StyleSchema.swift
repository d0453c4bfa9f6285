import Geometry

/// The keys of styles, which tool lines, commands and saved elements have.
public enum StyleSchema {
  public static let color = FieldSchema("color", .color(also: ["rainbow"]), "the ink's colour, or rainbow")
  public static let width = FieldSchema("width", .number(.positiveLength), "the ink's width in points")
  public static let opacity = FieldSchema("opacity", .number(.unit), "from 0, clear, to 1")
  public static let thinning = FieldSchema(
    "thinning", .number(.unit), "how much of the width follows pressure or speed")
  public static let smoothing = FieldSchema(
    "smoothing", .number(.length), "0 for none; ink-2: a factor up to 4, 1 is usual; ink-1: the reach in points")
  public static let taper = FieldSchema(
    "taper", .either([.number(.length), .pair(.length)]), "the lengths over which the ends narrow, in points")
  public static let grid = FieldSchema(
    "grid", .number(.positiveLength), "the grid of the device's places, in points")
  public static let fill = FieldSchema("fill", .color(also: ["none"]), "what fills a shape")
  public static let dash = FieldSchema(
    "dash", .array(of: .number(.length)), "the lengths of dashes and gaps in turn, in points; none for a whole line")
  public static let dashPhase = FieldSchema(
    "dashPhase", .number(.coordinate), "how far into the dashes a line begins, in points")
  public static let cap = FieldSchema("cap", .names(LineCap.allCases.map(\.rawValue)), "how a line ends")
  public static let join = FieldSchema("join", .names(LineJoin.allCases.map(\.rawValue)), "how two lines meet")
  public static let radius = FieldSchema("radius", .number(.length), "of a rectangle's corners, in points")
  public static let sides = FieldSchema("sides", .integer(.corners), "of a polygon")
  public static let points = FieldSchema("points", .integer(.corners), "of a star")
  public static let size = FieldSchema("size", .number(.positiveLength), "of letters, in points")
  public static let align = FieldSchema(
    "align", .names(TextAlignment.allCases.map(\.rawValue)), "where the lines of a text stand in its width")

  public static func font(_ names: [String]) -> FieldSchema { FieldSchema("font", .names(names), "of a text") }

  /// All of them.
  public static func all(fonts: [String]) -> [FieldSchema] {
    [
      color, width, opacity, thinning, smoothing, taper, grid, fill, dash, dashPhase, cap, join, radius, sides, points,
      size,
      font(fonts), align,
    ]
  }
}
