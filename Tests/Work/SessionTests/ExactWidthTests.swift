import Geometry
import Ink
import TouchLog
import Testing

@testable import ImportCore

struct ExactWidthTests {
  @Test(arguments: [0.02, 0.1, 0.2, 0.24, 0.25, 0.3, 0.5, 0.77, 1], StrokeModel.allCases)
  func `the model draws ink of the width that a format states`(share: Double, model: StrokeModel) throws {
    let exact = ExactWidth(widest: 12, model: model)
    var drawing = Drawing()
    try drawing.apply(.header(LogHeader(model: model.rawValue)))
    try drawing.apply(.tool(ToolChange(name: "pen", style: exact.style(color: .black))))
    let pressure = exact.pressure(forShare: share)
    #expect(abs(exact.width(atPressure: pressure) - 12 * share) < 1e-12)
    for step in 0...40 {
      let phase: TouchEvent.Phase = step == 0 ? .began : step == 40 ? .ended : .moved
      let point = Point(10 + 5 * Double(step), 50)
      try drawing.apply(.touch(TouchEvent(phase: phase, point: point, pressure: pressure, time: Double(step) / 60)))
    }
    let line = drawing.strokes[drawing.strokes.startIndex].centerline(options: drawing.options)
    for point in line { #expect(abs(2 * point.radius - 12 * share) < 0.001) }
  }
}
