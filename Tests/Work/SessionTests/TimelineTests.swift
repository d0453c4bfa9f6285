import Geometry
import Rendering
import Session
import TestSupport
import Testing
import TouchLog

/// An event of finger `touch`.
func touch(
  _ phase: TouchEvent.Phase, at time: Double?, _ x: Double = 0, touch: Int = 1, predicted: Bool = false
) -> LogEvent {
  .touch(TouchEvent(phase: phase, touch: .number(touch), point: Point(x, 0), time: time, predicted: predicted))
}

@Suite struct TimelineTests {
  /// Strokes with a second between them, and with every other kind of line.
  private static let events: [LogEvent] = [
    .header(LogHeader()),
    .tool(ToolChange(name: "pen")),
    touch(.began, at: 100),
    touch(.moved, at: 100.5),
    touch(.moved, at: 100.9, predicted: true),
    touch(.ended, at: 101),
    .revision(TouchRevision(index: 1, touch: .number(1), time: 500)),
    .command(.mark(name: "half")),
    touch(.began, at: 102, touch: 2),
    .command(.mark(name: "half")),
    touch(.cancelled, at: 102.5, touch: 2),
    touch(.began, at: 102.5, touch: 3),
    touch(.ended, at: 103, touch: 3),
  ]

  private func position(_ events: Int, _ time: Double) -> RecordingPosition {
    RecordingPosition(events: events, time: time)
  }

  @Test func `a touch has its own time, and a line without a time that of the line before it`() {
    let timeline = RecordingTimeline(of: Self.events)
    #expect(timeline.isTimed)
    #expect(timeline.times == [0, 0, 0, 0.5, 0.5, 1, 1, 1, 2, 2, 2.5, 2.5, 3])
    #expect(timeline.duration == 3)
  }

  @Test func `a command has its own time, also before the first touch and after the last one`() {
    func sound(_ path: String?, at time: Double?) -> LogEvent { .command(.sound(path: path), at: time) }
    let lesson = RecordingTimeline(of: [
      .header(LogHeader()), sound("a.webm", at: 10), touch(.began, at: 12), touch(.ended, at: 13),
      sound("b.webm", at: nil), sound(nil, at: 20),
    ])
    #expect(lesson.times == [0, 0, 2, 3, 3, 10])
    let joined = RecordingTimeline(of: [
      touch(.began, at: 5), touch(.ended, at: 7), sound("a", at: 0), sound(nil, at: 4),
    ])
    #expect(joined.times == [0, 2, 2, 6])
    let drawn = RecordingTimeline(of: [touch(.began, at: 5), sound("a", at: 4), touch(.ended, at: 7)])
    #expect(drawn.times == [0, 0, 2])
    #expect(RecordingTimeline(of: [sound("a", at: 1)]).isTimed)
  }

  struct PositionCase: Sendable, CustomTestStringConvertible {
    var moment: Moment
    var events: Int
    var time: Double
    var testDescription: String { "\(moment)" }

    init(_ moment: Moment, _ events: Int, _ time: Double) {
      (self.moment, self.events, self.time) = (moment, events, time)
    }
  }

  @Test(arguments: [
    PositionCase(.time(0), 3, 0), PositionCase(.time(0.499), 3, 0.499), PositionCase(.time(0.5), 5, 0.5),
    PositionCase(.time(1.5), 8, 1.5),
    PositionCase(.time(3), 13, 3), PositionCase(.time(99), 13, 3),
    PositionCase(.fraction(0), 3, 0), PositionCase(.fraction(0.5), 8, 1.5), PositionCase(.fraction(1), 13, 3),
    PositionCase(.event(0), 0, 0), PositionCase(.event(1), 1, 0), PositionCase(.event(6), 6, 1),
    PositionCase(.event(13), 13, 3),
    PositionCase(.stroke(0), 0, 0), PositionCase(.stroke(1), 6, 1), PositionCase(.stroke(2), 13, 3),
    PositionCase(.mark("half"), 8, 1),
  ])
  func `a moment is a number of events and a time`(test: PositionCase) throws {
    #expect(try RecordingTimeline(of: Self.events).position(of: test.moment) == position(test.events, test.time))
  }

  @Test func `decimal times in a log are found by the same decimals`() throws {
    let events = (0...100).map { touch($0 == 0 ? .began : .moved, at: 12345.6 + Double($0) / 10) }
    let timeline = RecordingTimeline(of: events)
    for tenth in 0...100 {
      #expect(try timeline.position(of: .time(Double(tenth) / 10)).events == tenth + 1)
      #expect(try timeline.position(of: .fraction(Double(tenth) / 100)).events == tenth + 1)
    }
  }

  @Test func `the error for a missing moment names the ones that exist`() {
    let timeline = RecordingTimeline(of: Self.events)
    #expect(throws: MomentError.noEvent(14, count: 13)) { try timeline.position(of: .event(14)) }
    #expect(throws: MomentError.noStroke(3, count: 2)) { try timeline.position(of: .stroke(3)) }
    #expect(throws: MomentError.noMark("end", names: ["half", "half"])) { try timeline.position(of: .mark("end")) }
    #expect(throws: MomentError.untimed) {
      try RecordingTimeline(of: [touch(.began, at: nil)]).position(of: .time(0))
    }
  }

  @Test func `a stroke that was cut off ends with the recording, and canceled strokes count if they are kept`() throws {
    let cut = RecordingTimeline(of: Self.events.dropLast())
    #expect(try cut.position(of: .stroke(2)) == position(12, 2.5))
    let kept = RecordingTimeline(of: Self.events, countsCancelled: true)
    #expect(try kept.position(of: .stroke(2)) == position(11, 2.5))
  }

  @Test func `without times, a percentage counts events`() throws {
    let events = (0..<8).map { touch($0 == 0 ? .began : .moved, at: nil) }
    let timeline = RecordingTimeline(of: events)
    #expect(!timeline.isTimed)
    #expect(try timeline.position(of: .fraction(0.5)).events == 4)
    #expect(try timeline.position(of: .fraction(0.49)).events == 3)
    #expect(try timeline.position(of: .fraction(1)).events == 8)
  }

  @Test func `synthetic times follow the length of the ink`() throws {
    let events = [
      touch(.began, at: nil, 10), touch(.moved, at: nil, 50), touch(.ended, at: nil, 90),
      touch(.began, at: nil, 0), touch(.ended, at: nil, 20),
    ]
    let timeline = RecordingTimeline(of: events, synthetic: SyntheticTime(gap: 0.5, speed: 40))
    #expect(timeline.isTimed)
    #expect(timeline.times == [0, 1, 2, 2.5, 3])
    #expect(try timeline.position(of: .fraction(0.5)) == position(2, 1.5))
  }

  @Test func `a touch without a time comes 1/120 s after its last event`() {
    let times = RecordingTimeline(of: [touch(.began, at: 5), touch(.moved, at: nil), touch(.ended, at: 6)]).times
    let step: Double = 1.0 / 120
    #expect(times == [0, step, 1])
  }

  @Test func `time never runs backward, and continues after a clock was set back`() {
    let backwards = RecordingTimeline(of: [touch(.began, at: 5), touch(.moved, at: 7), touch(.ended, at: 6)])
    #expect(backwards.times == [0, 2, 2])
    let joined = RecordingTimeline(of: [
      touch(.began, at: 5), touch(.ended, at: 7), touch(.began, at: 1), touch(.ended, at: 4),
    ])
    #expect(joined.times == [0, 2, 2, 5])
    // Two fingers of one device, reported out of order.
    let together = RecordingTimeline(of: [
      touch(.began, at: 5), touch(.moved, at: 7), touch(.began, at: 6, touch: 2), touch(.moved, at: 8, touch: 2),
    ])
    #expect(together.times == [0, 2, 2, 3])
  }

  @Test func `extreme times give a finite duration`() {
    let timeline = RecordingTimeline(of: [touch(.began, at: -1e308), touch(.ended, at: 1e308)])
    #expect(timeline.times[0] == 0)
    #expect(timeline.duration.isFinite)
  }
}
