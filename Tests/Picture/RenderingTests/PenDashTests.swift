import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// Dashes and fills of pens.
@Suite struct PenDashTests {
  private static let layout = CanvasLayout(
    width: 200, height: 120, transform: Transform(scale: 1), background: .white)

  private func picture(_ tools: [ToolChange], _ points: [Point]) throws -> Picture {
    var drawing = Drawing()
    for tool in tools { try drawing.apply(.tool(tool)) }
    for (index, point) in points.enumerated() {
      let phase: TouchEvent.Phase = index == 0 ? .began : index == points.count - 1 ? .ended : .moved
      try drawing.apply(.touch(TouchEvent(phase: phase, point: point, pressure: 0.5, time: 0.01 * Double(index))))
    }
    return ScratchRenderer(layout: Self.layout).picture(of: drawing)
  }

  private func pen(dash: [Double]? = nil, fill: Fill? = nil) -> ToolChange {
    var tool = ToolChange(name: "pen", color: .solid(.black), width: 4, thinning: 0)
    tool.style[StyleKeys.dash] = dash
    tool.style[StyleKeys.fill] = fill
    return tool
  }

  private static let line = (0...90).map { Point(10 + 2 * Double($0), 60) }
  private static let corner: [Point] = {
    let right = (0...40).map { (i: Int) -> Point in Point(20 + 2 * Double(i), 20) }
    let down = (1...40).map { (i: Int) -> Point in Point(100, 20 + 2 * Double(i)) }
    return right + down
  }()

  private func isDark(_ picture: Picture, _ x: Int, _ y: Int) -> Bool {
    picture[x, y].red < 128
  }

  @Test func `dashes have their lengths along the line, with their round ends`() throws {
    let picture = try picture([pen(dash: [20, 10])], Self.line)
    // The first dash begins with its end before the line's.
    for x in 10..<180 {
      let place = (Double(x) + 0.5 - 8).truncatingRemainder(dividingBy: 30)
      if abs(place - 20) > 1.5, place > 1.5, place < 28.5 { #expect(isDark(picture, x, 60) == (place < 20), "\(x)") }
    }
  }

  @Test func `the dashes and fills of shapes are not those of pens`() throws {
    var shape = ToolChange(name: "rect")
    shape.style[StyleKeys.dash] = [20, 10]
    shape.style[StyleKeys.fill] = .color(.black)
    #expect(try pixels(picture([shape, pen()], Self.corner)) == pixels(picture([pen()], Self.corner)))
    #expect(
      try pixels(picture([pen(dash: [20, 10]), pen(dash: [])], Self.corner)) == pixels(picture([pen()], Self.corner)))
  }

  @Test func `the shortest line closes a filled stroke`() throws {
    let picture = try picture([pen(fill: .color(.black))], Self.corner)
    #expect(isDark(picture, 90, 40))
    #expect(isDark(picture, 70, 60))
    #expect(!isDark(picture, 50, 70))
  }
}
