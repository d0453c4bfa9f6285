import Geometry
import Ink
import Raster
import Rendering
import Session
import TouchLog
import Testing

/// Images are drawn for every type of content.
@Suite struct ImagePainterTests {
  private static let layout = CanvasLayout(width: 60, height: 40, transform: Transform(scale: 2), background: .white)

  /// An image of one color.
  private final class Plain: ImageContent {
    let width = 3
    let height = 2
    let pixels: [UInt32]

    init(_ color: Pixel) { pixels = Array(repeating: color.word, count: 6) }
  }

  private static let red = Pixel(red: 255, green: 0, blue: 0)
  private static let blue = Pixel(red: 0, green: 0, blue: 255)

  @Test(arguments: [RendererKind.picture, .scratch])
  func `an image of any content type is drawn`(kind: RendererKind) throws {
    var drawing = Drawing()
    try drawing.add(NewImage(.path("red"), at: Point(0, 0), size: Size(width: 10, height: 10)), Plain(Self.red))
    try drawing.add(NewImage(.path("blue"), at: Point(15, 5), size: Size(width: 10, height: 10)), Plain(Self.blue))
    var renderer = kind.renderer(RendererSetup(layout: Self.layout))
    guard case .picture(let picture) = try renderer.output(of: drawing) else {
      Issue.record("the output is not a picture")
      return
    }
    #expect(picture[10, 10] == Self.red)
    #expect(picture[40, 20] == Self.blue)
    #expect(picture[25, 20] == .white)
  }

  @Test func `an SVG contains an image of any content type`() throws {
    var drawing = Drawing()
    try drawing.add(NewImage(.path("red"), at: Point(0, 0)), Plain(Self.red))
    var renderer = RendererKind.svg.renderer(RendererSetup(layout: Self.layout))
    guard case .document(let document) = try renderer.output(of: drawing) else {
      Issue.record("the output is not a document")
      return
    }
    #expect(String(decoding: document.bytes, as: UTF8.self).contains("<image"))
  }
}
