import DoodleKit

/// A recording that is read event by event, its errors reported as the user wants them.
struct Recording {
  /// As the user gave it; "-" for standard input.
  let path: String
  private let messages: Messages
  private let onError: ErrorAction
  private var reader: any EventReader
  private let source: WatchedSource
  /// An event that was looked at before its turn.
  private var peeked: LogEvent?
  /// Touches that were read together, and how many of them have had their turn.
  private var touches: [TouchEvent] = []
  private var taken = 0
  private var progress: ProgressBar?
  private var pictures: PictureLoader

  /// How many events were read, how many lines left out, and how many warnings given.
  private(set) var eventCount = 0
  private(set) var skippedCount = 0
  private(set) var warningCount = 0

  /// - Parameter hashesBytes: Whether `hash` will be asked for.
  init(
    _ path: String, from format: LogFormat?, onError: ErrorAction, in session: Session, hashesBytes: Bool = false
  ) throws(CommandError) {
    let file = try withFiles { () throws(FileError) in try InputFile(path: path) }
    try self.init(
      path, source: file, size: file.size, from: format, onError: onError, in: session, hashesBytes: hashesBytes)
  }

  /// - Parameter size: Of the source in bytes, where it is known.
  init(
    _ path: String, source bytes: any ByteSource, size: Int?, from format: LogFormat?, onError: ErrorAction,
    in session: Session, hashesBytes: Bool = false
  ) throws(CommandError) {
    let source = WatchedSource(bytes, size: size, hashesBytes: hashesBytes)
    reader = try withFiles { () throws(FileError) in
      try openEventReader(source, name: shownName(path), format: format)
    }
    self.source = source
    self.path = path
    pictures = PictureLoader(besideLog: path)
    self.onError = onError
    messages = session.messages
    progress = size == nil ? nil : ProgressBar(in: session)
  }

  /// The SHA-256 of the bytes, once they are all read.
  var hash: String { source.hash }

  /// The log's header, if the next event is one.
  mutating func header() throws(CommandError) -> LogHeader? {
    guard let event = try next() else { return nil }
    if taken > 0 { taken -= 1 } else { peeked = event }
    eventCount -= 1
    if case .header(let header) = event { return header }
    return nil
  }

  /// The next event, nil at the end.
  mutating func next() throws(CommandError) -> LogEvent? {
    if taken == touches.count {
      if let event = peeked {
        peeked = nil
        eventCount += 1
        return event
      }
      showProgress()
      taken = 0
      reader.nextTouches(into: &touches)
      if touches.isEmpty { return try nextSingle() }
    }
    taken += 1
    eventCount += 1
    return .touch(touches[taken - 1])
  }

  private mutating func nextSingle() throws(CommandError) -> LogEvent? {
    while true {
      do throws(LogReadError) {
        let event = try reader.next()
        if event == nil { progress?.finish() } else { eventCount += 1 }
        return event
      } catch {
        switch error {
        case .file(let error): throw .file(error)
        case .malformed(let error):
          try refuse(error.place, error.reason.description, isLimit: error.reason.isLimit)
        }
      }
    }
  }

  private mutating func showProgress() {
    guard progress != nil, let size = source.size else { return }
    let fraction = Double(source.count) / Double(size)
    progress?.update(fraction: fraction)
  }

  /// Where the event last read stands.
  var place: LogPlace {
    taken > 0 ? reader.place(ofTouch: taken - 1) : reader.place
  }

  /// Applies the next event to a drawing, and with it the touches that were read together; false at the end.
  mutating func applyNext(to drawing: inout Drawing) throws(CommandError) -> Bool {
    guard let event = try next() else { return false }
    try apply(event, to: &drawing)
    while taken < touches.count {
      let moves = drawing.applyMoves(touches.span.extracting(taken...))
      taken += moves
      eventCount += moves
      guard taken < touches.count else { break }
      let touch = touches[taken]
      taken += 1
      eventCount += 1
      try report { () throws(EditError) in try drawing.apply(touch) }
    }
    return true
  }

  /// Applies an event, the last one read, to a drawing.
  mutating func apply(_ event: LogEvent, to drawing: inout Drawing) throws(CommandError) {
    if case .command(.image(let image)) = event { return try add(image, to: &drawing) }
    try report { () throws(EditError) in try drawing.apply(event) }
  }

  private mutating func add(_ image: NewImage, to drawing: inout Drawing) throws(CommandError) {
    let picture: LoadedPicture
    do throws(PictureError) {
      picture = try pictures.load(image.source)
    } catch {
      return try refuse(place, error.description)
    }
    try report { () throws(EditError) in
      try drawing.add(image, picture)
      return nil
    }
  }

  /// Says what is odd or wrong about the event last read, which `apply` takes in.
  @inline(__always) private mutating func report(
    _ apply: () throws(EditError) -> EditWarning?
  ) throws(CommandError) {
    do throws(EditError) {
      if let warning = try apply() { warn(place, warning.description) }
    } catch {
      try refuse(place, error.description)
    }
  }

  /// Ends the drawing, and says what never ended and what was left out.
  mutating func finish(_ drawing: inout Drawing) {
    for warning in drawing.finish() { warn(place, warning.description) }
    reportSkipped()
  }

  /// Says in the end how much was left out.
  func reportSkipped() {
    if skippedCount > 0 {
      messages.warn(path, "left out \(skippedCount) \(skippedCount == 1 ? "line that is" : "lines that are") not right")
    }
  }

  private mutating func warn(_ place: LogPlace, _ message: String) {
    warningCount += 1
    progress?.finish()
    messages.report(place.diagnostic(.warning, message: message))
  }

  /// - Parameter isLimit: Whether the line is refused only for being too much.
  private mutating func refuse(
    _ place: LogPlace, _ message: String, isLimit: Bool = false
  ) throws(CommandError) {
    progress?.finish()
    let diagnostic = place.diagnostic(.error, message: message)
    guard onError == .skip else { throw isLimit ? .beyondLimit(diagnostic) : .malformed(diagnostic) }
    skippedCount += 1
    messages.report(diagnostic)
  }
}

/// A source of bytes that knows how much of it was read, and what.
private final class WatchedSource: ByteSource {
  private var source: any ByteSource
  /// In bytes; nil for a pipe.
  let size: Int?
  private(set) var count = 0
  private var sha: SHA256?

  init(_ source: any ByteSource, size: Int?, hashesBytes: Bool) {
    self.source = source
    self.size = size
    sha = hashesBytes ? SHA256() : nil
  }

  var hash: String {
    (sha ?? SHA256()).finalized()
  }

  func read(into buffer: inout [UInt8], atMost limit: Int) throws(FileError) -> Int {
    let before = buffer.count
    let got = try source.read(into: &buffer, atMost: limit)
    count += got
    sha?.update(buffer.span.extracting(before..<buffer.count))
    return got
  }
}
