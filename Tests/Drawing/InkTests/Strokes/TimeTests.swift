import Geometry
import Testing
import TouchLog

@testable import Ink

@Suite struct TimeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var recorded: [Double?]
    var effective: [Double]
    var warnings: Int
  }

  static let cases = [
    Case(testDescription: "as recorded", recorded: [5, 5.25, 6], effective: [5, 5.25, 6], warnings: 0),
    Case(
      testDescription: "absent: 1/120 s after the previous", recorded: [nil, nil, 1, nil],
      effective: [0, 1.0 / 120, 1, 1 + 1.0 / 120],
      warnings: 0),
    Case(
      testDescription: "repeated: 0.1 ms after the previous", recorded: [2, 2, 2], effective: [2, 2.0001, 2.0002],
      warnings: 1),
    Case(
      testDescription: "backward twice: one warning", recorded: [2, 1, 0, 3], effective: [2, 2.0001, 2.0002, 3],
      warnings: 1),
    Case(testDescription: "less than 0.1 ms later", recorded: [2, 2.00001], effective: [2, 2.0001], warnings: 0),
    Case(testDescription: "before the origin", recorded: [-3, -2], effective: [-3, -2], warnings: 0),
  ]

  @Test(arguments: cases)
  func `times increase by at least 0.1 ms`(test: Case) throws {
    var drawing = Drawing()
    var warnings: [EditWarning] = []
    for (i, time) in test.recorded.enumerated() {
      if let warning = try drawing.apply(event(i == 0 ? .began : .moved, Double(i) * 9, 0, time: time)) {
        warnings.append(warning)
      }
    }
    for (sample, time) in zip(drawing.strokes[0].samples, test.effective) { #expect(abs(sample.time - time) < 1e-12) }
    #expect(drawing.strokes[0].samples.count == test.effective.count)
    // A repeated time is earlier than the adjusted time of the sample before it, so it warns, too.
    let expected = [EditWarning](repeating: .timeRanBackwards(.number(0)), count: test.warnings)
    #expect(warnings == expected)
  }

  @Test func `each touch warns once`() throws {
    var drawing = Drawing()
    var warned: [EditWarning] = []
    for (touch, time) in [(0, 2.0), (1, 2.0), (0, 1.0), (1, 1.0), (0, 0.5), (1, 0.5)] {
      let phase: TouchEvent.Phase = time == 2 ? .began : .moved
      if let warning = try drawing.apply(event(phase, time, 0, touch: touch, time: time)) { warned.append(warning) }
    }
    #expect(warned == [.timeRanBackwards(.number(0)), .timeRanBackwards(.number(1))])
  }

  @Test func `a revised time shifts later samples, and another revision shifts them back`() {
    var track = SampleTrack()
    for i in 0..<4 {
      _ = track.append(
        point: Point(Double(i), 0), time: 1 + Double(i) / 4, pressure: nil, index: i, expectsPressure: false)
    }
    let pushed = track.revise(at: 1, point: nil, time: 1.625, pressure: nil, expectsPressure: false)
    #expect(pushed == 1...2)
    let shifted: [Double] = [1, 1.625, 1.625 + 0.0001, 1.75]
    #expect(track.samples.map(\.time) == shifted)
    let released = track.revise(at: 1, point: nil, time: 1.25, pressure: nil, expectsPressure: false)
    #expect(released == 1...2)
    #expect(track.samples.map(\.time) == [1, 1.25, 1.5, 1.75])
  }

  @Test func `a third sample at one position only lengthens the rest there`() {
    var track = SampleTrack()
    let pressures = [0.25, 0.5, 1, 0.75]
    for (i, pressure) in pressures.enumerated() {
      _ = track.append(point: Point(3, 4), time: Double(i), pressure: pressure, index: nil, expectsPressure: false)
    }
    #expect(track.samples.map(\.time) == [0, 3])
    #expect(track.samples.map(\.pressure) == [0.25, 1], "the larger pressure counts")
    _ = track.append(point: Point(3, 5), time: 4, pressure: 0.5, index: nil, expectsPressure: false)
    #expect(track.samples.count == 3)
  }

  @Test func `a rest keeps all samples that may be revised`() {
    var track = SampleTrack()
    for i in 0..<5 {
      _ = track.append(point: Point(3, 4), time: Double(i), pressure: 0.5, index: i, expectsPressure: true)
    }
    #expect(track.samples.count == 5)
  }

  @Test func `a rest of an hour is two samples`() throws {
    var drawing = Drawing()
    try drawing.apply(event(.began, 5, 5, time: 0))
    for i in 1...10_000 { try drawing.apply(event(.stationary, 5, 5, time: Double(i) * 0.36)) }
    #expect(drawing.strokes[0].samples.count == 2)
    #expect(drawing.strokes[0].samples[1].time == 3600)
  }
}
