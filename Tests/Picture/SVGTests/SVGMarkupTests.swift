import Geometry
import Ink
import Rendering
import Testing
import XML

import SVG

/// The text of a document is XML, whatever a recording is called and whatever notes it has.
@Suite struct SVGMarkupTests {
  @Test func `notes of any text leave the document well-formed`() throws {
    let hostile = (0...0x9F).compactMap(Unicode.Scalar.init) + ["\u{FFFE}", "\u{FFFF}", "\u{10FFFF}"]
    var renderer = SVGRenderer(
      layout: CanvasLayout(width: 8, height: 8), notes: hostile.map { "\($0)\u{301}]]>" })
    var reader = try XMLReader(renderer.document(of: Drawing()).bytes)
    var text = ""
    while let part = try reader.next() {
      if case .text(let piece) = part { text += String(decoding: reader.text[piece.range], as: UTF8.self) }
    }
    #expect(text.contains("&lt;\u{301}]]&gt;"))
  }
}
