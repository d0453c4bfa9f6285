import Files
import Compare
import TouchLog

/// Yields the events of a reader in order, each with its location in the log.
///
/// It reads touches in batches, which is faster than one at a time.
struct EventFeed {
  private var reader: any EventReader
  /// The last batch of touches, and how many of them have been taken.
  private var touches: [TouchEvent] = []
  private var taken = 0
  /// Events that `peek` has read but `next` has not yet returned. The location of the one that the reader gave last is
  /// nil as long as the reader still knows it: to find it takes longer than to read a touch.
  private var preview: [(event: LogEvent, location: LogLocation?)] = []
  /// The location of the event that was taken last, if it came from the preview and the reader no longer knows it.
  private var previewLocation: LogLocation?
  /// Whether the event that was taken last came from the preview.
  private var wasPeeked = false
  /// Whether the line that was read last begins the page.
  private var isAtPage = false
  /// The header of the log or of its page.
  private var header = LogHeader()
  /// The page that begins after the last event, and its location.
  private var newPage: (NewPage, LogLocation)?
  private var misspelled = MisspelledKeys()
  /// How many more lines with unknown keys are checked. The limit keeps an app's own keys from slowing down the whole
  /// log.
  private var looksLeft: Int
  private var unit = TimeUnit()
  /// How many more touches are checked for the unit of their times.
  private var timesLeft: Int
  /// The location of the first touch with a time.
  private var firstTime: LogLocation?
  /// Warnings about probable mistakes, until `takeWarnings` returns them.
  private var warnings: [Diagnostic] = []

  /// - Parameter warnsOfMistakes: Whether there are warnings about misspelled keys and times in a smaller unit.
  init(_ reader: any EventReader, warnsOfMistakes: Bool) {
    self.reader = reader
    looksLeft = warnsOfMistakes ? 1000 : 0
    // Other formats have units of their own.
    timesLeft = warnsOfMistakes && reader.report.format.isEmpty ? 1000 : 0
  }

  /// - Parameter first: An event that precedes those of the reader.
  init(_ reader: any EventReader, after first: (event: LogEvent, location: LogLocation)) {
    self.init(reader, warnsOfMistakes: false)
    preview = [first]
  }

  /// Continues with the next page, after the rest of this one.
  /// - Returns: False if there is none.
  mutating func nextPage() throws(LogReadError) -> Bool {
    while try next() != nil {}
    if let (page, location) = newPage {
      newPage = nil
      header = header.header(of: page)
      preview = [(.header(header), location)]
      isAtPage = true
      return true
    }
    return try reader.nextPage()
  }

  /// Whether the log has another page.
  var endsPage: Bool { newPage != nil }

  /// The location of the event that was taken last.
  var location: LogLocation { previewLocation ?? readLocation }

  /// The line of the event that was taken last, from 1. Faster than `location`.
  var line: Int { previewLocation?.line ?? (taken > 0 ? reader.line(ofTouch: taken - 1) : reader.line) }

  var report: ImportReport { reader.report }
  var keptParts: [KeptPart] { reader.keptParts }

  /// The keys of the line of the event that was taken last that satisfy a condition. None if the event was peeked at.
  func keys(where isMeant: (String) -> Bool) -> [LineKey] {
    !wasPeeked || isAtPage ? reader.keys(ofTouch: max(0, taken - 1), where: isMeant) : []
  }

  /// Whether `keys` may give keys that are not those of the event's kind of line.
  var mayHaveOwnKeys: Bool { reader.mayHaveOwnKeys }

  private var readLocation: LogLocation { taken > 0 ? reader.location(ofTouch: taken - 1) : reader.location }

  /// Takes and returns the next event; nil at the end of the page.
  mutating func next() throws(LogReadError) -> LogEvent? {
    isAtPage = isAtPage && !preview.isEmpty
    guard preview.isEmpty else {
      let (event, location) = preview.removeFirst()
      (previewLocation, wasPeeked) = (location, true)
      return event
    }
    (previewLocation, wasPeeked) = (nil, false)
    return try read()
  }

  /// Returns the event `offset` events after the next one without taking it; nil at the end.
  mutating func peek(_ offset: Int = 0) throws(LogReadError) -> LogEvent? {
    while preview.count <= offset {
      if let last = preview.indices.last, preview[last].location == nil { preview[last].location = readLocation }
      guard let event = try read() else { return nil }
      preview.append((event, nil))
    }
    return preview[offset].event
  }

  private mutating func read() throws(LogReadError) -> LogEvent? {
    guard newPage == nil else { return nil }
    if taken == touches.count {
      taken = 0
      reader.nextTouches(into: &touches)
      if touches.isEmpty {
        let event = try reader.next()
        if let event, reader.hasUnknownKeys, looksLeft > 0 { lookAtKeys(of: event) }
        if timesLeft > 0 {
          if case .touch(let touch) = event { lookAtTime(of: touch, 0) }
          if event == nil { endTimes() }
        }
        switch event {
        case .header(let header): self.header = header
        case .command(.page(let page), _):
          newPage = (page, reader.location)
          return nil
        default: break
        }
        return event
      }
      if timesLeft > 0 {
        for (index, touch) in touches.enumerated() { lookAtTime(of: touch, index) }
      }
    }
    taken += 1
    return .touch(touches[taken - 1])
  }

  private mutating func lookAtKeys(of event: LogEvent) {
    looksLeft -= 1
    for found in misspelled.find(in: event, { reader.keys(ofTouch: 0, where: $0) }) {
      warnings.append(found.key.location.diagnostic(.warning, message: found.message))
    }
  }

  /// - Parameter index: The index of the touch in the batch; 0 for one that was read by itself.
  private mutating func lookAtTime(of touch: TouchEvent, _ index: Int) {
    guard timesLeft > 0 else { return }
    if touch.time != nil, firstTime == nil { firstTime = reader.location(ofTouch: index) }
    unit.add(touch)
    timesLeft -= 1
    if timesLeft == 0 { endTimes() }
  }

  private mutating func endTimes() {
    timesLeft = 0
    if let found = unit.found, let firstTime { warnings.append(firstTime.diagnostic(.warning, message: found.message)) }
  }

  /// Returns and removes the warnings about the lines read so far.
  mutating func takeWarnings() -> [Diagnostic] {
    if warnings.isEmpty { return [] }
    defer { warnings.removeAll() }
    return warnings
  }

  /// Takes and returns the next touch of the batch; nil at its end.
  mutating func nextTouch() -> TouchEvent? {
    guard preview.isEmpty, taken < touches.count else { return nil }
    (previewLocation, wasPeeked) = (nil, false)
    taken += 1
    return touches[taken - 1]
  }

  /// Passes the rest of the batch to `consume`, and takes as many touches as it returns.
  /// - Returns: The number of touches taken.
  mutating func takeTouches(_ consume: (Span<TouchEvent>) -> Int) -> Int {
    guard preview.isEmpty, taken < touches.count else { return 0 }
    let count = consume(touches.span.extracting(taken...))
    taken += count
    return count
  }

  /// - Parameter note: Called with each of the touches taken and its line.
  mutating func takeTouches(
    _ consume: (Span<TouchEvent>) -> Int, noting note: (TouchEvent, _ line: Int) -> Void
  ) -> Int {
    let count = takeTouches(consume)
    for index in taken - count..<taken { note(touches[index], reader.line(ofTouch: index)) }
    return count
  }
}

/// A source that counts its bytes and, if asked, hashes them.
final class MeteredSource: ByteSource {
  private var source: any ByteSource
  /// The size in bytes; nil for a pipe.
  let size: Int?
  private(set) var bytesRead = 0
  private var hasher: SHA256?

  init(_ source: any ByteSource, size: Int?, hashesBytes: Bool) {
    self.source = source
    self.size = size
    hasher = hashesBytes ? SHA256() : nil
  }

  var hashesBytes: Bool { hasher != nil }

  /// The share of the source that was read, 0...1; nil for a pipe.
  var fractionRead: Double? { size.map { $0 == 0 ? 1 : Double(bytesRead) / Double($0) } }

  /// The SHA-256 of the bytes read so far, in hexadecimal; nil if they are not hashed.
  var hash: String? { hasher.map { $0.finalized() } }

  func read(into buffer: inout [UInt8], atMost limit: Int) throws(FileError) -> Int {
    let before = buffer.count
    let count = try source.read(into: &buffer, atMost: limit)
    bytesRead += count
    hasher?.update(buffer.span.extracting(before..<buffer.count))
    return count
  }
}
