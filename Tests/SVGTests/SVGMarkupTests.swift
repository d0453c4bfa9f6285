import Geometry
import Ink
import Rendering
import Testing
import XML

@testable import SVG

/// The text of a document is XML, whatever a recording is called and whatever notes it has.
@Suite struct SVGMarkupTests {
  @Test(arguments: [
    ("<a href=\"b\">&amp;", "&lt;a href=&quot;b&quot;&gt;&amp;amp;"),
    // A mark that combines with the character before it makes one Character of both.
    ("<\u{301}script>\u{20DD}&\u{FE0F}", "&lt;\u{301}script&gt;\u{20DD}&amp;\u{FE0F}"),
    ("\u{0}a\u{1B}[1m\u{FFFE}\u{FFFF}", "\u{FFFD}a\u{FFFD}[1m\u{FFFD}\u{FFFD}"),
    ("a\tb\r\nc 漢😀", "a\tb\r\nc 漢😀"),
  ])
  func `characters with a meaning in XML are escaped, and those that it excludes replaced`(
    text: String, escaped: String
  ) {
    #expect(SVGMarkup.escaped(text) == escaped)
  }

  @Test func `notes of any text leave the document well-formed`() throws {
    let hostile = (0...0x9F).compactMap(Unicode.Scalar.init) + ["\u{FFFE}", "\u{FFFF}", "\u{10FFFF}"]
    var renderer = SVGRenderer(
      layout: CanvasLayout(width: 8, height: 8), notes: hostile.map { "\($0)\u{301}]]>" })
    var reader = try XMLReader(renderer.document(of: Drawing()))
    var text = ""
    while let part = try reader.next() {
      if case .text(let piece) = part { text += String(decoding: reader.text[piece.range], as: UTF8.self) }
    }
    #expect(text.contains("&lt;\u{301}]]&gt;"))
  }
}
