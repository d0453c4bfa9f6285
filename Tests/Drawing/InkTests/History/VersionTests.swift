import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// The state of all strokes of a drawing at one version.
private struct Snapshot {
  struct Known: Equatable {
    var samples: [Sample]
    var guesses: [Sample]
    var state: Stroke.State

    static func == (a: Known, b: Known) -> Bool {
      func bits(_ samples: [Sample]) -> [[UInt64]] {
        samples.map {
          [$0.point.x.bitPattern, $0.point.y.bitPattern, $0.time.bitPattern, UInt64($0.pressure.bitPattern)]
        }
      }
      return a.state == b.state && bits(a.samples) == bits(b.samples) && bits(a.guesses) == bits(b.guesses)
    }
  }

  var version: Int
  var known: [Known]
  /// The ink with its predictions, modeled from the samples.
  var ink: [[[RoundCone]]]
  var spans: [[[RoundCone]]]

  init(_ drawing: Drawing) {
    version = drawing.version
    known = drawing.strokes.map { Known(samples: $0.samples, guesses: $0.guesses, state: $0.state) }
    ink = drawing.strokes.map { $0.remodeled(predicted: true, options: drawing.options) }
    spans = drawing.strokes.map { stroke in stroke.spans.indices.map { stroke.cones(ofSpan: $0) } }
  }
}

@Suite struct VersionTests {
  @Test(arguments: rounds(20))
  func `an event that changes something raises the version by one, and no other does`(seed: UInt64) throws {
    var drawing = Drawing()
    for event in RandomLog(seed: seed).events {
      let before = Snapshot(drawing)
      try drawing.apply(event)
      var changes = before.known != Snapshot(drawing).known
      if case .header = event { changes = true }
      #expect(drawing.version == before.version + (changes ? 1 : 0), "\(event)")
    }
  }

  @Test(arguments: 50..<62 as Range<UInt64>)
  func `the listed changes are those that a comparison finds`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var drawing = Drawing()
    var history = [Snapshot(drawing)]
    for event in RandomLog(seed: seed, strokes: 4).events {
      try drawing.apply(event)
      let now = Snapshot(drawing)
      for old in [
        history[history.count - 1], history.randomElement(using: &random)!, history.randomElement(using: &random)!,
      ] {
        compare(drawing.changes(since: old.version), old, now)
      }
      if now.version > history[history.count - 1].version { history.append(now) }
    }
    _ = drawing.finish()
    let end = Snapshot(drawing)
    for old in history { compare(drawing.changes(since: old.version), old, end) }
  }

  private func compare(_ changes: DrawingChanges, _ old: Snapshot, _ now: Snapshot) {
    #expect(changes.version == now.version)
    let differing = now.known.indices.filter { $0 >= old.known.count || old.known[$0] != now.known[$0] }
    #expect(changes.elements.map(\.element.rawValue) == differing)
    for stroke in now.ink.indices where stroke < old.ink.count && old.ink[stroke] != now.ink[stroke] {
      #expect(differing.contains(stroke), "ink changes only if samples, predictions or the state do")
    }
    for change in changes.elements {
      let stroke = change.element.rawValue
      let isNew = stroke >= old.known.count
      let isGone = now.known[stroke].state == .cancelled
      #expect(change.kind == (isGone ? .vanished : isNew ? .appeared : .changed))
      guard !isGone else { continue }
      let before = isNew ? [] : old.spans[stroke]
      let after = now.spans[stroke]
      #expect(change.newSpans == SpanIndex(before.count)..<SpanIndex(after.count))
      for span in before.indices where before[span] != after[span] {
        guard let revised = change.revisedSpans.first(where: { $0.span.rawValue == span }) else {
          Issue.record("span \(span) of stroke \(stroke) changed and is not listed")
          continue
        }
        for cone in before[span] + after[span] { #expect(revised.covered.holds(cone.bounds)) }
      }
      #expect(change.revisedSpans.allSatisfy { $0.span.rawValue < before.count })
    }
  }

  @Test func `the list of changes since the current version is empty`() throws {
    var drawing = Drawing()
    for event in RandomLog(seed: 3).events {
      try drawing.apply(event)
      #expect(drawing.changes(since: drawing.version).elements.isEmpty)
    }
  }

  @Test(arguments: rounds(12))
  func `the bounds of a span contain all its cones`(seed: UInt64) throws {
    for stroke in try Drawing(RandomLog(seed: seed).events).strokes {
      for span in stroke.spans.indices {
        for cone in stroke.cones(ofSpan: span) { #expect(stroke.spans[span].bounds.holds(cone.bounds)) }
      }
    }
  }

  /// Follows a drawing by its changes, as a renderer does.
  private struct Follower {
    var version = -1
    var ink: [ElementIndex: [[RoundCone]]] = [:]

    mutating func follow(_ drawing: Drawing) {
      let changes = drawing.changes(since: version)
      version = changes.version
      for change in changes.elements {
        guard change.kind != .vanished else {
          ink[change.element] = nil
          continue
        }
        guard let stroke = drawing.stroke(of: change.element) else { continue }
        for revised in change.revisedSpans {
          ink[change.element]?[revised.span.rawValue] = stroke.cones(ofSpan: revised.span)
        }
        ink[change.element, default: []] += change.newSpans.map { stroke.cones(ofSpan: $0) }
      }
    }
  }

  @Test(arguments: 100..<115 as Range<UInt64>)
  func `followers at different paces get the same ink`(seed: UInt64) throws {
    var drawing = Drawing()
    var followers = [Follower(), Follower(), Follower(), Follower()]
    for (number, event) in RandomLog(seed: seed, strokes: 7).events.enumerated() {
      try drawing.apply(event)
      for (i, pace) in [1, 7, 50].enumerated() where number % pace == 0 { followers[i].follow(drawing) }
    }
    _ = drawing.finish()
    var kept: [ElementIndex: [[RoundCone]]] = [:]
    for stroke in drawing.strokes where stroke.state != .cancelled {
      guard let element = stroke.element else { continue }
      kept[element] = stroke.spans.indices.map { stroke.cones(ofSpan: $0) }
    }
    for i in followers.indices {
      followers[i].follow(drawing)
      #expect(followers[i].ink == kept, "follower \(i)")
    }
  }

  @Test func `a revision among 2,000 strokes changes one element`() throws {
    var drawing = Drawing()
    for i in 0..<2000 {
      try drawing.apply(event(.began, Double(i), 0, pressure: 1, index: i, expects: .pressure))
      try drawing.apply(event(.ended, Double(i), 9))
    }
    for index in [5, 1999, 5, 1000] {
      try drawing.apply(.revision(TouchRevision(index: index, pressure: Double(drawing.version % 7) / 16)))
      #expect(drawing.changes(since: drawing.version - 1).elements.map(\.element.rawValue) == [index])
    }
    try drawing.apply(event(.began, 0, 50))
    #expect(drawing.changes(since: drawing.version - 1).elements.map(\.element) == [2000])
  }

  @Test func `the journal does not grow with the number of changes`() throws {
    var drawing = Drawing()
    for touch in 0..<3 { try drawing.apply(event(.began, 0, 0, touch: touch)) }
    for i in 0..<3000 { try drawing.apply(event(.moved, Double(i), 0, touch: i % 3)) }
    #expect(drawing.document.journal.entryCount <= 100)
    #expect(drawing.changes(since: drawing.version - 2).elements.count == 2)
    #expect(drawing.changes(since: -1).elements.count == 3)
  }

  @Test func `clearing and undoing in turn changes all elements, and the journal does not grow`() throws {
    var drawing = Drawing()
    for i in 0..<5 {
      try drawing.apply(event(.began, Double(i), 0))
      try drawing.apply(event(.ended, Double(i), 9))
    }
    try drawing.apply(.command(.delete(id: "e2")))
    let before = drawing.version
    try drawing.apply(.command(.clear))
    #expect(drawing.version == before + 4, "one for each present element")
    #expect(drawing.changes(since: before).elements.allSatisfy { $0.kind == .vanished && $0.isWhole })
    for _ in 0..<1000 {
      try drawing.apply(.command(.undo(count: 1)))
      try drawing.apply(.command(.clear))
    }
    #expect(drawing.document.journal.sweepCount == 1)
    try drawing.apply(.command(.clear))
    let cleared = drawing.version
    try drawing.apply(.command(.undo(count: 1)))
    #expect(
      drawing.elements.map(\.isPresent) == [true, false, true, true, true], "an empty drawing is not cleared again")
    let back = drawing.changes(since: cleared).elements
    #expect(back.map(\.element) == [0, 1, 2, 3, 4])
    let changed = back.filter { $0.kind == .changed }
    #expect(changed.map(\.element) == [0, 2, 3, 4])
    try drawing.apply(.command(.select(.id("e3"))))
    try drawing.apply(.command(.clear))
    #expect(drawing.selection == nil)
    #expect(drawing.version(of: 2) == drawing.version)
  }

  /// Against the presence that each element has by the meaning of the commands.
  @Test(arguments: rounds(8))
  func `strokes, deletions and clears are taken back and made again in any order`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var drawing = Drawing()
    var (done, undone): ([[Bool]], [[Bool]]) = ([[]], [])
    func present(_ states: [Bool]) -> Set<Int> { Set(states.indices.filter { states[$0] }) }
    for _ in 0..<120 {
      var next = done[done.count - 1]
      while next.count < drawing.elements.count { next.append(false) }
      switch Int.random(in: 0..<9, using: &random) {
      case 0..<3:
        try drawing.apply(event(.began, Double(next.count), 0))
        try drawing.apply(event(.ended, Double(next.count), 9))
        next.append(true)
      case 3 where !present(next).isEmpty:
        let one = present(next).sorted().randomElement(using: &random)!
        try drawing.apply(.command(.delete(id: drawing.elements[ElementIndex(one)].id)))
        next[one] = false
      case 4 where !present(next).isEmpty:
        try drawing.apply(.command(.clear))
        next = next.map { _ in false }
      case 5...6 where done.count > 1:
        try drawing.apply(.command(.undo(count: 1)))
        undone.append(done.removeLast())
        #expect(Set(drawing.presentElements.map(\.rawValue)) == present(done[done.count - 1]))
        continue
      case 7...8 where !undone.isEmpty:
        try drawing.apply(.command(.redo(count: 1)))
        done.append(undone.removeLast())
        #expect(Set(drawing.presentElements.map(\.rawValue)) == present(done[done.count - 1]))
        continue
      default: continue
      }
      done.append(next)
      undone.removeAll()
      #expect(Set(drawing.presentElements.map(\.rawValue)) == present(next))
    }
  }
}
