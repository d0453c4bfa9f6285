import Exporters
import Foundation
import Geometry
import Testing
import TouchLog

struct WebDriverExportTests {
  private struct Script: Decodable {
    struct Source: Decodable {
      struct Parameters: Decodable {
        var pointerType: String
      }
      struct Action: Decodable {
        var type: String
        var duration: Int?
        var x: Double?
        var button: Int?
        var pressure: Double?
        var altitudeAngle: Double?
        var azimuthAngle: Double?
        var tangentialPressure: Double?
        var width: Double?
        var height: Double?
      }
      var id: String
      var parameters: Parameters
      var actions: [Action]
    }
    var actions: [Source]
  }

  private func sources(_ drawing: ExportedDrawing) throws -> [Script.Source] {
    try JSONDecoder().decode(Script.self, from: Data(ExportFormat.webdriver.file(of: drawing).bytes)).actions
  }

  /// A drawing of strokes of two points, from one time to another.
  private func drawing(_ strokes: [(Double, Double)], pointer: TouchEvent.Pointer? = .finger) -> ExportedDrawing {
    ExportedDrawing(
      size: Size(width: 100, height: 100),
      strokes: strokes.enumerated().map { index, times in
        ExportedStroke(
          id: "e\(index)", pointer: pointer,
          points: [times.0, times.1].map { ExportedPoint(Point(Double(index), 0), time: $0, radius: 1) })
      })
  }

  @Test func `a pointer moves to the stroke, goes down, draws and goes up`() throws {
    let sources = try sources(drawing([(1, 1.5), (2, 2.25)]))
    #expect(sources.map(\.id) == ["touch1"])
    #expect(
      sources[0].actions.map(\.type) == [
        "pointerMove", "pointerDown", "pointerMove", "pointerUp", "pointerMove", "pointerDown", "pointerMove",
        "pointerUp",
      ])
    #expect(sources[0].actions.map(\.duration) == [0, nil, 500, nil, 500, nil, 250, nil])
  }

  @Test func `pointers wait for each other in strokes at the same time`() throws {
    let sources = try sources(drawing([(0, 2), (1, 3)]))
    #expect(sources.map(\.id) == ["touch1", "touch2"])
    #expect(
      sources[0].actions.map(\.type) == [
        "pointerMove", "pointerDown", "pause", "pause", "pointerMove", "pointerUp",
      ])
    #expect(
      sources[1].actions.map(\.type) == [
        "pause", "pause", "pointerMove", "pointerDown", "pause", "pause", "pointerMove", "pointerUp",
      ])
    let longest = (0..<8).map { tick in sources.compactMap { $0.actions.dropFirst(tick).first?.duration }.max() ?? 0 }
    let sum: Int = longest.reduce(0, +)
    #expect(sum == 3000)
  }

  @Test func `durations are whole and do not drift`() throws {
    let times = stride(from: 0.0, to: 1, by: 1 / 240.0).map { $0 }
    var drawing = drawing([(0, 1)])
    drawing.strokes[0].points = times.map { ExportedPoint(Point(0, 0), time: $0, radius: 1) }
    let durations = try sources(drawing)[0].actions.compactMap(\.duration)
    let sum: Int = durations.reduce(0, +)
    #expect(sum == 996)
    #expect(Set(durations.dropFirst()) == [4, 5])
  }

  @Test func `more strokes at the same time than fingers follow one another`() throws {
    let drawing = drawing((0..<11).map { _ in (0, 1) })
    #expect(try sources(drawing).count == 1)
    #expect(losses(.webdriver, drawing) == "canvas sizes: 1, strokes at the same time: 10")
    #expect(try sources(drawing)[0].actions.compactMap(\.duration).reduce(0, +) == 11_000)
  }

  @Test func `each kind of pointer is a source of its own`() throws {
    let sources = try sources(mixedDrawing())
    #expect(sources.map(\.parameters.pointerType) == ["pen", "mouse", "touch"])
    let presses = sources[0].actions.filter { $0.type == "pointerDown" }
    #expect(presses.map(\.x) == [nil, nil])
    #expect(sources[0].actions[1].pressure == 0.25)
  }

  @Test func `an eraser, whose button WebDriver does not have, is lost`() throws {
    #expect(losses(.webdriver, mixedDrawing()) == "colors and widths: 4, canvas sizes: 1, eraser strokes: 1")
    #expect(try sources(mixedDrawing()).flatMap(\.actions).allSatisfy { $0.x != 50 })
  }

  /// The ranges of W3C WebDriver, "process a pointer action", and of ChromeDriver, which has five buttons.
  @Test(arguments: 0..<20 as Range<UInt64>) func `all values are in the ranges of drivers`(seed: UInt64) throws {
    for action in try sources(RandomDrawing(seed: seed, overlaps: true).drawing).flatMap(\.actions) {
      if ["pointerDown", "pointerUp"].contains(action.type) { #expect(0...4 ~= action.button ?? -1) }
      #expect(0...1 ~= action.pressure ?? 0)
      #expect(0...Double.pi / 2 ~= action.altitudeAngle ?? 0)
      #expect(0...2 * Double.pi ~= action.azimuthAngle ?? 0)
      #expect(-1...1 ~= action.tangentialPressure ?? 0)
      #expect(action.width ?? 0 >= 0 && action.height ?? 0 >= 0)
      #expect(action.duration ?? 0 >= 0)
    }
  }

  @Test func `a drawing without strokes has no source`() throws {
    #expect(try sources(drawing([])).isEmpty)
  }
}
