/// What a channel of a picture shows. All are 0 without ink, and at the edge of ink in proportion to its coverage.
package enum Channel: String, Hashable, Sendable, CaseIterable {
  /// 255 everywhere: the coverage of the ink.
  case ink
  /// The order of the strokes: 255 for the first stroke, 13 less for each later one, at least 125.
  case order
  /// When the ink was drawn: from 55 at the first point to 255 at the last. Without times, points count instead.
  case time
  /// The pause before the stroke: 255 for a second or more, 0 without times.
  case pause
  /// The speed: 255 for four sides of the picture per second or more, 0 without times.
  case speed
  /// The pressure: 255 for full pressure. 0 if the device reports none.
  case pressure
}

/// The values of the channels for the ink between two points of a stroke.
struct ChannelValues {
  private let channels: [Channel]
  private let sketch: Sketch
  /// The shorter side of the picture, in units of the sketch.
  private let sides: Double
  private let start: Double
  private let seconds: Double

  /// - Parameter sides: The shorter side of the picture, in units of the sketch.
  init(_ channels: [Channel], of sketch: Sketch, sides: Double) {
    (self.channels, self.sketch, self.sides) = (channels, sketch, sides)
    start = sketch.points.first { !$0.time.isNaN }?.time ?? .nan
    seconds = sketch.seconds ?? .nan
  }

  /// The pause before a stroke, in seconds; NaN without times.
  func pause(before stroke: Int) -> Double {
    guard stroke > 0 else { return 0 }
    let first = sketch.stroke(stroke).lowerBound
    return sketch.points[first].time - sketch.points[first - 1].time
  }

  /// The values of the line from a point to the next one, or of a dot.
  /// - Parameters:
  ///   - pause: The pause before the stroke.
  func values(from first: Int, to last: Int, stroke: Int, pause: Double) -> [Float] {
    let (from, to) = (sketch.points[first], sketch.points[last])
    return channels.map { channel in
      switch channel {
      case .ink: 255
      case .order: Float(255 - 13 * min(stroke, 10))
      case .time: 55 + 200 * share(ofPoint: last)
      case .pause: Self.value(pause)
      case .speed: Self.value(speed(from, to) / 4)
      case .pressure: Self.value(from.pressure.isNaN ? to.pressure : (from.pressure + to.pressure) / 2)
      }
    }
  }

  /// 0...1; 0 for a point before the first one, or without a time.
  private func share(ofPoint index: Int) -> Float {
    if seconds > 0 { return Float(min(1, max(0, (sketch.points[index].time - start) / seconds))) }
    return sketch.points.count > 1 ? Float(Double(index) / Double(sketch.points.count - 1)) : 0
  }

  /// In sides of the picture per second.
  private func speed(_ from: Sketch.Point, _ to: Sketch.Point) -> Double {
    let (dx, dy, seconds) = (to.x - from.x, to.y - from.y, to.time - from.time)
    return seconds > 0 ? (dx * dx + dy * dy).squareRoot() / sides / seconds : .nan
  }

  /// 255 for 1 and more, 0 for NaN.
  private static func value(_ share: Double) -> Float {
    share.isNaN ? 0 : Float(255 * min(1, max(0, share)))
  }
}
