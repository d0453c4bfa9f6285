import Foundation
import Testing
import TouchLog

@Suite struct ColorTests {
  @Test(arguments: [
    ("#123", Color(red: 0x11, green: 0x22, blue: 0x33)),
    ("#1aFc", Color(red: 0x11, green: 0xAA, blue: 0xFF, alpha: 0xCC)),
    ("#1e66F5", Color(red: 0x1E, green: 0x66, blue: 0xF5)),
    ("#1e66f580", Color(red: 0x1E, green: 0x66, blue: 0xF5, alpha: 0x80)),
    ("red", Color(red: 255, green: 0, blue: 0)),
    ("RebeccaPurple", Color(red: 0x66, green: 0x33, blue: 0x99)),
    ("LIGHTGOLDENRODYELLOW", Color(red: 0xFA, green: 0xFA, blue: 0xD2)),
    ("grey", Color(red: 128, green: 128, blue: 128)),
  ]) func `a color is read in each of its notations`(text: String, color: Color) {
    #expect(Color(text) == color)
    #expect(Background(text) == .color(color))
    #expect(InkColor(text) == .solid(color))
    #expect(Color(color.description) == color)
  }

  @Test(arguments: [
    "", "#", "#12", "#12345", "#1234567", "#123456789", "#12g", "123456", "re d", "rainbow", "none", "#é1",
  ])
  func `other text is not a color`(text: String) {
    #expect(Color(text) == nil)
  }

  @Test func `only ink can have the color rainbow, and only a background the color none`() {
    #expect(InkColor("Rainbow") == .rainbow)
    #expect(InkColor("none") == nil)
    #expect(Background("None") == Background.none)
    #expect(Background("rainbow") == nil)
  }

  @Test(arguments: [("balck", "black"), ("bleu", "blue"), ("darkslategry", "darkslategray"), ("ornage", "orange")])
  func `a mistyped name has a nearest one`(text: String, nearest: String) {
    #expect(Color.nearestName(to: text) == nearest)
    #expect(Color.nearestName(to: "supercalifragilistic") == nil)
  }

  /// Names that X11 lacks or defines differently from CSS (CSS Color Module Level 4, section 6.1).
  static let notX11: [String: String] = [
    "aqua": "#00ffff", "crimson": "#dc143c", "fuchsia": "#ff00ff", "gray": "#808080", "green": "#008000",
    "grey": "#808080", "indigo": "#4b0082", "lime": "#00ff00", "maroon": "#800000", "olive": "#808000",
    "purple": "#800080", "rebeccapurple": "#663399", "silver": "#c0c0c0", "teal": "#008080",
  ]

  static let x11 = "/usr/share/X11/rgb.txt"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: x11), "the list of X11's colors is not installed"))
  func `names have the colors of CSS and X11`() throws {
    for (name, color) in Self.notX11 { #expect(Color(name)?.description == color) }
    var names: Set<String> = []
    for line in try String(contentsOfFile: Self.x11, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count == 4, let red = UInt8(fields[0]), let green = UInt8(fields[1]), let blue = UInt8(fields[2]),
        let color = Color(String(fields[3]).lowercased()), Self.notX11[fields[3].lowercased()] == nil
      else { continue }
      #expect(color == Color(red: red, green: green, blue: blue), "\(line)")
      names.insert(fields[3].lowercased())
    }
    #expect(names.count + Self.notX11.count == 148)
  }
}
