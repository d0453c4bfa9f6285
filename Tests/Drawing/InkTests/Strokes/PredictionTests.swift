import Geometry
import Testing
import TouchLog

@testable import Ink

@Suite struct PredictionTests {
  /// A pen that goes right by 3 points an event, and how far beyond it its ink reaches, in points, with predictions.
  private struct Pen {
    var drawing: Drawing
    private var x = 0.0
    private var time = 0.0

    init(_ model: StrokeModel) throws {
      drawing = Drawing(options: ModelOptions(model: model))
      try drawing.apply(event(.began, 0, 0, time: 0))
    }

    /// Moves by `step`, and predicts `count` more steps of `predicted`.
    mutating func move(_ step: Double, predicting predicted: Double, count: Int = 4) throws {
      x += step
      time += 1 / 128
      try drawing.apply(event(.moved, x, 0, time: time))
      for i in 1...count {
        try drawing.apply(
          event(.moved, x + Double(i) * predicted, 0, time: time + Double(i) / 128, predicted: true))
      }
    }

    /// The way from the pen to the end of the ink that includes predictions.
    var lead: Double {
      drawing.strokes[0].centerline(predicted: true, options: drawing.options).map { $0.center.x }.max()! - x
    }
  }

  @Test func `predictions count once they have proved right`() throws {
    var pen = try Pen(.ink4)
    try pen.move(3, predicting: 3)
    #expect(abs(pen.lead - 1.2) < 0.1, "a tenth of the way, before one has proved right")
    // .1 times 1.4, seven times, is 1.05.
    for _ in 0..<6 {
      try pen.move(3, predicting: 3)
      #expect(pen.lead < 11)
    }
    try pen.move(3, predicting: 3)
    #expect(abs(pen.lead - 12) < 0.1)
  }

  @Test func `predictions that proved wrong do not count at once again`() throws {
    var pen = try Pen(.ink4)
    for _ in 0..<12 { try pen.move(3, predicting: 3) }
    // The pen stands where it was to go on by 3 points: a miss as long as the way leaves .3 of a quarter of the time.
    try pen.move(0, predicting: 3)
    #expect(abs(pen.lead - 12 * 0.3 / 4) < 0.1)
    for _ in 0..<12 { try pen.move(3, predicting: 3) }
    #expect(abs(pen.lead - 12) < 0.1)
  }

  @Test(arguments: [StrokeModel.ink1, .ink2, .ink3])
  func `models before ink-4 draw all predictions`(_ model: StrokeModel) throws {
    var pen = try Pen(model)
    try pen.move(3, predicting: 3)
    #expect(abs(pen.lead - 12) < 0.1)
  }

  @Test(arguments: [1e7, 1e-300, 5e-4])
  func `predictions across the plane, or of no length, leave no trace`(_ place: Double) throws {
    var pen = try Pen(.ink4)
    for sign in [1.0, -1] {
      try? pen.move(1, predicting: sign * place, count: 1)
      try? pen.move(place, predicting: -sign * place, count: 2)
    }
    try pen.move(1, predicting: 1)
    try pen.drawing.apply(event(.ended, 9, 0))
    let (stroke, options) = (pen.drawing.strokes[0], pen.drawing.options)
    #expect(stroke.remodeled(predicted: true, options: options) == stroke.remodeled(options: options))
  }
}
