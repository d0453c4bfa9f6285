import ImportCore
import TouchLog

/// Leaves out the touches of other pointers than some, with their revisions: the palm that lies on the screen while a
/// pen draws.
struct PointerReader: EventReader {
  private struct Estimate: Hashable {
    var touch: TouchID
    var index: LogInteger
  }

  private var reader: any EventReader
  private let kinds: Set<PointerKind>
  /// The touches that are down and left out.
  private var away: Set<TouchID> = []
  /// The events of theirs that a revision may name.
  private var estimates: Set<Estimate> = []
  /// For each touch of the last batch, its index in the reader's.
  private var indices: [Int] = []
  /// The number of touches that were read, of those left out by the kind of their pointer, in the order of
  /// `TouchEvent.Pointer`, and of those that name none.
  private var kept = 0
  private var left = [Int](repeating: 0, count: TouchEvent.Pointer.allCases.count)
  private var unknown = 0
  /// The location of the first touch.
  private var first: LogLocation?
  private var hasFailed = false

  init(_ reader: any EventReader, kinds: Set<PointerKind>) { (self.reader, self.kinds) = (reader, kinds) }

  mutating func next() throws(LogReadError) -> LogEvent? {
    indices.removeAll(keepingCapacity: true)
    while let event = try reader.next() {
      switch event {
      case .touch(let touch):
        if first == nil { first = reader.location }
        if keeps(touch) { return event }
      case .revision(let revision):
        if estimates.isEmpty || !estimates.contains(Estimate(touch: revision.touch, index: revision.index)) {
          return event
        }
      default: return event
      }
    }
    if unknown > 0, kept + left.reduce(0, +) == 0, !hasFailed, let first {
      hasFailed = true
      throw .malformed(
        LogError(
          location: first,
          reason: .unexpected(
            "\(counted(unknown, "touch", "touches")) that \(unknown == 1 ? "does" : "do") not",
            expected: "touches that say what made them, as \"pointer\":\"pencil\" does")))
    }
    return nil
  }

  mutating func nextTouches(into touches: inout [TouchEvent]) {
    repeat {
      reader.nextTouches(into: &touches)
      if touches.isEmpty { return indices.removeAll(keepingCapacity: true) }
      if first == nil { first = reader.location(ofTouch: 0) }
      indices.removeAll(keepingCapacity: true)
      for index in touches.indices where keeps(touches[index]) { indices.append(index) }
      touches = indices.map { touches[$0] }
    } while touches.isEmpty
  }

  /// Whether an event's touch is read. The event with which it began decides.
  private mutating func keeps(_ event: TouchEvent) -> Bool {
    var isAway = !away.isEmpty && away.contains(event.touch)
    if event.phase == .began {
      isAway = event.pointer.map { pointer in !kinds.contains { $0.has(pointer) } } ?? true
      count(event.pointer, isAway: isAway)
      if isAway { away.insert(event.touch) } else { away.remove(event.touch) }
    } else if isAway, event.phase == .ended || event.phase == .cancelled {
      away.remove(event.touch)
    }
    if let index = event.index, isAway || !estimates.isEmpty {
      let estimate = Estimate(touch: event.touch, index: index)
      if isAway { estimates.insert(estimate) } else { estimates.remove(estimate) }
    }
    return !isAway
  }

  private mutating func count(_ pointer: TouchEvent.Pointer?, isAway: Bool) {
    guard isAway else { return kept += 1 }
    guard let pointer, let index = TouchEvent.Pointer.allCases.firstIndex(of: pointer) else { return unknown += 1 }
    left[index] += 1
  }

  /// The report of the file, and which touches were left out.
  var report: ImportReport {
    var report = reader.report
    let phrases =
      zip(TouchEvent.Pointer.allCases, left).compactMap { pointer, count in
        let kind = PointerKind.allCases.last { $0.has(pointer) }
        return count > 0 ? "\(kind?.rawValue ?? "") (\(count))" : nil
      } + (unknown > 0 ? ["unknown (\(unknown))"] : [])
    if !phrases.isEmpty {
      let names = PointerKind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ", ")
      let choice = "only \(names): \(counted(kept, "touch", "touches")); left out: \(phrases.joined(separator: ", "))"
      report.decision = report.decision.map { "\($0); \(choice)" } ?? choice
    }
    return report
  }

  mutating func nextPage() throws(LogReadError) -> Bool { try reader.nextPage() }

  var line: Int { reader.line }
  var location: LogLocation { reader.location }
  var keptParts: [KeptPart] { reader.keptParts }
  var hasUnknownKeys: Bool { reader.hasUnknownKeys }
  var mayHaveOwnKeys: Bool { reader.mayHaveOwnKeys }

  func line(ofTouch index: Int) -> Int { reader.line(ofTouch: inReader(index)) }
  func location(ofTouch index: Int) -> LogLocation { reader.location(ofTouch: inReader(index)) }

  func keys(ofTouch index: Int, where isMeant: (String) -> Bool) -> [LineKey] {
    reader.keys(ofTouch: inReader(index), where: isMeant)
  }

  /// The index of a touch in the reader's last batch.
  private func inReader(_ index: Int) -> Int { indices.indices.contains(index) ? indices[index] : index }
}
