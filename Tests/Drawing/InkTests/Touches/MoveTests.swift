import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// Moves that are applied together.
@Suite struct MoveTests {
  /// Applies events, and successive touches together.
  private static func applyTogether(_ events: [LogEvent], to drawing: inout Drawing) throws -> [EditWarning] {
    var warnings: [EditWarning] = []
    var touches: [TouchEvent] = []
    func applyTouches(to drawing: inout Drawing) throws {
      var applied = 0
      while applied < touches.count {
        applied += drawing.applyMoves(touches.span.extracting(applied...))
        guard applied < touches.count else { break }
        if let warning = try drawing.apply(touches[applied]) { warnings.append(warning) }
        applied += 1
      }
      touches = []
    }
    for event in events {
      if case .touch(let touch) = event {
        touches.append(touch)
      } else {
        try applyTouches(to: &drawing)
        if let warning = try drawing.apply(event) { warnings.append(warning) }
      }
    }
    try applyTouches(to: &drawing)
    return warnings
  }

  private static func ink(_ drawing: Drawing) -> [[[RoundConeBits]]] {
    drawing.strokes.map { stroke in stroke.spans.indices.map { stroke.cones(ofSpan: $0).map(RoundConeBits.init) } }
  }

  private struct RoundConeBits: Equatable {
    let words: [UInt64]

    init(_ cone: RoundCone) {
      words = [cone.start.x, cone.start.y, cone.startRadius, cone.end.x, cone.end.y, cone.endRadius, cone.bulge]
        .map(\.bitPattern)
    }
  }

  @Test(arguments: rounds(40))
  func `moves applied together have the same result as moves applied one by one`(seed: UInt64) throws {
    let events = RandomLog(seed: seed).events
    var (single, together) = (Drawing(), Drawing())
    var warnings: [EditWarning] = []
    for event in events {
      if let warning = try single.apply(event) { warnings.append(warning) }
    }
    #expect(try Self.applyTogether(events, to: &together) == warnings)
    #expect(together.version == single.version)
    func versions(_ drawing: Drawing) -> [Int] { drawing.elements.indices.map { drawing.version(of: $0) } }
    #expect(versions(together) == versions(single))
    together.updateInk()
    for (a, b) in zip(together.strokes, single.strokes) {
      let (times, otherTimes): ([Double], [Double]) = (a.samples.map(\.time), b.samples.map(\.time))
      #expect(times == otherTimes)
      #expect(a.guesses.count == b.guesses.count)
    }
    // Ink of touches that are down may settle sooner or later.
    for (a, b) in zip(Self.ink(together), Self.ink(single)) {
      let count = min(a.count, b.count)
      let (start, otherStart) = (a.prefix(count), b.prefix(count))
      #expect(start == otherStart)
    }
    #expect(together.finish() == single.finish())
    #expect(Self.ink(together) == Self.ink(single))
  }

  @Test func `applyMoves stops at an event that is not a plain move of the touch`() throws {
    let others = [
      event(.moved, 2, 0, touch: 1, time: 2), event(.moved, 2, 0, time: 2, predicted: true),
      event(.moved, 2, 0, time: 2, index: 7), event(.moved, 2, 0, time: 0.5), event(.ended, 2, 0, time: 2),
    ]
    for other in others {
      var drawing = Drawing()
      try drawing.apply(event(.began, 0, 0, time: 0))
      let touches = [event(.moved, 1, 0, time: 1), other, event(.moved, 3, 0, time: 3)].compactMap {
        if case .touch(let touch) = $0 { touch } else { nil }
      }
      #expect(drawing.applyMoves(touches.span) == 1, "\(other)")
      #expect(drawing.strokes[0].samples.count == 2)
    }
  }
}
