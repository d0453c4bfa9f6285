import Files
import Geometry
import ImportCore
import TestSupport
import Testing
import TouchLog

@Suite struct TouchReaderTests {
  /// Records in memory, with errors between them.
  struct Records: TouchSource {
    enum Record {
      case touch(ImportedTouch)
      case failure(Int)
    }

    var records: [Record]
    var next = 0

    var report: ImportReport { ImportReport(format: "records") }
    var header: LogHeader { LogHeader() }

    mutating func read(into touches: inout [ImportedTouch]) throws(LogReadError) {
      guard next < records.count else { return }
      next += 1
      switch records[next - 1] {
      case .touch(let touch): touches.append(touch)
      case .failure(let line):
        throw .malformed(
          LogError(location: LogLocation(file: "a", line: line, column: 1), reason: .unexpected("x", expected: "y")))
      }
    }
  }

  private func touch(
    _ phase: TouchEvent.Phase, _ x: Double, id: Int = 0, pressure: Double? = nil, time: Double? = nil,
    altitude: Double? = nil, pointer: TouchEvent.Pointer? = .pencil, isDown: Bool? = nil, isEraser: Bool = false,
    line: Int = 1
  ) -> ImportedTouch {
    ImportedTouch(
      TouchEvent(
        phase: phase, touch: .number(id), point: Point(x, 0), pressure: pressure, time: time, altitude: altitude,
        azimuth: altitude.map { _ in 1 }, pointer: pointer),
      isEraser: isEraser, isDown: isDown, line: line)
  }

  private func reader(_ touches: [ImportedTouch], memory: Int = 1 << 30) -> TouchReader {
    reader(touches.map { .touch($0) }, memory: memory)
  }

  private func reader(_ records: [Records.Record], memory: Int = 1 << 30) -> TouchReader {
    var options = ImportOptions()
    options.memoryLimit = memory
    return TouchReader(Records(records: records), name: "a", options: options)
  }

  /// The events and the report.
  private func read(_ touches: [ImportedTouch]) throws -> (touches: [TouchEvent], report: ImportReport) {
    var reader = reader(touches)
    var events: [TouchEvent] = []
    while let event = try reader.next() {
      if case .touch(let touch) = event { events.append(touch) }
    }
    return (events, reader.report)
  }

  private func omitted(_ report: ImportReport) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: report.omissions.map { ($0.what, $0.count) })
  }

  @Test func `a pressure that never changes was not measured`() throws {
    let (touches, report) = try read([
      touch(.began, 0, pressure: 0.5), touch(.moved, 1, pressure: 0.5), touch(.ended, 2, pressure: 0),
    ])
    #expect(touches.map(\.pressure) == [nil, nil, nil])
    #expect(report.assumptions == ["the pressure is always 0.5: no sensor measured it"])
  }

  @Test func `each kind of pointer has sensors of its own`() throws {
    let (touches, _) = try read([
      touch(.began, 0, pressure: 0.5, pointer: .mouse), touch(.ended, 1, pressure: 0, pointer: .mouse),
      touch(.began, 2, pressure: 0.2), touch(.moved, 3, pressure: 0.3), touch(.ended, 4, pressure: 0.1),
    ])
    #expect(touches.map(\.pressure) == [nil, nil, 0.2, 0.3, 0.1])
  }

  @Test func `the pressure of hovering tells nothing about a sensor`() throws {
    let (touches, report) = try read([
      touch(.moved, 9, pressure: 0, pointer: .mouse), touch(.began, 0, pressure: 0.5, pointer: .mouse),
      touch(.moved, 1, pressure: 0.5, pointer: .mouse), touch(.ended, 1, pressure: 0, pointer: .mouse),
      touch(.moved, 9, pressure: 0, pointer: .mouse),
    ])
    #expect(touches.map(\.pressure) == [nil, nil, nil])
    #expect(omitted(report) == ["hovering events": 2])
  }

  @Test func `a first pressure of 0 is the second's, and a last one that before it`() throws {
    let (touches, _) = try read([
      touch(.began, 0, pressure: 0), touch(.moved, 1, pressure: 0.25), touch(.moved, 2, pressure: 0),
      touch(.moved, 3, pressure: 0.75), touch(.ended, 4, pressure: 0),
    ])
    #expect(touches.map(\.pressure) == [0.25, 0.25, 0, 0.75, 0.75])
  }

  @Test func `a pressure is in 0 to 1`() throws {
    let (touches, _) = try read([
      touch(.began, 0, pressure: 7), touch(.moved, 1, pressure: -2), touch(.ended, 4, pressure: 1),
    ])
    #expect(touches.map(\.pressure) == [1, 0, 1])
  }

  @Test func `a pen that is always upright has no tilt sensor`() throws {
    let upright = Double.pi / 2
    let (touches, report) = try read([touch(.began, 0, altitude: upright), touch(.ended, 1, altitude: upright)])
    #expect(touches.allSatisfy { $0.altitude == nil && $0.azimuth == nil })
    #expect(report.assumptions == ["the pen is always upright: no sensor measured its tilt"])
    let (tilted, _) = try read([touch(.began, 0, altitude: upright), touch(.moved, 1, altitude: 1)])
    #expect(tilted.map(\.altitude) == [upright, 1] && tilted.map(\.azimuth) == [1, 1])
  }

  @Test func `a pen that comes late is known by the touches after it`() throws {
    // More fingers than are read at a time, then pens whose pressure changes only after a while.
    var touches = (0..<20_000).map { touch($0 == 0 ? .began : .moved, 0, pressure: 1, pointer: .finger, line: $0 + 1) }
    touches += (0..<1000).map { touch($0 == 0 ? .began : .moved, 0, id: 1, pressure: $0 < 500 ? 0.5 : 0.6) }
    let events = try read(touches).touches
    #expect(events.count == 21_000)
    #expect(events[..<20_000].allSatisfy { $0.pressure == nil })
    #expect(events[20_000...].allSatisfy { $0.pressure != nil })
  }

  @Test func `a sensor that measures only later is reported`() throws {
    var touches = (0..<20_000).map { touch($0 == 0 ? .began : .moved, 0, pressure: 0.5) }
    touches += (0..<10).map { _ in touch(.moved, 0, pressure: 0.6) }
    let (events, report) = try read(touches)
    #expect(events.allSatisfy { $0.pressure == nil })
    #expect(omitted(report) == ["values of sensors that seemed to be absent": 10])
  }

  @Test func `times count from the first, in whole nanoseconds`() throws {
    let (touches, _) = try read([
      touch(.began, 0, time: 6.228), touch(.moved, 1, time: 6.282), touch(.ended, 2, time: 9.1),
    ])
    #expect(touches.map(\.time) == [0, 0.054, 2.872])
  }

  @Test func `time does not run backward within a stroke, and strokes keep their order`() throws {
    let (touches, _) = try read([
      touch(.began, 0, time: 10), touch(.moved, 1, time: 9.9998), touch(.moved, 2, time: 10.5),
      touch(.moved, 3, time: 2), touch(.moved, 4, time: 3), touch(.ended, 5, time: 11),
      touch(.began, 6, time: 10.25), touch(.ended, 7, time: 10.3),
    ])
    #expect(touches.map(\.point.x) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(touches.map(\.time) == [0, 0.0001, 0.5, 0.5001, 0.5002, 1, 0.25, 0.3])
  }

  @Test func `a time that is not one is left out`() throws {
    let (touches, _) = try read([touch(.began, 0, time: 1), touch(.moved, 1, time: 1e300), touch(.ended, 2, time: 2)])
    #expect(touches.map(\.time) == [0, nil, 1])
  }

  @Test func `without times, strokes begin 0.2 s after the one before`() throws {
    var stroke = [touch(.began, 0)]
    for _ in 0..<23 { stroke.append(touch(.moved, 0)) }
    stroke.append(touch(.ended, 0))
    let (touches, _) = try read(stroke + stroke)
    #expect(touches[0].time == 0 && touches[25].time == 0.4)
    #expect(touches.count { $0.time != nil } == 2)
  }

  @Test func `a log that is written newest first is reversed`() throws {
    let (touches, report) = try read([
      touch(.ended, 2, time: 12), touch(.moved, 1, time: 11.5), touch(.began, 0, time: 11),
      touch(.moved, 9, time: 10),
    ])
    #expect(touches.map(\.phase) == [.began, .moved, .ended] && touches.map(\.time) == [0, 0.5, 1])
    #expect(report.assumptions == ["the log is written newest first"])
  }

  @Test func `a long log that is written newest first is reversed as a whole`() throws {
    let count = 30_000
    let touches = (0..<count).map { index in
      touch(index == 0 ? .ended : index == count - 1 ? .began : .moved, Double(count - index), time: Double(-index))
    }
    let events = try read(touches).touches
    #expect(events.count == count && events.first?.phase == .began && events.last?.phase == .ended)
    let xs: [Double] = (1...count).map { Double($0) }
    #expect(events.map(\.point.x) == xs)
    var small = reader(touches, memory: 1 << 20)
    #expect(throws: LogReadError.self) { while try small.next() != nil {} }
  }

  @Test(arguments: [
    // A page that is loaded again.
    [(0, 5.0), (1, 5.1), (2, 5.2), (0, 0.1), (1, 0.2), (2, 0.3)],
    // A first move that is stamped before its beginning.
    [(0, 5.0002), (1, 5.0)],
  ]) func `a time that steps back does not make a log newest first`(events: [(Int, Double)]) throws {
    let phases: [TouchEvent.Phase] = [.began, .moved, .ended]
    let (touches, report) = try read(events.map { touch(phases[$0.0], 0, time: $0.1) })
    #expect(touches.map(\.phase) == events.map { phases[$0.0] } && report.assumptions == [])
  }

  @Test func `a touch that begins again ends where it was`() throws {
    let (touches, report) = try read([
      touch(.began, 0, time: 0), touch(.moved, 1, time: 1), touch(.began, 2, time: 2, line: 3),
      touch(.ended, 3, time: 3),
    ])
    #expect(touches.map(\.phase) == [.began, .moved, .ended, .began, .ended])
    #expect(touches.map(\.point.x) == [0, 1, 1, 2, 3] && touches.map(\.time) == [0, 1, 1, 2, 3])
    #expect(omitted(report) == ["missing ends of touches": 1])
  }

  @Test func `touches without ends do not accumulate`() throws {
    let (touches, report) = try read((0..<20_000).map { touch(.began, Double($0), id: $0) })
    #expect(touches.filter { $0.phase == .began }.count == 20_000)
    #expect(omitted(report) == ["missing ends of touches": 20_000 - 64])
    // The touch that is down for the longest time ends first, with the event that began it.
    #expect(touches[64].phase == .ended && touches[64].touch == .number(0) && touches[64].point == Point(0, 0))
  }

  @Test func `an end is where the touch was, however long ago`() throws {
    let touches =
      [touch(.began, 5, id: 7)] + (0..<30_000).map { touch($0 == 0 ? .began : .moved, 1) } + [
        touch(.ended, .nan, id: 7)
      ]
    let (events, report) = try read(touches)
    #expect(events.last?.phase == .ended && events.last?.point == Point(5, 0) && report.omissions.isEmpty)
  }

  @Test func `several pointers at once stay apart`() throws {
    let (touches, _) = try read([
      touch(.began, 0, id: 1, time: 1), touch(.began, 10, id: 2, time: 1), touch(.moved, 1, id: 1, time: 2),
      touch(.moved, 11, id: 2, time: 1.5), touch(.ended, 2, id: 1, time: 3), touch(.ended, 12, id: 2, time: 4),
    ])
    #expect(touches.map(\.touch) == [1, 2, 1, 2, 1, 2].map { .number($0) })
    #expect(touches.map(\.time) == [0, 0, 1, 0.5, 2, 3])
  }

  @Test func `a move that is down begins a touch, and one that is not ends it`() throws {
    let (touches, report) = try read([
      touch(.moved, 0, isDown: false), touch(.moved, 1, isDown: true), touch(.moved, 2, isDown: true),
      touch(.moved, 3, isDown: false), touch(.ended, 4),
    ])
    #expect(touches.map(\.phase) == [.began, .moved, .ended] && touches.map(\.point.x) == [1, 2, 2])
    #expect(omitted(report) == ["hovering events": 3, "missing ends of touches": 1])
  }

  @Test func `buttons that are not down at a beginning mean nothing`() throws {
    let (touches, _) = try read([
      touch(.began, 0, isDown: false), touch(.moved, 1, isDown: false), touch(.ended, 2, isDown: false),
    ])
    #expect(touches.map(\.phase) == [.began, .moved, .ended])
  }

  @Test(arguments: [Double.nan, .infinity, 1e8])
  func `a point without valid coordinates is left out`(x: Double) throws {
    let (touches, report) = try read([
      touch(.began, x), touch(.began, 0), touch(.moved, x), touch(.moved, 1), touch(.ended, x),
    ])
    #expect(touches.map(\.point.x) == [0, 1, 1] && touches.map(\.phase) == [.began, .moved, .ended])
    #expect(omitted(report) == ["points without valid coordinates": 2])
    #expect(report.omissions.map(\.kind) == [.damage])
  }

  @Test func `the tool changes where a touch begins to erase`() throws {
    var reader = reader([
      touch(.began, 0), touch(.ended, 0), touch(.began, 1, isEraser: true), touch(.moved, 1),
      touch(.ended, 1), touch(.began, 2), touch(.ended, 2),
    ])
    var words: [String] = []
    while let event = try reader.next() {
      switch event {
      case .touch(let touch): words.append(touch.phase.rawValue)
      case .tool(let tool): words.append(tool.name)
      default: Issue.record("\(event)")
      }
    }
    #expect(words == ["began", "ended", "eraser", "began", "moved", "ended", "pen", "began", "ended"])
  }

  @Test func `errors stay between the touches around them`() throws {
    let records: [Records.Record] = [
      .failure(1), .touch(touch(.began, 0, time: 1)), .failure(3), .failure(4), .touch(touch(.ended, 1, time: 2)),
      .failure(6),
    ]
    let all = try outcomes(reader(records))
    #expect(all.map { $0.error?.location.line } == [1, nil, 3, 4, nil, 6])
    let reversed: [Records.Record] = [
      .touch(touch(.ended, 1, time: 2)), .failure(2), .touch(touch(.began, 0, time: 1)), .failure(4),
    ]
    #expect(try outcomes(reader(reversed)).map { $0.error?.location.line } == [4, nil, 2, nil])
  }

  @Test func `many errors take no more memory than a few`() throws {
    var records: [Records.Record] = []
    var lines: [Int?] = []
    for index in 0..<5000 {
      let isTouch = index % 7 == 0
      records.append(isTouch ? .touch(touch(index == 0 ? .began : .moved, Double(index))) : .failure(index))
      lines.append(isTouch ? nil : index)
    }
    #expect(try outcomes(reader(records)).map { $0.error?.location.line } == lines)
  }

  @Test func `batches give the same events and lines as single events`() throws {
    let touches = (0..<20_000).map { index in
      touch(
        index % 100 == 0 ? .began : index % 100 == 99 ? .ended : .moved, Double(index), pressure: Double(index % 7) / 7,
        time: Double(index), isEraser: index % 300 < 100, line: index + 1)
    }
    var single = reader(touches)
    var batched = reader(touches)
    var batch: [TouchEvent] = []
    var singleLines: [Int] = []
    var batchedLines: [Int] = []
    var singleEvents: [LogEvent] = []
    var batchedEvents: [LogEvent] = []
    while let event = try single.next() {
      singleEvents.append(event)
      singleLines.append(single.line)
    }
    while true {
      batched.nextTouches(into: &batch)
      for (index, touch) in batch.enumerated() {
        batchedEvents.append(.touch(touch))
        batchedLines.append(batched.line(ofTouch: index))
      }
      if let last = batchedLines.last, !batch.isEmpty { #expect(batched.line == last) }
      if batch.isEmpty {
        guard let event = try batched.next() else { break }
        batchedEvents.append(event)
        batchedLines.append(batched.line)
      }
    }
    #expect(singleEvents == batchedEvents && singleLines == batchedLines)
    #expect(single.location.line == 20_000)
  }
}
