import Exporters
import Foundation
import Geometry
import TestSupport
import Testing
import TouchLog

struct ExcalidrawExportTests {
  private struct Scene: Decodable {
    struct Element: Decodable {
      struct Options: Decodable {
        var variability: String
      }
      var type: String
      var id: String
      var x: Double
      var y: Double
      var width: Double
      var height: Double
      var strokeColor: String
      var strokeWidth: Double
      var strokeOptions: Options?
      var opacity: Double
      var points: [[Double]]
      var pressures: [Double]
      var simulatePressure: Bool
    }
    var type: String
    var elements: [Element]
  }

  private func scene(_ drawing: ExportedDrawing) throws -> Scene {
    try JSONDecoder().decode(Scene.self, from: Data(ExportFormat.excalidraw.file(of: drawing).bytes))
  }

  @Test func `a stroke is a freehand element with its points relative to the first`() throws {
    let scene = try scene(mixedDrawing())
    #expect(scene.type == "excalidraw")
    #expect(scene.elements.map(\.id) == ["e1", "e2", "e3", "e5"])
    #expect(scene.elements.allSatisfy { $0.type == "freedraw" })
    let pen = scene.elements[0]
    let box: [Double] = [10.5, 20, 4.5, 4]
    #expect([pen.x, pen.y, pen.width, pen.height] == box)
    let points: [[Double]] = [[0, 0], [1.5, 1.25], [4.5, 4]]
    #expect(pen.points == points)
    let pressures: [Double] = [0.25, 0.5, 1]
    #expect(pen.pressures == pressures)
    #expect(!pen.simulatePressure)
    #expect(pen.strokeColor == "#ff0010")
    #expect(pen.opacity == 50.2)
    #expect(abs(pen.strokeWidth * 5.25 - 4) < 1e-8)
  }

  @Test func `Excalidraw simulates the pressure of a pointer without a sensor`() throws {
    let mouse = try scene(mixedDrawing()).elements[1]
    #expect(mouse.simulatePressure)
    #expect(mouse.pressures == [])
  }

  @Test func `ink of one width is constant`() throws {
    let marker = try scene(mixedDrawing()).elements[2]
    #expect(marker.strokeOptions?.variability == "constant")
    #expect(abs(marker.strokeWidth * 2.8 - 12) < 1e-8)
    #expect(!marker.simulatePressure)
  }

  @Test func `ink too fine for the decimals of a width is written with the least width and read back`() throws {
    var drawing = mixedDrawing()
    for index in drawing.strokes.indices { drawing.strokes[index].width = 1e-300 }
    for index in drawing.strokes[2].points.indices { drawing.strokes[2].points[index].radius = 1e-300 }
    #expect(try scene(drawing).elements.map(\.strokeWidth) == [1e-9, 1e-9, 1e-9, 1e-9])
    guard let strokes = try imported(ExportFormat.excalidraw.file(of: drawing).bytes, from: "excalidraw") else {
      return
    }
    #expect(strokes.count == 4)
  }

  @Test func `a dot is two points`() throws {
    #expect(try scene(mixedDrawing()).elements[3].points == [[0, 0], [0.0001, 0.0001]])
  }

  @Test func `times, erasers and the size of the canvas are lost`() {
    #expect(losses(.excalidraw, mixedDrawing()) == "tilts: 3, times: 11, canvas sizes: 1, eraser strokes: 1")
  }

  @Test func `the importer reads the strokes back`() throws {
    let drawing = mixedDrawing()
    guard let strokes = try imported(ExportFormat.excalidraw.file(of: drawing).bytes, from: "excalidraw") else {
      return
    }
    expectPoints(strokes, of: drawing.strokes.filter { $0.kind != .eraser }, hasTimes: false, hasPressure: false)
    #expect(strokes[0].events.map(\.pressure) == [0.25, 0.5, 1])
    let widths: [Double] = strokes.map { ($0.tool?.style.width ?? 0).rounded() }
    #expect(widths == [4, 3, 12, 4])
  }
}
