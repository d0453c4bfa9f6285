import DoodleKit

/// The options about what is made of a drawing.
extension OptionTable {
  static var renderers: [OptionEntry] {
    [renderer.entry, layers.entry, thumbnail.entry, tiles.entry, verify.entry]
  }

  static let renderer = ValueOption<RendererKind>(
    "renderer", .choice("RENDERER", of: pictureRenderers), in: .picture,
    "what draws the picture: \(alternatives(pictureRenderers.map(\.rawValue)))",
    details: """
      "picture" follows the recording and draws what changes. "scratch" draws the same all anew, slowly. "debug" shows \
      what ink is made of, with a legend below.
      """, initial: RendererKind.picture.rawValue)

  /// Those whose picture goes where any picture goes.
  private static let pictureRenderers = [RendererKind.picture, .scratch, .debug]

  static let layers = ValueOption<Set<DebugLayer>>(
    "layers", .list("LIST"), in: .picture, "what the debug view shows, with commas between",
    details: """
      \(alternatives(DebugLayer.allCases.map(\.rawValue)).replacing(" or ", with: " and ")): the samples, coloured by \
      what is known of them, the middle of the ink's way, the round cones that it is made of, the grid of tiles, those \
      that the last change touched, the elements' numbers in the order of drawing, and the versions in which they last \
      changed. Stands for --renderer debug as well.
      """, initial: "all")

  static let thumbnail = ValueOption<Int>(
    "thumbnail", .count(in: 1...LogLimits.canvasSide, of: "pixels", placeholder: "N"), in: .picture,
    "a small picture: its longest side has N pixels", details: "It is drawn in that size, not shrunk.")

  static let tiles = ValueOption<String>(
    "tiles", .path("DIR", extensions: []), in: .output, "write tiles for a map to DIR/zoom/x/y.png",
    details: """
      Of 256 x 256 pixels, where there is ink. At the largest zoom they are the picture; each one below is drawn at \
      half the scale, down to one tile at zoom 0. Tiles of an earlier run are taken away. {stem} in DIR \
      stands for the input's name. Needs no --output.
      """)

  static let verify = Flag(
    "verify", in: .output, "check after each event that the picture is as if drawn all anew",
    details: "Where it is not, the event is named and the exit code is 1. Slow. Needs no --output.")
}

extension ValueType where Value: RawRepresentable<String> {
  /// One of some names of an enumeration.
  static func choice(_ placeholder: String, of values: [Value]) -> Self {
    let names = values.map(\.rawValue)
    return ValueType(placeholder: placeholder, expected: alternatives(names), completion: .words(names)) { text in
      names.contains(text) ? Value(rawValue: text) : nil
    }
  }
}

extension ValueType where Value == Set<DebugLayer> {
  /// Names of an enumeration with commas between them.
  static func list(_ placeholder: String) -> Self {
    let names = DebugLayer.allCases.map(\.rawValue)
    return ValueType(
      placeholder: placeholder, expected: "one or more of \(names.joined(separator: ",")), with commas between",
      completion: .words(names)
    ) { text in
      let found = text.split(separator: ",", omittingEmptySubsequences: false).map { DebugLayer(rawValue: String($0)) }
      return found.contains(nil) ? nil : Set(found.compactMap { $0 })
    }
  }
}
