import Geometry
import Testing

@testable import Ink

/// Recorded pressures and the pressures that the model must derive from them. All values are exact in Float.
struct PressureCase: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    /// An event with a final pressure.
    case settled(Double)
    /// An event with an estimate.
    case expects(Double)
    /// An event with an index and no pressure.
    case absent
    /// A final pressure for the event with an index.
    case revised(Int, Double)
    /// Another estimate for the event with an index.
    case revisedAgain(Int, Double)
    case finished
  }

  var testDescription: String
  var steps: [Step]
  /// The pressure of each sample; nil for none.
  var effective: [Float?]

  init(_ testDescription: String, _ steps: [Step], _ effective: [Float?]) {
    self.testDescription = testDescription
    self.steps = steps
    self.effective = effective
  }

  static let all = [
    PressureCase("no pressure at all", [.absent, .absent], [nil, nil]),
    PressureCase("settled pressures are kept", [.settled(0.25), .settled(0.5)], [0.25, 0.5]),
    PressureCase(
      "the last settled pressure replaces estimates", [.settled(0.25), .settled(0.5), .expects(0.75), .expects(1)],
      [0.25, 0.5, 0.5, 0.5]),
    PressureCase(
      "the first settled pressure replaces the estimates before it", [.expects(0.75), .expects(1), .settled(0.25)],
      [0.25, 0.25, 0.25]),
    PressureCase(
      "without a settled pressure estimates are used", [.expects(0.75), .expects(1)], [0.75, 1]),
    PressureCase(
      "an absent pressure repeats the settled one before it", [.settled(0.5), .absent, .absent], [0.5, 0.5, 0.5]),
    PressureCase("an absent pressure before all others stays absent", [.absent, .settled(0.5)], [nil, 0.5]),
    PressureCase(
      "an absent pressure repeats a replaced estimate", [.settled(0.5), .expects(1), .absent, .settled(0.25)],
      [0.5, 0.5, 0.5, 0.25]),
    PressureCase(
      "a revision settles its event and replaces the next estimate",
      [.settled(0.5), .expects(1), .expects(1), .revised(1, 0.25)],
      [0.5, 0.25, 0.25]),
    PressureCase(
      "a revision has no effect after the next settled pressure",
      [.expects(1), .expects(1), .settled(0.5), .expects(1), .revised(0, 0.25)], [0.25, 0.25, 0.5, 0.5]),
    PressureCase(
      "a revision in the middle replaces the estimates before it",
      [.expects(1), .expects(1), .expects(1), .revised(1, 0.25)],
      [0.25, 0.25, 0.25]),
    PressureCase(
      "an earlier revision replaces a later one before it",
      [.expects(1), .expects(1), .expects(1), .revised(2, 0.5), .revised(1, 0.25)],
      [0.25, 0.25, 0.5]),
    PressureCase(
      "a settled pressure that becomes an estimate is replaced",
      [.settled(0.5), .settled(0.25), .absent, .revisedAgain(1, 0.75)], [0.5, 0.5, 0.5]),
    PressureCase(
      "if the first settled pressure becomes an estimate, the next one replaces it",
      [.settled(0.5), .expects(1), .settled(0.25), .revisedAgain(0, 0.75)], [0.25, 0.25, 0.25]),
    PressureCase(
      "estimates that were never revised are used in the end",
      [.expects(0.75), .settled(0.25), .expects(1), .absent, .finished],
      [0.75, 0.25, 1, 1]),
    PressureCase(
      "each estimate that was never revised keeps its own value",
      [.expects(0.75), .expects(1), .expects(0.5), .finished],
      [0.75, 1, 0.5]),
    PressureCase("a pressure over 1 is kept; the width limits it", [.settled(1.75), .expects(0)], [1.75, 1.75]),
    PressureCase("zero is a pressure", [.settled(0), .absent, .expects(1)], [0, 0, 0]),
  ]
}

@Suite struct PressureTests {
  private func apply(_ step: PressureCase.Step, to track: inout SampleTrack) {
    func append(_ pressure: Double?, expects: Bool) {
      let count = track.samples.count
      _ = track.append(
        point: Point(Double(count) * 5, 0), time: nil, pressure: pressure, index: count, expectsPressure: expects)
    }
    switch step {
    case .settled(let pressure): append(pressure, expects: false)
    case .expects(let pressure): append(pressure, expects: true)
    case .absent: append(nil, expects: false)
    case .revised(let index, let pressure):
      _ = track.revise(at: index, point: nil, time: nil, pressure: pressure, expectsPressure: false)
    case .revisedAgain(let index, let pressure):
      _ = track.revise(at: index, point: nil, time: nil, pressure: pressure, expectsPressure: true)
    case .finished: _ = track.settlePending()
    }
  }

  @Test(arguments: PressureCase.all)
  func `pressures are derived from recorded values and estimates`(test: PressureCase) {
    var track = SampleTrack()
    for step in test.steps { apply(step, to: &track) }
    _ = track.refreshPressures()
    #expect(track.samples.map { $0.pressure.isNaN ? nil : $0.pressure } == test.effective)
  }

  @Test(arguments: PressureCase.all)
  func `a step returns all samples that it changes`(test: PressureCase) {
    var track = SampleTrack()
    for step in test.steps {
      let before = track.samples
      var changed: ClosedRange<Int>?
      switch step {
      case .revised(let index, let value):
        changed = track.revise(at: index, point: nil, time: nil, pressure: value, expectsPressure: false)
        changed = union(changed, track.refreshPressures())
      case .revisedAgain(let index, let value):
        changed = track.revise(at: index, point: nil, time: nil, pressure: value, expectsPressure: true)
        changed = union(changed, track.refreshPressures())
      case .finished: changed = track.settlePending()
      case .settled(let value):
        changed =
          track.append(
            point: Point(Double(before.count) * 5, 0), time: nil, pressure: value, index: before.count,
            expectsPressure: false
          ).changed
      case .expects, .absent: apply(step, to: &track)
      }
      for i in before.indices where before[i].pressure.bitPattern != track.samples[i].pressure.bitPattern {
        #expect(changed?.contains(i) == true, "sample \(i) changed")
      }
    }
  }

  @Test func `an estimate without an index cannot be revised and is settled`() {
    var track = SampleTrack()
    _ = track.append(point: Point(0, 0), time: nil, pressure: 0.25, index: nil, expectsPressure: true)
    _ = track.append(point: Point(9, 0), time: nil, pressure: 1, index: 1, expectsPressure: true)
    #expect(track.samples.map(\.pressure) == [0.25, 0.25])
  }
}
