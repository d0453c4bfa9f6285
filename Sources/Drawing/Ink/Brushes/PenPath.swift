import Geometry

/// What the samples of a span say about the hand, at any part of the span's length.
struct PenPath {
  /// The hand at one sample.
  struct State {
    /// How flat the pen lies: 0 upright, 1 at 23° or less.
    var flatness = 0.0
    /// The direction in which the pen points; 0 if unknown.
    var azimuth = Vector(0, 0)
    /// The direction to which the x axis turns with the pen; 0 if unknown.
    var turned = Vector(0, 0)
    /// In points per second; 0 if the brush does not ask.
    var speed = 0.0
    /// Whether the log gives the times from which the speed follows.
    var isTimed = false
    /// The length of the path from the start of the stroke, in points.
    var length = 0.0
    /// Whether the device reports a pressure.
    var hasPressure = true
  }

  private var states: [State] = []
  /// The length of the samples' polyline up to each, in points.
  private var lengths: [Double] = []

  /// The distance along the path over which the tilt is averaged, and the most samples on either side, which bounds how
  /// long a span of an active stroke waits.
  private static let reach = 6.0
  static let mostSamples = 16
  /// Hands write at 52° to 76°; from 46° on, in radians, the side of the pen touches the paper, and at 23° it lies.
  private static let (flat, upright) = (0.4, 0.8)

  /// - Parameters:
  ///   - first: The first sample of the span.
  ///   - last: The sample at which its ink ends.
  ///   - start: The length of the path up to the first sample; 0 if the brush does not ask.
  init(_ sequence: SampleSequence, from first: Int, to last: Int, start: Double, readsSpeed: Bool) {
    var length = 0.0
    let isTilted = (Swift.max(0, first - Self.mostSamples)...Swift.min(sequence.count - 1, last + Self.mostSamples))
      .contains { sequence[$0].tilt.isKnown }
    for index in first...Swift.max(first, last) {
      if index > first { length += sequence[index - 1].point.distance(to: sequence[index].point) }
      var state = isTilted ? Self.tilt(of: sequence, around: index) : State()
      if readsSpeed {
        state.speed = sequence.speed(around: index..<index + 1)
        state.isTimed = sequence.isTimed(at: index) || sequence.isTimed(at: index + 1)
      }
      state.length = start + length
      state.hasPressure = !sequence[index].pressure.isNaN
      states.append(state)
      lengths.append(length)
    }
  }

  private static func tilt(of sequence: SampleSequence, around index: Int) -> State {
    var (flatness, azimuth, turned, weights) = (0.0, Vector(0, 0), Vector(0, 0), 0.0)
    func add(_ sample: Int, _ weight: Double) {
      let tilt = sequence[sample].tilt
      let altitude = tilt.altitude ?? .pi / 2
      flatness += weight * (1 - Swift.min(1, Swift.max(0, (altitude - flat) / (upright - flat))))
      if let direction = tilt.direction { azimuth = azimuth + direction * weight }
      if let direction = tilt.turned { turned = turned + direction * weight }
      weights += weight
    }
    add(index, reach)
    for step in [-1, 1] {
      var (sample, distance) = (index, 0.0)
      for _ in 0..<mostSamples {
        guard sample + step >= 0, sample + step < sequence.count else { break }
        distance += sequence[sample].point.distance(to: sequence[sample + step].point)
        guard distance < reach else { break }
        sample += step
        add(sample, reach - distance)
      }
    }
    // Opposite directions cancel out.
    func mean(_ sum: Vector, _ own: Vector?) -> Vector {
      let length = sum.length
      return length > 1e-6 * weights ? sum / length : own ?? Vector(0, 0)
    }
    let tilt = sequence[index].tilt
    return State(
      flatness: flatness / weights, azimuth: mean(azimuth, tilt.direction), turned: mean(turned, tilt.turned))
  }

  /// The last sample whose tilt matters for the samples up to `last`.
  static func end(of sequence: SampleSequence, after last: Int) -> Int {
    var (sample, distance) = (last, 0.0)
    while sample + 1 < sequence.count, sample < last + mostSamples, distance < reach {
      distance += sequence[sample].point.distance(to: sequence[sample + 1].point)
      sample += 1
    }
    return sample
  }

  /// The first sample whose tilt matters for the samples from `first` on.
  static func start(of sequence: SampleSequence, before first: Int) -> Int {
    var (sample, distance) = (first, 0.0)
    while sample > 0, sample > first - mostSamples, distance < reach {
      distance += sequence[sample].point.distance(to: sequence[sample - 1].point)
      sample -= 1
    }
    return sample
  }

  /// Whether samples after those of `sequence` can change no state up to the sample `last`.
  /// - Parameter undecided: The number of last samples that may yet become a hook.
  static func isComplete(_ sequence: SampleSequence, after last: Int, readsSpeed: Bool, undecided: Int) -> Bool {
    let final = sequence.samples.count - 1 - undecided
    guard final > end(of: sequence, after: last) else { return false }
    return !readsSpeed || sequence.samples[final].time >= sequence[last].time + SampleSequence.speedReach
  }

  /// The state at a part of the span's length, 0...1.
  func state(at share: Double) -> State {
    let last = states.count - 1
    let length = share * lengths[last]
    let after = firstIndex(in: 0..<last + 1) { lengths[$0] >= length }
    guard after > 0 else { return states[0] }
    guard after <= last else { return states[last] }
    let step = lengths[after] - lengths[after - 1]
    let t = step > 0 ? (length - lengths[after - 1]) / step : 1
    let (a, b) = (states[after - 1], states[after])
    func mix(_ a: Vector, _ b: Vector) -> Vector {
      let sum = a * (1 - t) + b * t
      let length = sum.length
      return length > 1e-6 ? sum / length : b
    }
    return State(
      flatness: a.flatness + (b.flatness - a.flatness) * t, azimuth: mix(a.azimuth, b.azimuth),
      turned: mix(a.turned, b.turned), speed: a.speed + (b.speed - a.speed) * t, isTimed: a.isTimed && b.isTimed,
      length: a.length + (b.length - a.length) * t, hasPressure: a.hasPressure && b.hasPressure)
  }
}
