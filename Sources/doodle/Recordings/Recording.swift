import DoodleKit

/// A recording that is read event by event, its errors reported as the user wants them.
struct Recording {
  /// As the user gave it; "-" for standard input.
  let path: String
  private let messages: Messages
  private let onError: ErrorAction
  private var reader: any EventReader
  private let source: WatchedSource
  /// Events that were looked at before their turn, and where the last of those stands that had it.
  private var peeked: [(event: LogEvent, place: LogLocation)] = []
  private var peekedPlace: LogLocation?
  /// Touches that were read together, and how many of them have had their turn.
  private var touches: [TouchEvent] = []
  private var taken = 0
  private var progress: ProgressBar?
  var pictures: PictureLoader
  /// The drawing that the recording goes on from, as the log names it; nil in it where it is not right.
  var opened: (path: String, drawing: SavedDrawing?)?
  /// Whether the recording is nothing but a drawing.
  let isDrawing: Bool

  /// How many events were read, how many lines left out, and how many warnings given.
  private(set) var eventCount = 0
  private(set) var skippedCount = 0
  private(set) var warningCount = 0

  /// - Parameter hashesBytes: Whether `hash` will be asked for.
  init(
    _ path: String, from format: InputFormat?, onError: ErrorAction, in console: Console, hashesBytes: Bool = false
  ) throws(CommandError) {
    let file = try withFiles { () throws(FileError) in try InputFile(path: path) }
    try self.init(
      path, source: file, size: file.size, from: format, onError: onError, in: console, hashesBytes: hashesBytes)
  }

  /// - Parameter size: Of the source in bytes, where it is known.
  init(
    _ path: String, source bytes: any ByteSource, size: Int?, from format: InputFormat?, onError: ErrorAction,
    in console: Console, hashesBytes: Bool = false
  ) throws(CommandError) {
    let source = WatchedSource(bytes, size: size, hashesBytes: hashesBytes)
    var beginning: [UInt8] = []
    let known =
      if let format { format } else {
        try withFiles { () throws(FileError) in try DrawingFormat.recognize(source, &beginning) }
          .map(InputFormat.drawing)
      }
    switch known {
    case .drawing(let format):
      isDrawing = true
      let place = LogLocation(file: shownName(path), line: 1, column: 1)
      reader = NoEvents(location: place)
      // As though a log went on from it that has no more events.
      opened = (path, try SavedDrawing(reading: source, after: beginning, path, format))
      peeked = [(.command(.open(path: path)), place)]
    case .log, nil:
      isDrawing = false
      let format: LogFormat? = if case .log(let format) = known { format } else { nil }
      reader = try withFiles { () throws(FileError) in
        try openEventReader(ResumedSource(beginning, source), name: shownName(path), format: format)
      }
    }
    self.source = source
    self.path = path
    pictures = PictureLoader(besideLog: path)
    self.onError = onError
    messages = console.messages
    progress = size == nil ? nil : ProgressBar(in: console)
  }

  /// The SHA-256 of the bytes, once they are all read.
  var hash: String { source.hash }

  /// The event behind the next `count` ones, which are no touches.
  mutating func peek(behind count: Int = 0) throws(CommandError) -> LogEvent? {
    if count < peeked.count { return peeked[count].event }
    guard let event = try read() else { return nil }
    eventCount -= 1
    if taken > 0 { taken -= 1 } else { peeked.append((event, place)) }
    return event
  }

  /// Whether the next event is a header.
  mutating func hasHeader() throws(CommandError) -> Bool {
    if case .header = try peek() { return true }
    return false
  }

  /// The next event, nil at the end.
  mutating func next() throws(CommandError) -> LogEvent? {
    if peeked.isEmpty { return try read() }
    let (event, place) = peeked.removeFirst()
    peekedPlace = place
    eventCount += 1
    return event
  }

  /// Reads an event, one behind those that were looked at before.
  private mutating func read() throws(CommandError) -> LogEvent? {
    peekedPlace = nil
    if taken == touches.count {
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
          try refuse(error.location, error.reason.description, isLimit: error.reason.isLimit)
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
  var place: LogLocation {
    peekedPlace ?? (taken > 0 ? reader.location(ofTouch: taken - 1) : reader.location)
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
      peekedPlace = nil
      try report { () throws(EditError) in try drawing.apply(touch) }
    }
    return true
  }

  /// Applies an event, the last one read, to a drawing.
  mutating func apply(_ event: LogEvent, to drawing: inout Drawing) throws(CommandError) {
    switch event {
    case .command(.image(let image)): return try add(image, to: &drawing)
    case .command(.open(let path)): return try open(path, &drawing)
    default: break
    }
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

  private mutating func warn(_ place: LogLocation, _ message: String) {
    warningCount += 1
    progress?.finish()
    messages.report(place.diagnostic(.warning, message: message))
  }

  /// - Parameter isLimit: Whether the line is refused only for being too much.
  mutating func refuse(
    _ place: LogLocation, _ message: String, isLimit: Bool = false
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
