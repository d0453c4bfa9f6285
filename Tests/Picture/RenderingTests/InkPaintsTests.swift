import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// How the interior and the ink of an element are laid onto what is below.
@Suite struct InkPaintsTests {
  /// Of an element that one drag makes with a translucent color, alpha 128.
  private func paints(_ tool: String, opacity: Double, fill: Fill, blend: BlendMode? = nil) throws -> InkPaints {
    var drawing = Drawing()
    var change = ToolChange(
      name: tool, color: .solid(Color(red: 200, green: 0, blue: 0, alpha: 128)), width: 4, opacity: opacity)
    change.style[StyleKeys.fill] = fill
    change.style[StyleKeys.blend] = blend
    try drawing.apply(.tool(change))
    for (phase, point) in [(TouchEvent.Phase.began, Point(0, 0)), (.moved, Point(50, 0)), (.ended, Point(50, 50))] {
      try drawing.apply(.touch(TouchEvent(phase: phase, point: point, time: point.x + point.y)))
    }
    return drawing.paints(of: ElementIndex(0))
  }

  private static let teal = Fill.color(Color(red: 0, green: 128, blue: 128, alpha: 64))

  @Test func `ink without an interior has its whole opacity, and blends itself`() throws {
    let paints = try paints("pen", opacity: 0.5, fill: .none, blend: .multiply)
    // 128 / 2
    #expect(paints.ink == Paint(.color(Pixel(red: 200, green: 0, blue: 0, alpha: 128)), opacity: 64, blend: .multiply))
    #expect(paints.fill == nil)
    #expect(paints.whole == nil)
  }

  @Test(arguments: ["pen", "rect"])
  func `an interior is drawn below ink of full opacity, and both blend as a whole`(tool: String) throws {
    let paints = try paints(tool, opacity: 0.5, fill: Self.teal, blend: tool == "pen" ? .multiply : nil)
    #expect(paints.fill == Paint(color: Pixel(red: 0, green: 128, blue: 128, alpha: 64)))
    #expect(paints.ink == Paint(color: Pixel(red: 200, green: 0, blue: 0, alpha: 128)))
    // 255 / 2, rounded
    #expect(paints.whole == Paint(.pieces, opacity: 128, blend: tool == "pen" ? .multiply : .over))
  }

  @Test func `a shape of full opacity is drawn in place`() throws {
    let paints = try paints("rect", opacity: 1, fill: Self.teal)
    #expect(paints.fill == Paint(color: Pixel(red: 0, green: 128, blue: 128, alpha: 64)))
    #expect(paints.whole == nil)
  }
}
