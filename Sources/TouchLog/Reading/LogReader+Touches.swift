/// Touches of lines that follow each other, read together.
extension LogReader {
  /// How many touches are read together at most: few enough to stay near the processor.
  private static let most = 64

  public mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
    if taken == ahead.count { readAhead() }
    if taken == 0 { swap(&touches, &ahead) } else { touches.append(contentsOf: ahead[taken...]) }
    given = touches.count
    behind += given
    ahead.removeAll(keepingCapacity: true)
    taken = 0
  }

  public func place(ofTouch index: Int) -> LogPlace {
    place(behind: behind - given + 1 + index)
  }

  /// Where the event last returned stands: its line, and the value of the key that says what it is.
  public var place: LogPlace {
    keptPlace ?? place(behind: behind)
  }

  @inline(__always) mutating func nextAhead() -> TouchEvent? {
    guard taken < ahead.count else { return nil }
    taken &+= 1
    behind &+= 1
    return ahead[taken &- 1]
  }

  /// Reads as many touches as follow directly and are written as those before them, but none that is not yet whole in
  /// the input's bytes.
  mutating func readAhead() {
    ahead.removeAll(keepingCapacity: true)
    taken = 0
    let start = unread
    let chunk = input.bytes
    ahead.append(addingCapacity: Self.most) { touches in
      unread = scanner.scan(chunk.span, from: start, into: &touches)
    }
    if ahead.isEmpty { return }
    run = (start, lineNumber + 1)
    behind = -1
    keptPlace = nil
    lineNumber += ahead.count
  }

  /// The place of the event so many lines behind the run's first.
  private func place(behind count: Int) -> LogPlace {
    let bytes = input.bytes.span
    var start = run.start
    for _ in 0..<max(0, count) {
      while bytes[start] != ASCII.newline { start += 1 }
      start += 1
    }
    // The line has been read before, without fault.
    var reading = reading
    let end = (try? reading.scan(bytes, from: start)) ?? start
    return place(of: reading.kind.start, line: start..<end, number: run.number + max(0, count))
  }
}
