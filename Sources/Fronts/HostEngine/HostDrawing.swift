import Files
import Fonts
import Geometry
import Ink
import Lettering
import Raster
import Rendering
import TouchLog

/// A drawing of a host, which is a page or a program that calls libdoodle: it applies the events of a log as they come,
/// and keeps the pixels on the screen up to date.
///
/// Its finished picture has the pixels that `doodle render` makes of the same log.
package final class HostDrawing {
  private(set) var drawing = Drawing()
  /// The drawing of the log while a preview is shown.
  private var recorded: Drawing?
  private(set) var setup: CanvasSetup
  let limits: HostLimits
  /// When the call has taken too long.
  private var deadline = Double.infinity
  private var usage = MemoryEstimate()
  let names = TouchNameScope()
  /// The memory for pictures, saved drawings and fonts so far, in bytes.
  private var fileBytes = 0
  var files = HostFiles()
  private var fonts = FontSet()
  /// The size and the scale that the host has chosen, if any.
  private let chosen: LogHeader
  let showsPredictions: Bool
  /// Nil until the canvas is known.
  var screen: DrawingScreen?
  /// What the screen shows; nil for the picture.
  var view: HostView?
  /// The lines of all events so far. The first is a header.
  package private(set) var log = HostLog()
  /// Whether the header is that of `beginLog`.
  private var hasOwnHeader = false
  /// The number of lines that were applied; the log's own header is none of them.
  private var lineCount = 0
  /// Memory for a line, and for touches that are read together.
  private var line: [UInt8] = []
  private var touches: [TouchEvent] = []
  /// The number of events so far.
  package private(set) var eventCount = 0

  /// Begins a drawing whose log has a header with the size, the scale and the stroke model. A header in the first lines
  /// that are applied takes its place, with the size and the scale that are given here instead of its own.
  /// - Parameters:
  ///   - chosen: The size and the scale, from `choice(size:scale:)`.
  ///   - showsPredictions: Whether ink on the screen goes where touches are predicted to go.
  package init(
    _ chosen: LogHeader = LogHeader(), showsPredictions: Bool = true, limits: HostLimits = HostLimits()
  ) {
    (self.chosen, self.showsPredictions, self.limits) = (chosen, showsPredictions, limits)
    setup = Self.emptySetup(limits)
    beginLog()
  }

  /// The size and the scale that a host chooses for a drawing. Not part of `init`: Embedded Swift never frees the memory
  /// of an object whose initializer throws.
  /// - Parameters:
  ///   - size: The canvas in points; nil for that of the header, or as large as the ink.
  ///   - scale: Pixels per point; nil for that of the header, or 1.
  /// - Throws: `HostError` if a log cannot have the size or the scale.
  package static func choice(size: Size? = nil, scale: Double? = nil) throws(HostError) -> LogHeader {
    if let size {
      for side in [size.width, size.height] where !NumberRange.positiveLength.contains(side) {
        throw HostError(
          message: "a side of the canvas must be \(NumberRange.positiveLength) points, not \(plain(side))")
      }
    }
    if let scale, !NumberRange.resolution.contains(scale) {
      throw HostError(message: "the scale must be \(NumberRange.resolution) pixels per point, not \(plain(scale))")
    }
    return LogHeader(size: size, scale: scale)
  }

  /// Begins the log with the header of the host.
  private func beginLog() {
    var header = chosen
    header.model = drawing.model.rawValue
    // A header without a background is never refused.
    _ = refusal(of: .header(header))
    log.append(LogWriter.line(for: .header(header))[...])
    hasOwnHeader = true
  }

  private static func emptySetup(_ limits: HostLimits) -> CanvasSetup {
    var request = LayoutRequest()
    request.pixelLimit = limits.pixels
    return CanvasSetup(request)
  }

  // MARK: Limits

  /// Begins a call, whose time is limited.
  func beginCall() { if limits.seconds < .infinity { deadline = limits.clock() + limits.seconds } }

  /// Why nothing more may be done; nil if it may.
  private var excess: String? {
    let bytes = usage.bytes(events: eventCount, elements: drawing.elements.count) + fileBytes
    if bytes > limits.memory { return "the drawing takes more than its limit of \(counted(limits.memory, "byte"))" }
    if deadline < .infinity, limits.clock() > deadline {
      return "the call takes more than its limit of \(plain(limits.seconds)) seconds"
    }
    return nil
  }

  /// - Throws: `HostError` if nothing more may be done.
  func checkLimits() throws(HostError) { if let excess { throw HostError(message: excess) } }

  /// Counts a file.
  /// - Throws: `HostError` if it is too large. It does not count then.
  func add(bytes: Int) throws(HostError) {
    fileBytes += bytes
    do throws(HostError) {
      try checkLimits()
    } catch {
      remove(bytes: bytes)
      throw error
    }
  }

  /// Takes back what was counted for a file that is not kept.
  func remove(bytes: Int) { fileBytes -= bytes }

  /// Begins the drawing and its screen, whose size is then known if the header says it.
  private func begin(_ setup: CanvasSetup) {
    self.setup = setup
    var options = ModelOptions(tolerance: ModelOptions.tolerance(pixelsPerPoint: setup.scale ?? 1))
    options.fonts = fonts
    drawing = Drawing(options: options)
    // A canvas that is too large is reported by the first update.
    view = nil
    screen = setup.isKnown ? try? makeScreen() : nil
  }

  // MARK: Events

  /// Adds a picture, which later lines of the log name as an image or as the background: a host gives files.
  /// - Parameters:
  ///   - name: The path in the log. For an image within the log it is the text of its data in base64.
  ///   - picture: Straight alpha. It replaces an earlier picture of that name for later lines.
  /// - Throws: `HostError` if it is too large for the limit of memory.
  package func addPicture(_ name: String, _ picture: Bitmap) throws(HostError) {
    beginCall()
    try add(bytes: 4 * picture.pixels.count)
    files.pictures[name] = LoadedImage(ImageSource(picture))
  }

  /// Adds a font, which later lines of the log name.
  /// - Parameters:
  ///   - name: The path in the log, which ends in # and a number for a font of a collection; empty for the font that
  ///     draws what others lack.
  ///   - bytes: The file.
  /// - Throws: `HostError` if the bytes are no font, or the name is not that of a font file.
  package func addFont(_ name: String, _ bytes: [UInt8]) throws(HostError) {
    let file = FontName(name)
    if file == nil, !name.isEmpty { throw HostError(message: EditError.unknownFont(name).description) }
    beginCall()
    try add(bytes: bytes.count)
    do throws(FontError) {
      let font = try OutlineFont(bytes, index: file?.index ?? 0)
      if file == nil { fonts.fallback = font } else { fonts[name] = font }
      drawing.use(fonts)
    } catch {
      throw HostError(message: "\(name.isEmpty ? "the font" : name): \(error)")
    }
  }

  /// Applies whole lines of a log, and adds them to it as they are, with keys that only the host knows. In a header, the
  /// size and the scale of the host replace those of the header.
  /// - Throws: `HostError`. The lines before the wrong one have been applied, those from it on have not.
  package func apply(_ lines: [UInt8]) throws(HostError) {
    endPreview()
    beginCall()
    let lines = hasOwnHeader && eventCount == 1 ? replacingHeader(lines) : lines
    var reader = LogReader(MemorySource(lines), name: "log", names: names)
    // Also if a line is wrong, for the lines before it.
    defer { drawing.updateInk() }
    do throws(HostError) {
      try apply(&reader)
    } catch {
      keep(lines, count: max(0, error.line - 1 - lineCount), isAll: false)
      if eventCount == 0 { beginLog() }
      throw error
    }
    keep(lines, count: reader.lineCount, isAll: true)
  }

  /// Removes the log's own header if the lines have one.
  /// - Returns: The lines. Their header has the size and the scale of the host.
  private func replacingHeader(_ lines: [UInt8]) -> [UInt8] {
    var reader = LogReader(MemorySource(lines), name: "log", names: names)
    guard case .header(let theirs)? = try? reader.nextInPage() else { return lines }
    (log, eventCount, hasOwnHeader) = (HostLog(), 0, false)
    if chosen.size == nil, chosen.scale == nil { return lines }
    let others = reader.keys(ofTouch: 0) { key in
      key != "doodle" && (key != "size" || chosen.size == nil) && (key != "scale" || chosen.scale == nil)
    }
    let header = LogHeader(version: theirs.version, size: chosen.size, scale: chosen.scale)
    var cutter = LineCutter(lines)
    cutter.advance(through: reader.line - 1)
    var result = Array(lines[..<cutter.end])
    LogWriter.append(.header(header), members: others.map { $0.member }, to: &result)
    cutter.advance(through: reader.line)
    return result + lines[cutter.end...]
  }

  private func apply(_ reader: inout LogReader) throws(HostError) {
    while let event = try reader.nextInPage(after: lineCount) {
      if let message = refusal(of: event) { throw error(message, at: reader.location) }
      // Most lines are touches, which take less time together.
      repeat {
        reader.nextTouches(into: &touches)
        var count = 0
        while count < touches.count {
          if let excess { throw error(excess, at: reader.location(ofTouch: count)) }
          let moves = drawing.applyMoves(touches.span.extracting(count...))
          eventCount += moves
          count += moves
          guard count < touches.count else { break }
          if let message = refusal(of: .touch(touches[count])) {
            throw error(message, at: reader.location(ofTouch: count))
          }
          count += 1
        }
      } while !touches.isEmpty
    }
  }

  private func error(_ message: String, at location: LogLocation) -> HostError {
    HostError(line: lineCount + location.line, column: location.column, message: message)
  }

  /// Adds the first `count` lines to the log, as they are.
  /// - Parameter isAll: Whether these are all lines.
  private func keep(_ lines: [UInt8], count: Int, isAll: Bool) {
    let newline = UInt8(ascii: "\n")
    // A byte-order mark may only begin a file.
    let start = lines.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var end = lines.count
    if !isAll {
      var kept = LineCutter(lines)
      kept.advance(through: count)
      end = max(start, kept.end)
    }
    log.append(lines[start..<end])
    if end > start, lines[end - 1] != newline { log.append([newline]) }
    lineCount += count
  }

  /// Applies a touch.
  /// - Throws: `HostError`. The drawing is then unchanged.
  package func apply(_ touch: TouchEvent) throws(HostError) {
    endPreview()
    beginCall()
    if let message = refusal(of: .touch(touch)) { throw HostError(line: lineCount + 1, column: 1, message: message) }
    drawing.updateInk()
    lineCount += 1
    line.removeAll(keepingCapacity: true)
    LogWriter.append(.touch(touch), to: &line)
    log.append(line[...])
  }

  /// Shows what lines would change, without adding them to the log. The next preview changes that one.
  /// - Throws: `HostError`. The lines before the wrong one are shown.
  package func preview(_ lines: [UInt8]) throws(HostError) {
    recorded = recorded ?? drawing
    var reader = LogReader(MemorySource(lines), name: "preview", names: names)
    defer { drawing.updateInk() }
    while let event = try reader.nextInPage() {
      try rethrowing(as: HostError.init) { () throws(EditError) in _ = try drawing.applyDeferringInk(event) }
    }
  }

  /// Shows the drawing of the log again, as the next event does.
  package func endPreview() {
    guard let recorded else { return }
    (drawing, self.recorded) = (recorded, nil)
    // The pixels are ahead of it.
    screen = nil
  }

  /// Applies an event. `updateInk` models the ink that revisions changed.
  /// - Returns: Why it was not applied; nil if it was.
  private func refusal(of event: LogEvent) -> String? {
    if case .header(let header) = event {
      if eventCount > 0 { return LogError.Reason.headerNotFirst.description }
      if let message = begin(header) { return message }
    }
    usage.add(event)
    // One text can take more memory than everything before it.
    if let excess {
      usage.remove(event)
      return excess
    }
    let message: String?
    if case .command(.open(let path), _) = event {
      message = opening(path, by: event)
    } else {
      message = files.refusal(of: event, by: &drawing)
    }
    if let message {
      usage.remove(event)
      if case .header = event { begin(Self.emptySetup(limits)) }
      return message
    }
    if case .command(.duplicate, _) = event { usage.addCopy(in: drawing) }
    eventCount += 1
    return nil
  }

  /// Begins the drawing with a header.
  /// - Returns: Why it was not; nil if it was.
  private func begin(_ header: LogHeader) -> String? {
    var backdrop: ImageSource?
    switch header.background {
    case .picture(let name), .embedded(let name):
      guard let picture = files.pictures[name] else { return HostFiles.lack(of: name) }
      backdrop = picture.source
    case .color, .paper, .some(.none), nil: break
    }
    begin(CanvasSetup(Self.emptySetup(limits).request, header: header, backdrop: backdrop))
    return nil
  }

  /// Opens a saved drawing: begins again with the header of the log, completed by that of the drawing.
  /// - Returns: Why it was not opened; nil if it was.
  @inline(never)
  private func opening(_ path: String, by event: LogEvent) -> String? {
    guard eventCount == 1, let saved = files.savedDrawings[path] else {
      return files.refusal(of: event, by: &drawing)
    }
    let before = (setup, drawing, screen, view)
    // The log's own header names a model, which nobody chose.
    var header = (hasOwnHeader ? chosen : drawing.header ?? chosen).completed(by: saved.header)
    header.model = header.model ?? drawing.model.rawValue
    usage.add(saved)
    let message =
      excess ?? begin(header) ?? files.refusal(of: .header(header), by: &drawing)
      ?? files.refusal(of: event, by: &drawing)
    if message != nil {
      usage.remove(saved)
      (setup, drawing, screen, view) = before
    } else if hasOwnHeader {
      log = HostLog()
      log.append(LogWriter.line(for: .header(header))[...])
    }
    return message
  }

  /// Applies an event of the log to another drawing that holds the events before it.
  func applyAgain(_ event: LogEvent, to drawing: inout Drawing) {
    _ = files.refusal(of: event, by: &drawing)
    drawing.updateInk()
  }
}

extension LogReader {
  /// The next event.
  /// - Parameter earlier: The number of lines before those of the reader.
  mutating func nextInPage(after earlier: Int = 0) throws(HostError) -> LogEvent? {
    do throws(LogReadError) {
      return try next()
    } catch {
      guard case .malformed(let fault) = error else { throw HostError(message: "no more bytes") }
      throw HostError(
        line: earlier + fault.location.line, column: fault.location.column, message: fault.reason.description)
    }
  }
}
