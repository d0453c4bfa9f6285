import Geometry
import TestSupport
import Testing
import TouchLog

@testable import ImportCore

struct StrokeReaderTests {
  static func ink(
    _ strokes: [ImportedStroke], options: ImportOptions = ImportOptions(),
    prepare: (inout ImportedInk) -> Void = { _ in }
  ) throws -> ImportedInk {
    var ink = ImportedInk(ImportReport(format: "test"), name: "a", options: options)
    prepare(&ink)
    for stroke in strokes { try ink.append(stroke) }
    return ink
  }

  /// The events, read one by one and in batches, which must be the same.
  static func events(of ink: ImportedInk) throws -> [LogEvent] {
    let single = try outcomes(StrokeReader(ink, name: "a")).compactMap(\.event)
    var reader = StrokeReader(ink, name: "a")
    var batches: [LogEvent] = []
    var touches: [TouchEvent] = []
    while true {
      reader.nextTouches(into: &touches)
      batches += touches.map { .touch($0) }
      if !touches.isEmpty { continue }
      guard let event = reader.next() else { break }
      batches.append(event)
    }
    #expect(batches == single)
    return single
  }

  static func touches(
    of strokes: [ImportedStroke], prepare: (inout ImportedInk) -> Void = { _ in }
  ) throws -> [TouchEvent] {
    try events(of: ink(strokes, prepare: prepare)).compactMap { if case .touch(let touch) = $0 { touch } else { nil } }
  }

  static func omissions(_ ink: ImportedInk) -> [String] {
    ink.report.omissions.map { "\($0.kind == .damage ? "damage: " : "")\($0.count) \($0.what)" }
  }

  static func stroke(pressures: [Double?], pointer: TouchEvent.Pointer? = nil) -> ImportedStroke {
    ImportedStroke(
      points: pressures.enumerated().map { ImportedPoint(Double($0.offset), 0, pressure: $0.element) },
      pointer: pointer)
  }

  static func stroke(times: [Double?]) -> ImportedStroke {
    ImportedStroke(points: times.enumerated().map { ImportedPoint(Double($0.offset), 0, time: $0.element) })
  }

  @Test func `a stroke begins, moves and ends, with everything that its points have`() throws {
    let points = [
      ImportedPoint(1, 2, pressure: 0.1, time: 5, altitude: 1, azimuth: 2), ImportedPoint(3, 4, pressure: 0.2, time: 6),
      ImportedPoint(5, 6, pressure: 0.3, time: 8),
    ]
    let touches = try Self.touches(of: [ImportedStroke(points: points, pointer: .pencil)])
    #expect(
      touches == [
        TouchEvent(
          phase: .began, point: Point(1, 2), pressure: 0.1, time: 0, altitude: 1, azimuth: 2, pointer: .pencil),
        TouchEvent(phase: .moved, point: Point(3, 4), pressure: 0.2, time: 1, pointer: .pencil),
        TouchEvent(phase: .ended, point: Point(5, 6), pressure: 0.3, time: 3, pointer: .pencil),
      ])
  }

  @Test func `one point, or equal points, are a dot`() throws {
    let one = try Self.touches(of: [ImportedStroke(points: [ImportedPoint(1, 2, time: 7)])])
    #expect(
      one == [
        TouchEvent(phase: .began, point: Point(1, 2), time: 0), TouchEvent(phase: .ended, point: Point(1, 2), time: 0),
      ])
    let points = [ImportedPoint(1, 2, time: 0), ImportedPoint(1, 2, time: 0.01), ImportedPoint(1, 2, time: 0.02)]
    let equal = try Self.touches(of: [ImportedStroke(points: points)])
    #expect(equal.map(\.phase) == [.began, .moved, .ended] && equal.allSatisfy { $0.point == Point(1, 2) })
  }

  @Test func `a stroke without points is left out and counted`() throws {
    let ink = try Self.ink([ImportedStroke(), Self.stroke(times: [0, 1]), ImportedStroke()])
    #expect(ink.strokes.count == 1)
    #expect(Self.omissions(ink) == ["2 strokes without points"])
    let empty = try Self.ink([])
    var reader = StrokeReader(empty, name: "a")
    #expect(reader.next() == nil && reader.line == 1 && reader.location.column == 1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1.1e7, -1.1e7])
  func `a point without valid coordinates is left out and counted`(bad: Double) throws {
    let points = [ImportedPoint(1, 1), ImportedPoint(bad, 1), ImportedPoint(1, bad), ImportedPoint(2, 2)]
    let ink = try Self.ink([ImportedStroke(points: points), ImportedStroke(points: [ImportedPoint(bad, 0)])])
    #expect(ink.strokes.map { $0.points.map(\.x) } == [[1, 2]])
    #expect(Self.omissions(ink) == ["damage: 3 points without valid coordinates", "1 strokes without points"])
  }

  @Test func `infinite values and negative pressures are removed, and their points stay`() throws {
    let points = [
      ImportedPoint(1, 1, pressure: 0.25), ImportedPoint(2, 1, pressure: .infinity, altitude: -.infinity),
      ImportedPoint(3, 1, pressure: -1, azimuth: .infinity), ImportedPoint(4, 1, pressure: 0.5, time: .infinity),
      ImportedPoint(5, 1, pressure: 0.75),
    ]
    let touches = try Self.touches(of: [ImportedStroke(points: points)])
    #expect(touches.map(\.pressure) == [0.25, nil, nil, 0.5, 0.75])
    #expect(touches.allSatisfy { $0.altitude == nil && $0.azimuth == nil && ($0.time ?? 0) == 0 })
  }

  @Test(arguments: [0, 0.5, 1])
  func `a pressure that never changes was not measured; the lift does not count`(constant: Double) throws {
    let strokes = [
      Self.stroke(pressures: [constant, constant, 0]), Self.stroke(pressures: [constant]),
      Self.stroke(pressures: [0, constant, constant, constant]), Self.stroke(pressures: [0, constant]),
    ]
    #expect(try Self.touches(of: strokes).allSatisfy { $0.pressure == nil })
    var ink = try Self.ink(strokes)
    ink.complete()
    #expect(ink.report.assumptions == ["the pressure is always \(plain(constant)): no sensor measured it"])
    let kept = try Self.touches(of: [Self.stroke(pressures: [constant, constant])]) { $0.mayLackSensor = false }
    #expect(kept.map(\.pressure) == [constant, constant])
  }

  @Test func `each kind of pointer has a sensor of its own, or none`() throws {
    let touches = try Self.touches(of: [
      Self.stroke(pressures: [0.5, 0.5], pointer: .mouse), Self.stroke(pressures: [0.1, 0.2], pointer: .pencil),
      Self.stroke(pressures: [0.3, 0.3], pointer: .pencil), Self.stroke(pressures: [0.5, 0.5, 0], pointer: .mouse),
      Self.stroke(pressures: [0.7, 0.8, 0.9]),
    ])
    #expect(touches.map(\.pressure) == [nil, nil, 0.1, 0.2, 0.3, 0.3, nil, nil, nil, 0.7, 0.8, 0.9])
  }

  @Test(arguments: [
    ([0, 0.2, 0.4, 0], [0.2, 0.2, 0.4, 0.4]), ([0.1, 0, 0.4], [0.1, 0, 0.4]), ([0, 0.2], [0.2, 0.2]),
    ([0.2, 0], [0.2, 0.2]), ([0, 0.3, 0], [0.3, 0.3, 0.3]), ([0], [0]), ([0, 0], [0, 0]),
  ]) func `a pressure of 0 at an end of a stroke is replaced by its neighbor`(read: [Double], given: [Double]) throws {
    let touches = try Self.touches(of: [Self.stroke(pressures: [0.1, 0.9, 0.5]), Self.stroke(pressures: read)])
    #expect(touches.dropFirst(3).prefix(given.count).map(\.pressure) == given)
  }

  @Test func `times count from the first, also if it is not the smallest`() throws {
    let touches = try Self.touches(of: [Self.stroke(times: [10, 11]), Self.stroke(times: [8, 9.5])])
    #expect(touches.map(\.time) == [0, 1, -2, -0.5])
  }

  @Test func `time that steps back within a stroke advances by 0.1 ms`() throws {
    let touches = try Self.touches(of: [Self.stroke(times: [0, 2, 1, 1.5, 3, 3])])
    let (second, third): (Double, Double) = (2 + 1e-4, 2 + 1e-4 + 1e-4)
    #expect(touches.map(\.time) == [0, 2, second, third, 3, 3])
    #expect(
      try Self.touches(of: [Self.stroke(times: [0, nil, 1]), Self.stroke(times: [nil, 0.5])]).map(\.time)
        == [0, nil, 1, nil, 0.5])
  }

  @Test func `strokes without times begin 0.2 s after the one before`() throws {
    var ink = try Self.ink([
      Self.stroke(times: [nil, nil, nil]), Self.stroke(times: [nil]), Self.stroke(times: [nil, nil]),
    ])
    ink.complete()
    #expect(ink.report.timeBase == "none; strokes 0.2 s apart")
    let times = try Self.touches(of: ink.strokes).map(\.time)
    // 2 intervals of 1/120 s in the first stroke.
    let second = 2 / 120 + 0.2
    #expect(times == [0, nil, nil, second, second, second + 0.2, nil])
  }

  @Test func `ink of less than 32 units without a unit is enlarged to 512 points`() throws {
    let points = [ImportedPoint(-1, 5), ImportedPoint(3, 6), ImportedPoint(1, 7)]
    let touches = try Self.touches(of: [ImportedStroke(points: points)]) { $0.hasUnit = false }
    #expect(touches.map(\.point) == [Point(0, 0), Point(512, 128), Point(256, 256)])
    var ink = try Self.ink([ImportedStroke(points: points)]) { $0.hasUnit = false }
    ink.complete()
    #expect(ink.report.assumptions == ["the ink is 4 units wide or high: it is enlarged to 512 points"])
  }

  @Test(arguments: ["a unit", "a size", "32 units", "a dot", "a side that is nearly 0"])
  func `other ink is not enlarged`(why: String) throws {
    let side: Double =
      switch why {
      case "32 units": 32
      case "a dot": 0
      case "a side that is nearly 0": .leastNonzeroMagnitude
      default: 4
      }
    let touches = try Self.touches(of: [ImportedStroke(points: [ImportedPoint(0, 0), ImportedPoint(side, side)])]) {
      $0.hasUnit = why == "a unit"
      if why == "a size" { $0.header.size = Size(width: 100, height: 100) }
    }
    #expect(touches.map(\.point) == [Point(0, 0), Point(side, side)])
  }

  @Test func `the header comes first, and a tool before its first stroke`() throws {
    let marker = ToolChange(name: "marker")
    var strokes = [Self.stroke(times: [0, 1]), Self.stroke(times: [2, 3]), Self.stroke(times: [4, 5])]
    strokes[1].tool = marker
    strokes[2].tool = marker
    strokes.append(Self.stroke(times: [6, 7]))
    let events = try Self.events(
      of: Self.ink(strokes) { $0.header.size = Size(width: 10, height: 20) })
    let kinds = events.map { event in
      switch event {
      case .header: "header"
      case .tool(let tool): tool.name
      case .touch(let touch): touch.phase.rawValue
      default: "?"
      }
    }
    #expect(
      kinds == [
        "header", "began", "ended", "marker", "began", "ended", "began", "ended", "pen", "began", "ended",
      ])
  }

  @Test func `a location is that of its stroke`() throws {
    let strokes = (1...100).map { line in
      ImportedStroke(
        points: [ImportedPoint](repeating: ImportedPoint(0, 0), count: line % 3 + 1), line: line, column: line + 1)
    }
    var reader = StrokeReader(try Self.ink(strokes), name: "a")
    var lines: [Int] = []
    while reader.next() != nil { lines.append(reader.line) }
    var batched = StrokeReader(try Self.ink(strokes), name: "a")
    #expect(batched.next() != nil)
    var found = [batched.line]
    var touches: [TouchEvent] = []
    repeat {
      batched.nextTouches(into: &touches)
      found += touches.indices.map { batched.line(ofTouch: $0) }
      #expect(touches.indices.allSatisfy { batched.location(ofTouch: $0).column == batched.line(ofTouch: $0) + 1 })
      if let last = found.last, !touches.isEmpty { #expect(batched.line == last) }
    } while !touches.isEmpty
    let count: Int = (1...100).reduce(0) { (sum: Int, line: Int) -> Int in sum + max(2, line % 3 + 1) }
    #expect(lines == found && lines.last == 100 && lines.count == count)
  }

  @Test func `points beyond the memory limit are an error at their stroke`() throws {
    var options = ImportOptions()
    options.memoryLimit = 10_000
    var ink = try Self.ink([], options: options)
    #expect(ink.room == 10_000 / 56)
    try ink.append(Self.stroke(times: [0, 1]))
    #expect(ink.room < 10_000 / 56)
    var long = Self.stroke(times: [Double?](repeating: nil, count: 300))
    (long.line, long.column) = (7, 3)
    let error = #expect(throws: LogReadError.self) { try ink.append(long) }
    #expect(
      error
        == .malformed(
          LogError(
            location: LogLocation(file: "a", line: 7, column: 3), reason: .tooMuchMemory("the ink", limit: 10_000))))
    // Many strokes of few points count, too.
    #expect(throws: LogReadError.self) { for _ in 0..<1000 { try ink.append(Self.stroke(times: [0])) } }
  }
}
