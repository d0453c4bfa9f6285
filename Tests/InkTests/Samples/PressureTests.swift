import Geometry
import Testing

@testable import Ink

/// What a device said of pressure, and what the model must take it for; the values are exact in Float.
struct PressureCase: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    /// An event with a pressure that stands.
    case settled(Double)
    /// An event with a placeholder.
    case expects(Double)
    /// An event with an index and no pressure.
    case absent
    /// A value for the event at a place.
    case revised(Int, Double)
    /// A value that is a placeholder again.
    case revisedAgain(Int, Double)
    case finished
  }

  var testDescription: String
  var steps: [Step]
  /// Nil is no pressure.
  var effective: [Float?]

  init(_ testDescription: String, _ steps: [Step], _ effective: [Float?]) {
    self.testDescription = testDescription
    self.steps = steps
    self.effective = effective
  }

  static let all = [
    PressureCase("no pressure at all", [.absent, .absent], [nil, nil]),
    PressureCase("what is settled stands", [.settled(0.25), .settled(0.5)], [0.25, 0.5]),
    PressureCase(
      "the last settled one stands in", [.settled(0.25), .settled(0.5), .expects(0.75), .expects(1)],
      [0.25, 0.5, 0.5, 0.5]),
    PressureCase(
      "the first settled one stands in for those before it", [.expects(0.75), .expects(1), .settled(0.25)],
      [0.25, 0.25, 0.25]),
    PressureCase(
      "while none is settled the placeholder is all there is", [.expects(0.75), .expects(1)], [0.75, 1]),
    PressureCase("an absent one after a settled one carries on", [.settled(0.5), .absent, .absent], [0.5, 0.5, 0.5]),
    PressureCase("an absent one before all others has none", [.absent, .settled(0.5)], [nil, 0.5]),
    PressureCase(
      "an absent one carries a stand-in on", [.settled(0.5), .expects(1), .absent, .settled(0.25)],
      [0.5, 0.5, 0.5, 0.25]),
    PressureCase(
      "a revision settles its event and stands in for the next",
      [.settled(0.5), .expects(1), .expects(1), .revised(1, 0.25)],
      [0.5, 0.25, 0.25]),
    PressureCase(
      "a revision reaches no further than the next settled one",
      [.expects(1), .expects(1), .settled(0.5), .expects(1), .revised(0, 0.25)], [0.25, 0.25, 0.5, 0.5]),
    PressureCase(
      "a revision in the middle leads those before it", [.expects(1), .expects(1), .expects(1), .revised(1, 0.25)],
      [0.25, 0.25, 0.25]),
    PressureCase(
      "an earlier revision takes the lead over",
      [.expects(1), .expects(1), .expects(1), .revised(2, 0.5), .revised(1, 0.25)],
      [0.25, 0.25, 0.5]),
    PressureCase(
      "a settled one that becomes a placeholder is stood in for",
      [.settled(0.5), .settled(0.25), .absent, .revisedAgain(1, 0.75)], [0.5, 0.5, 0.5]),
    PressureCase(
      "the leader that becomes a placeholder hands the lead on",
      [.settled(0.5), .expects(1), .settled(0.25), .revisedAgain(0, 0.75)], [0.25, 0.25, 0.25]),
    PressureCase(
      "what never came is what was recorded", [.expects(0.75), .settled(0.25), .expects(1), .absent, .finished],
      [0.75, 0.25, 1, 1]),
    PressureCase(
      "of several that never came each is its own", [.expects(0.75), .expects(1), .expects(0.5), .finished],
      [0.75, 1, 0.5]),
    PressureCase("over full is kept for the width to limit", [.settled(1.75), .expects(0)], [1.75, 1.75]),
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
    case .revised(let place, let pressure):
      _ = track.revise(at: place, point: nil, time: nil, pressure: pressure, expectsPressure: false)
    case .revisedAgain(let place, let pressure):
      _ = track.revise(at: place, point: nil, time: nil, pressure: pressure, expectsPressure: true)
    case .finished: _ = track.settlePending()
    }
  }

  @Test(arguments: PressureCase.all)
  func `a pressure is what came, or what stands in for it`(test: PressureCase) {
    var track = SampleTrack()
    for step in test.steps { apply(step, to: &track) }
    #expect(track.samples.map { $0.pressure.isNaN ? nil : $0.pressure } == test.effective)
  }

  @Test(arguments: PressureCase.all)
  func `a step names all samples that it changes`(test: PressureCase) {
    var track = SampleTrack()
    for step in test.steps {
      let before = track.samples
      var changed: ClosedRange<Int>?
      switch step {
      case .revised(let place, let value):
        changed = track.revise(at: place, point: nil, time: nil, pressure: value, expectsPressure: false)
      case .revisedAgain(let place, let value):
        changed = track.revise(at: place, point: nil, time: nil, pressure: value, expectsPressure: true)
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

  @Test func `a placeholder without an index can never be revised and is settled`() {
    var track = SampleTrack()
    _ = track.append(point: Point(0, 0), time: nil, pressure: 0.25, index: nil, expectsPressure: true)
    _ = track.append(point: Point(9, 0), time: nil, pressure: 1, index: 1, expectsPressure: true)
    #expect(track.samples.map(\.pressure) == [0.25, 0.25])
  }
}
