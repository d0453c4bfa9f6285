import Files

extension LogReader {
  /// Reads on until a whole line is there, at `unread`; false at the end.
  ///
  /// The lines up to the last newline that has been read are whole; what follows it waits for the next call.
  mutating func readLines() throws(LogReadError) -> Bool {
    if input.isAtEnd { return false }
    if hasBegun {
      if keptPlace == nil { keptPlace = place }
      input.drop(unread)
    } else {
      try begin()
    }
    (unread, wholeEnd) = (0, 0)
    var searched = 0
    while true {
      if let newline = input.bytes[searched...].lastIndex(of: ASCII.newline) {
        wholeEnd = newline + 1
      } else if input.isAtEnd && input.bytes.count > unread {
        input.appendNewline()
        wholeEnd = input.bytes.count
      }
      searched = input.bytes.count
      if isDropping { searched = dropRestOfLine() }
      if wholeEnd > unread { return true }
      if input.isAtEnd { return false }
      if searched - unread > LogLimits.lineBytes { throw .malformed(beginDropping()) }
      try read()
    }
  }

  /// Skips the byte-order mark of a first line.
  private mutating func begin() throws(LogReadError) {
    while input.bytes.count < 3 && !input.isAtEnd { try read() }
    if input.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { input.drop(3) }
    hasBegun = true
  }

  private mutating func read() throws(LogReadError) {
    do throws(FileError) {
      try input.read()
    } catch {
      throw .file(error)
    }
  }

  /// Begins to drop the line at `unread`, whose end has not been read but is beyond the limit.
  private mutating func beginDropping() -> LogError {
    lineNumber += 1
    line = unread..<input.bytes.count
    isDropping = true
    return located(tooLong)
  }

  /// Drops the line that is too long, up to its newline, or all that is there.
  ///
  /// - Returns: How many bytes have been searched for newlines.
  private mutating func dropRestOfLine() -> Int {
    guard wholeEnd > 0, let end = input.bytes.firstIndex(of: ASCII.newline) else {
      input.drop(input.bytes.count)
      return 0
    }
    unread = end + 1
    isDropping = false
    return input.bytes.count
  }
}

extension LogReader {
  /// The fault of the current line's being over the limit; it is at the line's beginning.
  var tooLong: Fault { Fault(.lineTooLong(limit: LogLimits.lineBytes), at: line.lowerBound) }

  func located(_ fault: Fault) -> LogError {
    LogError(place: place(of: fault.offset, line: line, number: lineNumber), reason: fault.reason)
  }

  func place(of offset: Int, line: Range<Int>, number: Int) -> LogPlace {
    LogPlace(
      file: name, line: number, column: offset - line.lowerBound + 1,
      excerpt: Excerpt(input.bytes.span, line: line, at: offset))
  }
}
