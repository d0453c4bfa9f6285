import TestSupport

/// Handwriting on a canvas of `width` by `height` pixels: strokes of 100 touches at 120 Hz, 8 points wide.
struct Workload: Sendable {
  var name: String
  var strokes: Int
  var width: Int
  var height: Int
  /// The strokes take these colors in turn.
  var colors = ["#000000"]

  /// Touches per stroke.
  static let strokeLength = 100
  static let lineWidth = 8

  static let small = Workload(name: "S", strokes: 5, width: 800, height: 600)
  static let medium = Workload(name: "M", strokes: 100, width: 2048, height: 1536)
  static let large = Workload(name: "L", strokes: 2000, width: 4096, height: 4096)
  static let all = [small, medium, large]

  var inEightColors: Workload {
    var workload = self
    workload.name += " in eight colors"
    workload.colors = [
      "#1a1a1a", "#d92626", "#2673d9", "#26a65b", "#f2a33a", "#8e44ad", "#16a5a5", "#7f5a3c",
    ]
    return workload
  }

  var events: Int { strokes * Workload.strokeLength }
  /// The number of line segments between the touches.
  var segments: Int { strokes * (Workload.strokeLength - 1) }
  var pixels: Int { width * height }
}

/// A touch as the log stores it, in whole numbers, so that the text is the same on every machine.
struct LoggedTouch: Hashable, Sendable {
  /// In hundredths of a point.
  var x: Int
  var y: Int
  /// In thousandths.
  var pressure: Int
  /// In microseconds.
  var time: Int
}

extension Workload {
  /// Calls `body` with each stroke, in order, generated one at a time.
  func forEachStroke(_ body: (_ index: Int, [LoggedTouch]) throws -> Void) rethrows {
    var random = SeededRandom(seed: UInt64(strokes))
    var time = 0
    for index in 0..<strokes {
      let hand = Handwriting(using: &random)
      let stroke = hand.stroke(of: Workload.strokeLength, onto: (Double(width), Double(height)), using: &random)
      try body(
        index,
        stroke.enumerated().map { number, touch in
          LoggedTouch(
            x: Int((touch.x * 100).rounded()), y: Int((touch.y * 100).rounded()),
            pressure: Int((touch.pressure * 1000).rounded()), time: time + number * 1_000_000 / 120)
        })
      time += Workload.strokeLength * 1_000_000 / 120 + Int(random.double(in: 50_000...400_000))
    }
  }
}
