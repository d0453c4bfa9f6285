import Geometry
import Ink
import Testing
import TouchLog

@Suite struct SampleStateTests {
  private func touch(
    _ x: Double, _ phase: TouchEvent.Phase = .moved, index: Int? = nil, expects: Bool = false, predicted: Bool = false
  ) -> LogEvent {
    var event = TouchEvent(
      phase: phase, touch: .number(1), point: Point(x, 0), pressure: 0.3, predicted: predicted, index: index)
    if expects { event.expects = .pressure }
    return .touch(event)
  }

  private func states(_ drawing: Drawing) -> [SampleState] { drawing.strokes[0].sampleStates.map(\.state) }

  @Test func `the state of a sample follows its revisions`() throws {
    var drawing = Drawing()
    try drawing.apply(touch(0, .began))
    try drawing.apply(touch(10, index: 1, expects: true))
    try drawing.apply(touch(20, index: 2, expects: true))
    try drawing.apply(touch(30, index: 3))
    #expect(states(drawing) == [.real, .estimated, .estimated, .real])
    try drawing.apply(touch(40, predicted: true))
    try drawing.apply(touch(50, predicted: true))
    #expect(states(drawing) == [.real, .estimated, .estimated, .real, .predicted, .predicted])
    try drawing.apply(.revision(TouchRevision(index: 1, touch: .number(1), pressure: 0.8)))
    #expect(states(drawing) == [.real, .revised, .estimated, .real, .predicted, .predicted])
    try drawing.apply(touch(35, .ended))
    #expect(states(drawing) == [.real, .revised, .estimated, .real, .real])
    // A pressure that was never revised stays an estimate.
    _ = drawing.finish()
    #expect(states(drawing) == [.real, .revised, .estimated, .real, .real])
    #expect(drawing.strokes[0].sampleStates.map(\.sample) == drawing.strokes[0].samples)
  }
}
