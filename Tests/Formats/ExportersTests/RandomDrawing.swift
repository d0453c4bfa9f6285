import Exporters
import Geometry
import TestSupport
import TouchLog

/// Random drawings for exporters: pens, markers and erasers of every pointer, with and without pressure and tilt, dots,
/// strokes at the same time, and points far outside of the canvas.
///
/// Importers take a pressure or a tilt that never changes for that of a device without the sensor. So only pencils have
/// them, and the first pencil's stroke has several different values.
struct RandomDrawing {
  private(set) var drawing: ExportedDrawing
  private var random: SeededRandom

  /// - Parameter overlaps: Whether strokes begin before others end.
  init(seed: UInt64, overlaps: Bool = false) {
    random = SeededRandom(seed: seed)
    let size = random.double(in: 1...[20, 400, 5000].randomElement(using: &random)!)
    drawing = ExportedDrawing(size: Size(width: size, height: random.double(in: 1...size)), strokes: [])
    if chance(30) { drawing.origin = Point(random.double(in: -900...900), random.double(in: -900...900)) }
    drawing.hasSize = drawing.origin == Point(0, 0)
    if chance(30) { drawing.background = chance(50) ? nil : color(alpha: 255) }
    let corner = Point(drawing.origin.x, drawing.origin.y)
    let reach = [size, size, 3000, 90_000].randomElement(using: &random)!
    let isRounded = chance(30)
    var time = chance(50) ? 0 : random.double(in: 0...2000)
    for number in 0..<Int.random(in: 1...8, using: &random) {
      var stroke = stroke(number, around: corner, reach: reach, from: time)
      if isRounded {
        for index in stroke.points.indices {
          stroke.points[index].point.x.round()
          stroke.points[index].point.y.round()
          stroke.points[index].time.round()
        }
      }
      let duration = stroke.points[stroke.points.count - 1].time - stroke.points[0].time
      time += overlaps ? random.double(in: 0...max(0.01, duration)) : duration + random.double(in: 0.002...3)
      if isRounded { time = time.rounded(.up) + (overlaps ? 0 : 1) }
      drawing.strokes.append(stroke)
    }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func color(alpha: UInt8) -> Color {
    let bits = random.next()
    return Color(
      red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: alpha)
  }

  private mutating func stroke(
    _ number: Int, around corner: Point, reach: Double, from start: Double
  ) -> ExportedStroke {
    let isFirst = !drawing.strokes.contains { $0.pointer == .pencil }
    let pointers: [TouchEvent.Pointer?] = [nil, .finger, .mouse, .pencil, .pencil]
    let pointer = pointers[Int.random(in: 0..<pointers.count, using: &random)]
    let isPencil = pointer == .pencil
    let kind: ExportedStroke.Kind =
      chance(70) || isPencil && isFirst ? .pen : chance(50) ? .marker : isPencil ? .eraser : .pen
    let width = random.double(in: 0.3...20)
    let hasConstantWidth = kind == .marker || chance(40)
    let alpha: UInt8 = kind == .pen && chance(70) || kind == .eraser ? 255 : UInt8.random(in: 1...254, using: &random)
    var stroke = ExportedStroke(
      id: "e\(number + 1)", kind: kind, color: color(alpha: alpha), width: width, pointer: pointer, points: [])
    let hasTilt = isPencil && (isFirst || chance(60))
    let count = isPencil && isFirst ? 9 : chance(25) ? 1 : Int.random(in: 2...40, using: &random)
    var point = corner + Vector(random.double(in: -reach...reach), random.double(in: -reach...reach))
    let step = [0.5, 6, 80].randomElement(using: &random)!
    var time = start
    for index in 0..<count {
      var next = ExportedPoint(
        point, time: time, radius: width / 2 * (hasConstantWidth ? 1 : random.double(in: 0.1...1)))
      if isPencil, index == 0 || !chance(5) { next.pressure = random.double(in: 0.01...1) }
      if hasTilt {
        next.altitude = random.double(in: 0.1...1.5)
        next.azimuth = random.double(in: -Double.pi...2 * .pi)
        let twist = random.double(in: 1...359)
        next.twist = twist
        next.details.tangentialPressure = twist / 360
        next.details.contact = Size(width: twist / 4, height: 8)
      }
      stroke.points.append(next)
      if !chance(10) {
        point = point + Vector(random.double(in: -step...step), random.double(in: -step...step))
      }
      time += chance(5) ? 0 : random.double(in: 0.001...0.02)
    }
    // An end that repeats the point before it does not count as a point.
    if count > 1 {
      stroke.points[count - 1].point = stroke.points[count - 2].point + Vector(2, random.double(in: 1...9))
    }
    return stroke
  }
}
