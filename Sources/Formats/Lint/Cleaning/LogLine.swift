import TouchLog

/// A line of a touch log: its event, and the app's own keys.
package struct LogLine: Hashable, Sendable {
  /// The line of a file.
  struct Source: Hashable, Sendable {
    /// The number of lines before it.
    var index: Int
    /// With its line ending.
    var text: [UInt8]
    var event: LogEvent
  }

  package var event: LogEvent
  /// The members with keys that doodle does not read, as they are written.
  var ownMembers: [[UInt8]] = []
  /// Nil for an event without a text.
  private(set) var source: Source?

  package init(_ event: LogEvent) { self.event = event }

  /// A valid line of a file.
  /// - Parameter mayHaveOwnKeys: Whether it may have members with keys that are not those of its kind of line.
  init(_ event: LogEvent, _ text: [UInt8], index: Int, mayHaveOwnKeys: Bool) {
    self.event = event
    source = Source(index: index, text: text, event: event)
    guard mayHaveOwnKeys else { return }
    let known = KnownKeys.of(event).names
    ownMembers = LogReader.members(of: text).filter { !known.contains($0.name) }.map {
      Array(text[$0.key.lowerBound..<$0.value.upperBound])
    }
  }

  /// Appends the line to a log. A line of a file keeps all bytes but those of values that the event has changed.
  func write(to bytes: inout [UInt8]) {
    guard let source else { return LogWriter.append(event, to: &bytes) }
    if source.event == event { bytes += source.text } else { bytes += LineEditor(source).text(of: event) }
  }
}

/// A walk through the events of touches.
extension [LogLine] {
  /// Calls `visit` for each event of a touch and `other` for each other event, with its index.
  func forEachTurn(_ visit: (Int, TouchTurn) -> Void, other: (Int, LogEvent) -> Void = { _, _ in }) {
    var lives = TouchLives()
    for (index, line) in enumerated() {
      if case .touch(let touch) = line.event {
        visit(index, lives.add(touch, ownMembers: line.ownMembers))
      } else {
        lives.add(line.event)
        other(index, line.event)
      }
    }
  }

  /// The event at an index, if it is one of a touch.
  func touch(at index: Int) -> TouchEvent? {
    if case .touch(let touch) = self[index].event { touch } else { nil }
  }

  /// Changes the event at an index, if it is one of a touch.
  mutating func changeTouch(at index: Int, _ change: (inout TouchEvent) -> Void) {
    guard var touch = touch(at: index) else { return }
    change(&touch)
    self[index].event = .touch(touch)
  }

  /// Changes all touches and revisions.
  func changingValues(
    _ changeTouch: (inout TouchEvent) -> Void, _ changeRevision: (inout TouchRevision) -> Void
  ) -> [LogLine] {
    map { line in
      var line = line
      switch line.event {
      case .touch(var touch):
        changeTouch(&touch)
        line.event = .touch(touch)
      case .revision(var revision):
        changeRevision(&revision)
        line.event = .revision(revision)
      case .header, .tool, .command: break
      }
      return line
    }
  }

  /// The lines without those at some indices.
  func removing(_ indices: Set<Int>) -> [LogLine] {
    indices.isEmpty ? self : enumerated().filter { !indices.contains($0.offset) }.map(\.element)
  }
}
