import Exporters
import Geometry
import Testing

struct LossesTests {
  @Test func `equal losses are counted together, and nothing is not counted`() {
    var losses = Losses()
    losses.lose("texts", count: 2)
    losses.lose("images", count: 0)
    losses.lose("texts", count: 1)
    #expect(losses.description == "texts: 3")
  }

  @Test func `a stroke above a later one is lost where strokes are in the order of time`() {
    var drawing = mixedDrawing()
    drawing.strokes.swapAt(0, 4)
    for format in [ExportFormat.pointerEvents, .webdriver] {
      #expect(losses(format, drawing).contains("places of strokes above later ones: 2"))
      #expect(!losses(format, mixedDrawing()).contains("places"))
    }
  }

  @Test func `opacities that are not a highlighter's and a missing background are lost in xopp`() {
    var drawing = mixedDrawing()
    drawing.background = nil
    drawing.strokes[2].color.alpha = 60
    #expect(losses(.xopp, drawing) == "tilts: 3, times: 11, opacities: 2, backgrounds: 1")
  }

  @Test func `pressures of Excalidraw's ink of one width are lost`() {
    var drawing = mixedDrawing()
    for index in 0..<3 { drawing.strokes[0].points[index].radius = 2 }
    #expect(losses(.excalidraw, drawing).contains("pressures: 3"))
    #expect(!losses(.excalidraw, mixedDrawing()).contains("pressures"))
  }
}
