import Geometry
import Testing
import TouchLog

@testable import Ink

@Suite struct RevisionTests {
  private func began(_ index: Int, touch: Int = 0) -> LogEvent {
    event(.began, 0, 0, touch: touch, pressure: 1, index: index, expects: .pressure)
  }

  @Test func `a revision of an unknown event is a warning and changes nothing`() throws {
    var drawing = Drawing()
    try drawing.apply(began(4))
    let version = drawing.version
    for (touch, index) in [(0, 5), (1, 4)] {
      let revision = TouchRevision(index: index, touch: .number(touch), pressure: 0.5)
      #expect(try drawing.apply(.revision(revision)) == .unknownRevision(.number(touch), index: index))
    }
    #expect(drawing.version == version)
    #expect(drawing.strokes[0].samples.map(\.pressure) == [1])
  }

  @Test func `a prediction cannot be revised, even if it has the index of the event before`() throws {
    var drawing = Drawing()
    try drawing.apply(began(4))
    try drawing.apply(event(.moved, 9, 9, pressure: 1, predicted: true, index: 4))
    try drawing.apply(.revision(TouchRevision(index: 4, point: Point(2, 2), pressure: 0.5)))
    #expect(drawing.strokes[0].samples.map(\.point) == [Point(2, 2)])
    #expect(drawing.strokes[0].samples.map(\.pressure) == [0.5])
  }

  @Test func `a revision changes a stroke that has ended`() throws {
    var drawing = Drawing()
    try drawing.apply(began(4))
    try drawing.apply(event(.ended, 9, 0))
    for index in 10..<20 {
      try drawing.apply(began(index))
      try drawing.apply(event(.ended, 9, 0))
    }
    #expect(try drawing.apply(.revision(TouchRevision(index: 4, pressure: 0.25))) == nil)
    #expect(drawing.strokes[0].samples.map(\.pressure) == [0.25, 0.25])
    #expect(drawing.strokes[1...].allSatisfy { $0.samples[0].pressure == 1 })
  }

  @Test func `a revision of an index that was used twice changes the newer event`() throws {
    var drawing = Drawing()
    for _ in 0..<2 {
      try drawing.apply(began(4))
      try drawing.apply(event(.moved, 5, 0, pressure: 1, index: 4, expects: .pressure))
      try drawing.apply(event(.ended, 9, 0))
    }
    try drawing.apply(.revision(TouchRevision(index: 4, point: Point(6, 1))))
    #expect(drawing.strokes[0].samples.map(\.point) == [Point(0, 0), Point(5, 0), Point(9, 0)])
    #expect(drawing.strokes[1].samples.map(\.point) == [Point(0, 0), Point(6, 1), Point(9, 0)])
  }

  @Test func `each touch has its own indices`() throws {
    var drawing = Drawing()
    try drawing.apply(began(4, touch: 1))
    try drawing.apply(began(4, touch: 2))
    try drawing.apply(.revision(TouchRevision(index: 4, touch: .number(1), pressure: 0.5)))
    #expect(drawing.strokes.map(\.samples[0].pressure) == [0.5, 1])
  }

  @Test func `a revision changes only the given properties`() throws {
    var drawing = Drawing()
    try drawing.apply(event(.began, 3, 4, pressure: 0.5, time: 2, index: 1))
    try drawing.apply(.revision(TouchRevision(index: 1, time: 1)))
    try drawing.apply(.revision(TouchRevision(index: 1, altitude: 1)))
    var turn = TouchRevision(index: 1)
    turn.twist = 90
    try drawing.apply(.revision(turn))
    let tilt = Tilt(altitude: 1, azimuth: nil, twist: 90)
    #expect(drawing.strokes[0].samples == [Sample(point: Point(3, 4), time: 1, pressure: 0.5, tilt: tilt)])
  }

  @Test func `details are those of the events or of later revisions, and only strokes with details have them`() throws {
    func details(_ pressure: Double?, _ width: Double?) -> TouchDetails {
      var details = TouchDetails()
      details.tangentialPressure = pressure
      details.contact = width.map { Size(width: $0, height: 2) }
      return details
    }
    var drawing = Drawing()
    for index in 0..<5 {
      var event = TouchEvent(phase: index == 0 ? .began : .moved, point: Point(Double(index), 0), index: index)
      if index == 1 { event.details = details(0.5, 3) }
      if index == 3 { event.details = details(nil, 4) }
      try drawing.apply(.touch(event))
    }
    #expect(drawing.strokes[0].details == [details(nil, nil), details(0.5, 3), .init(), details(nil, 4), .init()])
    var revision = TouchRevision(index: 4)
    for (index, change) in [(4, details(-1, nil)), (1, details(nil, 9))] {
      (revision.index, revision.details) = (index, change)
      try drawing.apply(.revision(revision))
    }
    #expect(
      drawing.strokes[0].details == [.init(), details(0.5, 9), .init(), details(nil, 4), details(-1, nil)])
    try drawing.apply(event(.began, 0, 0, touch: 1))
    #expect(drawing.strokes[1].details.isEmpty)
  }

  @Test(arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [2, 2, 1, 9], [-5, 0, 5, .max], [.min, 3, .min, 3]])
  func `an event is found by its index in any order of indices`(indices: [Int]) throws {
    var track = SampleTrack()
    for (position, index) in indices.enumerated() {
      _ = track.append(
        point: Point(Double(position), 0), time: nil, pressure: nil, index: index, expectsPressure: false)
    }
    for index in indices { #expect(track.position(ofIndex: index) == indices.lastIndex(of: index)) }
    #expect(track.position(ofIndex: 77) == nil)
  }

  @Test func `a revision gives the bounds that the right values would have given at once`() throws {
    func log(late: Bool) -> [LogEvent] {
      var events = stroke((0..<100).map { Point(Double($0) * 3, 20) }, pressure: 1)
      guard case .touch(var first) = events[60] else { return events }
      first.point.y = 90
      first.index = 1
      events[60] = .touch(first)
      events.append(.revision(TouchRevision(index: 1, point: Point(180, 20), pressure: 0.25)))
      guard !late else { return events }
      first.point = Point(180, 20)
      first.pressure = 0.25
      events[60] = .touch(first)
      return events
    }
    #expect(try Drawing(log(late: true)).inkBounds == Drawing(log(late: false)).inkBounds)
  }
}
