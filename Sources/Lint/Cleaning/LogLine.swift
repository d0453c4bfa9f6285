public import TouchLog

/// A line of a touch log: its event, and the keys of an app's own in it.
public struct LogLine: Hashable, Sendable {
  public var event: LogEvent
  /// The keys that are not read, with their values, as they are written; see `LineKey.member`.
  public var ownMembers: [[UInt8]]

  public init(_ event: LogEvent, ownMembers: [[UInt8]] = []) {
    (self.event, self.ownMembers) = (event, ownMembers)
  }

  /// Appends the line to a log.
  public func write(to bytes: inout [UInt8]) {
    LogWriter.append(event, members: ownMembers, to: &bytes)
  }
}

/// A walk through the events of touches.
extension [LogLine] {
  /// Calls `visit` for each event of a touch and `other` for each other event, with its index.
  func forEachTurn(_ visit: (Int, TouchTurn) -> Void, other: (Int, LogEvent) -> Void = { _, _ in }) {
    var lives = TouchLives()
    for (index, line) in enumerated() {
      if case .touch(let touch) = line.event {
        visit(index, lives.add(touch))
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

  /// The lines without those at some indices.
  func removing(_ indices: Set<Int>) -> [LogLine] {
    indices.isEmpty ? self : enumerated().filter { !indices.contains($0.offset) }.map(\.element)
  }
}
