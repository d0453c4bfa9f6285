import Geometry

/// What has been read of a touch line.
struct TouchDraft {
  /// Those of `ShapeTree.Value`, in its order; NaN for none.
  var numbers = InlineArray<6, Double>(repeating: .nan)
  /// The rest.
  var touch = TouchEvent(phase: .moved, point: Point(.nan, .nan))

  /// False also where there is no point.
  @inline(__always) var isInRange: Bool {
    abs(numbers[0]) <= LogLimits.coordinate && abs(numbers[1]) <= LogLimits.coordinate && !(numbers[2] < 0)
  }

  @inline(__always) var event: TouchEvent {
    var event = touch
    event.point = Point(numbers[0], numbers[1])
    event.pressure = numbers[2]
    event.time = numbers[3]
    event.altitude = numbers[4]
    event.azimuth = numbers[5]
    return event
  }
}
