import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A hand that writes loops along a line: two waves in each direction, at a varying speed.
struct Handwriting {
  private struct Wave {
    /// In points.
    var amplitude: Double
    /// In hertz.
    var frequency: Double
    /// In radians.
    var phase: Double

    init(_ amplitude: ClosedRange<Double>, _ frequency: Double, using random: inout SeededRandom) {
      self.amplitude = random.double(in: amplitude)
      self.frequency = frequency
      phase = random.double(in: 0...2 * .pi)
    }

    func value(at time: Double) -> Double { amplitude * sin(2 * .pi * frequency * time + phase) }
  }

  private let loops: (x: Wave, y: Wave)
  private let details: (x: Wave, y: Wave)
  /// The speed along the line of writing, in points per second.
  private let advance: (x: Double, y: Double)
  /// The difference between the hand's time and the clock. The hand's time never runs backward, because its
  /// slope stays above 0.
  private let haste: Wave
  private let press: Wave

  init(using random: inout SeededRandom) {
    let loop = random.double(in: 2...4.5)
    let detail = random.double(in: 4...8)
    loops = (Wave(12...45, loop, using: &random), Wave(16...60, loop, using: &random))
    details = (Wave(3...14, detail, using: &random), Wave(3...14, detail, using: &random))
    let speed = random.double(in: 40...420)
    let slope = random.double(in: -0.6...0.6)
    advance = (speed * cos(slope), speed * sin(slope))
    let rhythm = random.double(in: 0.8...2)
    var haste = Wave(0.2...0.75, rhythm, using: &random)
    haste.amplitude /= 2 * .pi * rhythm
    self.haste = haste
    press = Wave(0.15...0.2, 1.7, using: &random)
  }

  /// A stroke at 120 Hz at a random position on a canvas, inside it if it fits. Pressures are 0.05 to 1.
  func stroke(
    of count: Int, onto canvas: (width: Double, height: Double), using random: inout SeededRandom
  ) -> [(x: Double, y: Double, pressure: Double)] {
    var tremor = (x: 0.0, y: 0.0)
    var touches = (0..<count).map { index in
      let clock = Double(index) / 120
      let time = clock + haste.value(at: clock)
      tremor = (0.6 * tremor.x + random.bell(width: 0.25), 0.6 * tremor.y + random.bell(width: 0.25))
      let done = Double(index) / Double(count - 1)
      let landing = min(1, 6 * done, 6 * (1 - done))
      let pressure = (0.25 + 0.75 * landing) * (0.75 + press.value(at: time)) + random.bell(width: 0.01)
      return (
        x: advance.x * time + loops.x.value(at: time) + details.x.value(at: time) + tremor.x,
        y: advance.y * time + loops.y.value(at: time) + details.y.value(at: time) + tremor.y,
        pressure: min(1, max(0.05, pressure))
      )
    }
    let shift = (
      x: offset(touches.map(\.x), within: canvas.width, using: &random),
      y: offset(touches.map(\.y), within: canvas.height, using: &random)
    )
    for index in touches.indices {
      touches[index].x += shift.x
      touches[index].y += shift.y
    }
    return touches
  }

  /// The offset that moves `values` to a random position in 12 to `size` - 12, or to the middle if they do not fit.
  private func offset(_ values: [Double], within size: Double, using random: inout SeededRandom) -> Double {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let room = size - 24 - (high - low)
    return room > 0 ? 12 - low + random.double(in: 0...room) : (size - low - high) / 2
  }
}

extension SeededRandom {
  /// A number from an approximately normal distribution around 0 with standard deviation `width`: the sum of three
  /// uniform numbers.
  fileprivate mutating func bell(width: Double) -> Double {
    (double(in: -1...1) + double(in: -1...1) + double(in: -1...1)) * width
  }
}
