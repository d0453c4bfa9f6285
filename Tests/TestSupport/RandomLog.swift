import Geometry
import TouchLog

/// Random drawing sessions: several touches that interleave, predictions, late revisions, rests, taps and canceled
/// touches, with every tool, from devices of several kinds.
///
/// Points are rounded to whole or half points or not at all, with or without noise. Hands are slow or fast, and some rest
/// often.
package struct RandomLog: Sendable {
  package var events: [LogEvent] = []

  private struct Hand {
    var point: Point
    var heading: Vector
    var remaining: Int
    var hasPressure: Bool
    var isPencil: Bool
    /// Whether its first estimates have no pressure.
    var isBlank: Bool
    /// The grid that points are rounded to, in points; nil for no grid.
    var lattice: Double?
    /// The largest error of a point along each axis, in points.
    var noise: Double
    /// The speed, as a multiple of the usual one.
    var pace: Double
    /// The percentage of events in which it does not move.
    var rests: Int

    init(at point: Point, _ random: inout SeededRandom) {
      func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
      let pencil = chance(50)
      self.point = point
      pace = [0.05, 0.4, 1, 1, 1, 4].randomElement(using: &random)!
      heading = Vector(random.double(in: -6...6), random.double(in: -6...6)) * pace
      remaining = chance(15) ? 1 : Int.random(in: 2...(chance(25) ? 170 : 60), using: &random)
      hasPressure = pencil || chance(30)
      isPencil = pencil
      isBlank = pencil && chance(15)
      lattice = [nil, nil, 0.5, 1].randomElement(using: &random)!
      noise = [0, 0, 0.5, 1.5].randomElement(using: &random)!
      rests = [2, 12, 12, 60].randomElement(using: &random)!
    }

    /// The point that the device reports, with its noise and on its grid.
    func seen(_ random: inout SeededRandom) -> Point {
      var seen = point
      if noise > 0 {
        seen = seen + Vector(random.double(in: -noise...noise), random.double(in: -noise...noise))
      }
      guard let lattice else { return seen }
      return Point((seen.x / lattice).rounded() * lattice, (seen.y / lattice).rounded() * lattice)
    }

    mutating func move(within size: Double, _ random: inout SeededRandom) {
      heading = Vector(
        heading.dx * 0.9 + random.double(in: -2...2) * pace, heading.dy * 0.9 + random.double(in: -2...2) * pace)
      point = point + heading
      // It turns back soon after it leaves the canvas.
      if point.x < -20 && heading.dx < 0 || point.x > size + 20 && heading.dx > 0 { heading.dx = -heading.dx }
      if point.y < -20 && heading.dy < 0 || point.y > size + 20 && heading.dy > 0 { heading.dy = -heading.dy }
    }
  }

  /// - Parameters:
  ///   - size: The canvas's width and height in points; strokes may leave it a little.
  ///   - revisesPoints: Whether some revisions also change points and times.
  ///   - brushes: Whether pens are brushes, and devices report tilt.
  package init(
    seed: UInt64, strokes: Int = 5, size: Double = 100, revisesPoints: Bool = true, brushes: Bool = false
  ) {
    defer { if brushes { takeBrushes(seed) } }
    var random = SeededRandom(seed: seed)
    var hands: [Int: Hand] = [:]
    var index = 1
    var time = 100.0
    var left = strokes
    var late: [(touch: Int, index: Int)] = []
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // The longest time between two events, in seconds. Three hands share the events.
    let longestStep = chance(50) ? 0.02 : 0.003
    events.append(
      .header(LogHeader(size: Size(width: size, height: size), grid: chance(20) ? Self.grid(&random) : nil)))

    while left > 0 || !hands.isEmpty {
      if !chance(10) { time += random.double(in: -0.1 * longestStep...longestStep) }
      if chance(15), let revised = late.indices.randomElement(using: &random) {
        let item = late.remove(at: revised)
        events.append(Self.revision(item.touch, item.index, size, time, revisesPoints, &random))
        continue
      }
      let touch = Int.random(in: 0..<3, using: &random)
      guard var hand = hands[touch] else {
        guard left > 0 else { continue }
        left -= 1
        if chance(60) { events.append(.tool(Self.tool(&random))) }
        hands[touch] = Hand(at: Point(random.double(in: 0...size), random.double(in: 0...size)), &random)
        let point = hands[touch]!.seen(&random)
        var event = TouchEvent(phase: .began, touch: .number(touch), point: point, time: time)
        Self.dress(&event, hands[touch]!, &index, &late, &random)
        events.append(.touch(event))
        continue
      }
      if chance(12) {
        for step in 1...3 {
          let guess = Point(
            hand.point.x + hand.heading.dx * Double(step), hand.point.y + hand.heading.dy * Double(step))
          events.append(
            .touch(
              TouchEvent(
                phase: .moved, touch: .number(touch), point: guess, pressure: hand.hasPressure ? 0.5 : nil,
                time: time + 0.004 * Double(step), predicted: true, index: index - 1)))
        }
      }
      if !chance(hand.rests) { hand.move(within: size, &random) }
      hand.remaining -= 1
      var phase = TouchEvent.Phase.moved
      if hand.remaining <= 0 { phase = chance(10) ? .cancelled : .ended } else if chance(5) { phase = .stationary }
      var event = TouchEvent(
        phase: phase, touch: .number(touch), point: hand.seen(&random), time: chance(5) ? nil : time)
      if phase == .moved { Self.dress(&event, hand, &index, &late, &random) }
      events.append(.touch(event))
      hands[touch] = hand.remaining <= 0 ? nil : hand
    }
    // Some of the pending revisions come after the end, some never.
    for item in late where chance(60) {
      events.append(Self.revision(item.touch, item.index, size, time, revisesPoints, &random))
    }
  }

  private static func dress(
    _ event: inout TouchEvent, _ hand: Hand, _ index: inout Int, _ late: inout [(touch: Int, index: Int)],
    _ random: inout SeededRandom
  ) {
    guard let touch = event.touch.number else { return }
    if hand.hasPressure, !hand.isBlank { event.pressure = random.double(in: 0...1.2) }
    guard hand.isPencil else { return }
    event.index = index
    if Int.random(in: 0..<3, using: &random) > 0 {
      event.expects = .pressure
      event.pressure = hand.isBlank ? nil : 1.0 / 3
      late.append((touch, index))
    }
    index += 1
  }

  private static func revision(
    _ touch: Int, _ index: Int, _ size: Double, _ time: Double, _ revisesPoints: Bool, _ random: inout SeededRandom
  ) -> LogEvent {
    var revision = TouchRevision(index: index, touch: .number(touch), pressure: random.double(in: 0...1))
    if revisesPoints, Int.random(in: 0..<6, using: &random) == 0 {
      revision.point = Point(random.double(in: 0...size), random.double(in: 0...size))
    }
    if revisesPoints, Int.random(in: 0..<8, using: &random) == 0 {
      revision.time = time - random.double(in: 0...0.3)
    }
    return .revision(revision)
  }

  /// Makes pens brushes, each by name or of its own making, and lets the pen tilt.
  private mutating func takeBrushes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed ^ 0xB005)
    func maybe<Value>(_ percent: Int, _ value: @autoclosure () -> Value) -> Value? {
      Int.random(in: 0..<100, using: &random) < percent ? value() : nil
    }
    events.insert(.tool(ToolChange(name: "pen", width: 5)), at: 1)
    for index in events.indices {
      switch events[index] {
      case .tool(var tool) where tool.name == "pen":
        tool.style[StyleKeys.brush] = Brush.allCases.randomElement(using: &random)
        tool.style[StyleKeys.tip] = maybe(25, TipShape.allCases.randomElement(using: &random)!)
        tool.style[StyleKeys.tipRatio] = maybe(25, random.double(in: 0...1))
        tool.style[StyleKeys.tipAngle] = maybe(25, Bool.random(using: &random) ? .azimuth : .degrees(-30))
        tool.style[StyleKeys.flow] = maybe(
          25, ByPressure(light: random.double(in: 0...1), firm: random.double(in: 0...1)))
        tool.style[StyleKeys.grain] = maybe(25, random.double(in: 0...1))
        tool.style[StyleKeys.grainSize] = maybe(25, random.double(in: 0.2...5))
        tool.style[StyleKeys.blend] = maybe(25, .screen)
        tool.style[StyleKeys.pressureCurve] = maybe(25, random.double(in: 0.1...10))
        tool.style[StyleKeys.minWidth] = maybe(25, random.double(in: 0...1))
        tool.style[StyleKeys.dash] = maybe(15, [random.double(in: 2...12), random.double(in: 0...8)])
        tool.style[StyleKeys.fill] = maybe(15, .color(Color(red: 250, green: 200, blue: 40, alpha: 160)))
        events[index] = .tool(tool)
      case .touch(var touch):
        touch.altitude = maybe(70, random.double(in: 0.3...1.3))
        touch.azimuth = maybe(70, random.double(in: -4...7))
        touch.twist = maybe(30, random.double(in: 0...360))
        touch.details.tangentialPressure = maybe(30, random.double(in: -1...1))
        touch.details.contact = maybe(30, Size(width: random.double(in: 0...90), height: random.double(in: 0...90)))
        events[index] = .touch(touch)
      case .revision(var revision):
        revision.altitude = maybe(30, random.double(in: 0.3...1.3))
        revision.azimuth = maybe(10, random.double(in: -4...7))
        revision.twist = maybe(10, random.double(in: 0...360))
        revision.details.tangentialPressure = maybe(10, random.double(in: -1...1))
        revision.details.contact = maybe(10, Size(width: random.double(in: 0...90), height: 7))
        events[index] = .revision(revision)
      default: break
      }
    }
  }

  /// The grid of a device, in points.
  private static func grid(_ random: inout SeededRandom) -> Double {
    [0.05, 0.25, 0.5, 1, 2].randomElement(using: &random)!
  }

  private static func tool(_ random: inout SeededRandom) -> ToolChange {
    let names = ["pen", "pen", "pen", "marker", "eraser"]
    var change = ToolChange(name: names.randomElement(using: &random)!)
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
    change.style.color = .solid(
      Color(red: byte(), green: byte(), blue: byte(), alpha: Bool.random(using: &random) ? 255 : 120))
    change.style.width = random.double(in: 0.5...14)
    if Bool.random(using: &random) { change.style.opacity = random.double(in: 0...1) }
    if Bool.random(using: &random) { change.style.thinning = random.double(in: 0...1) }
    if Bool.random(using: &random) {
      change.style.smoothing = [0, 0.3, 1, 4, random.double(in: 0...20)].randomElement(using: &random)!
    }
    if Int.random(in: 0..<4, using: &random) == 0 { change.style.grid = grid(&random) }
    change.style.taper =
      Int.random(in: 0..<4, using: &random) == 0
      ? Taper(start: random.double(in: 0...30), end: random.double(in: 0...60)) : Taper(start: 0, end: 0)
    return change
  }
}
