import DocumentImporters
import Exporters
import Foundation
import Geometry
import Files
import Importers
import TestSupport
import Testing
import TouchLog

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

  @Test(arguments: ExportFormat.allCases)
  func `the label, the resolution and the grid of a recording are written or lost`(format: ExportFormat) {
    var drawing = mixedDrawing()
    let known = losses(format, drawing)
    drawing.notes = [LogHeader.Note("word", "loop")]
    (drawing.scale, drawing.grid) = (2, 0.5)
    let text = String(decoding: format.file(of: drawing).bytes, as: UTF8.self)
    let added = (format == .inkml ? [] : ["scales: 1", "grids: 1"]) + (text.contains("loop") ? [] : ["labels: 1"])
    let lost = losses(format, drawing).components(separatedBy: ", ")
    #expect(Set(lost).subtracting(known.components(separatedBy: ", ")) == Set(added))
    #expect(text.contains("loop") == [.inkml, .quickdraw, .quickdrawSimplified].contains(format))
  }

  @Test func `pressures of Excalidraw's ink of one width are lost`() {
    var drawing = mixedDrawing()
    for index in 0..<3 { drawing.strokes[0].points[index].radius = 2 }
    #expect(losses(.excalidraw, drawing).contains("pressures: 3"))
    #expect(!losses(.excalidraw, mixedDrawing()).contains("pressures"))
  }

  /// A scaled stroke can be wider than the strokes of a log.
  @Test(arguments: ExportFormat.allCases)
  func `ink that is wider than a log's is narrowed, and read again`(format: ExportFormat) throws {
    var drawing = mixedDrawing()
    for index in drawing.strokes.indices {
      drawing.strokes[index].width *= 1e8
      for point in drawing.strokes[index].points.indices { drawing.strokes[index].points[point].radius *= 1e8 }
    }
    let file = format.file(of: drawing)
    #expect(file.losses.description.contains("widths beyond 10000000: 5"))
    let read = try outcomes(openEventReader(MemorySource(file.bytes), name: "a"))
    #expect(read.compactMap(\.error) == [])
    #expect(read.contains { if case .touch? = $0.event { true } else { false } })
  }

  @Test(arguments: ExportFormat.allCases)
  func `points that a move has brought beyond the coordinates of logs are lost`(format: ExportFormat) throws {
    var drawing = mixedDrawing()
    drawing.strokes[1].points[2].point = Point(10_000_008, 11.5)
    drawing.strokes[4].points[0].point = Point(60, -2e7)
    #expect(losses(format, drawing).contains("points with coordinates beyond 10000000: 2"))
    var near = mixedDrawing()
    near.strokes[1].points.removeLast()
    near.strokes.removeLast()
    #expect(format.file(of: drawing).bytes == format.file(of: near).bytes)
  }
}
