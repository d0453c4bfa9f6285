import Files
import PNG
public import Ink
public import Raster
public import Rendering

/// Draws the picture of a log while the log is read.
///
///     let picture = try PictureSession(DrawingSession(path: "sketch.jsonl"))
///     while try picture.advance() {}
///     let drawn = try picture.finish()
///
/// A document of several pages has a picture session for each: `session.nextPage()` continues with the next page.
///
/// If the canvas is known from the header or the options, another thread draws settled ink while the next lines are
/// read.
public final class PictureSession {
  /// The session that reads the log. Advance the picture session, not this one.
  public let session: DrawingSession
  private let options: PictureOptions
  private let limits: RenderLimits
  private let plan: CanvasPlan
  private var renderer: ConcurrentRenderer?
  /// The number of events read when ink was last drawn.
  private var bakedEvents = 0

  /// - Parameters:
  ///   - session: A session of which no event has been read.
  ///   - drawsMeanwhile: Whether ink is drawn while the log is read. False if `finish` is not called.
  /// - Throws: `SessionError` if the log's beginning cannot be read, or the image under the ink cannot be loaded.
  public init(
    _ session: DrawingSession, options: PictureOptions = PictureOptions(), limits: RenderLimits = RenderLimits(),
    drawsMeanwhile: Bool = true
  ) throws(SessionError) {
    (self.session, self.options, self.limits) = (session, options, limits)
    plan = try CanvasPlan(session, options, limits)
    if plan.isKnown, drawsMeanwhile { renderer = makeRenderer(try plan.layout(ink: .empty, report: session.report)) }
  }

  private func makeRenderer(_ layout: CanvasLayout) -> ConcurrentRenderer {
    ConcurrentRenderer(
      layout: layout, backdrop: plan.backdrop(for: layout), memoryLimit: limits.memory, threads: limits.threads)
  }

  /// Reads the next events.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError` as `DrawingSession.advance` does.
  public func advance() throws(SessionError) -> Bool {
    guard try session.advance() else { return false }
    let events = session.eventCount
    // Frequent at first, so that short recordings are also drawn while they are read.
    if events - bakedEvents >= max(1024, bakedEvents / 16) {
      bakedEvents = events
      renderer?.bakeIfIdle(session.drawing)
    }
    return true
  }

  /// Ends the drawing and completes its picture.
  /// - Throws: `SessionError` if the canvas has no size, or the ink takes more memory than allowed.
  public func finish() throws(SessionError) -> DrawnLog {
    let moment = try finishReading()
    let complete = renderer ?? makeRenderer(moment.layout)
    renderer = nil
    let picture = try rethrowing(as: SessionError.render) { () throws(RenderError) in
      try complete.finish(moment.drawing)
    }
    return moment.drawn(picture)
  }

  /// Ends the drawing without drawing its picture, so that renderers of any kind can draw it.
  /// - Throws: `SessionError` if the canvas has no size.
  public func finishReading() throws(SessionError) -> RecordedMoment { try finishReading(defersInk: false) }

  /// - Parameter defersInk: Whether ink may be left as it is if the canvas does not depend on it. The caller then models it
  ///   with `RecordedMoment.modelInk`, on any thread.
  package func finishReading(defersInk: Bool) throws(SessionError) -> RecordedMoment {
    if defersInk, plan.isKnown, renderer == nil {
      session.finishDeferringInk()
      let layout = try plan.layout(ink: .empty, report: session.report)
      return RecordedMoment(
        endOf: session, layout: layout, backdrop: plan.backdrop(for: layout), limits: limits,
        modeledLaterTo: options.modelOptions(scale: layout.transform.scale).tolerance)
    }
    session.finish()
    let layout =
      if let renderer { renderer.layout } else { try plan.layout(of: session.drawing, report: session.report) }
    session.refine(tolerance: options.modelOptions(scale: layout.transform.scale).tolerance)
    return RecordedMoment(endOf: session, layout: layout, backdrop: plan.backdrop(for: layout), limits: limits)
  }
}

/// A drawn log: its drawing, picture and layout.
public struct DrawnLog: Sendable {
  /// The log's path; "-" for standard input.
  public let path: String
  /// The number of the page, from 1.
  public let page: Int
  /// The counts of events and lines.
  public let summary: SessionSummary
  public let drawing: Drawing
  public let picture: Picture
  /// The size of the picture, and the transform from points to pixels.
  public let layout: CanvasLayout
  private let filesRead: FilesRead

  init(
    path: String, page: Int, summary: SessionSummary, drawing: Drawing, picture: Picture, layout: CanvasLayout,
    filesRead: FilesRead
  ) {
    self.page = page
    (self.path, self.summary, self.drawing, self.picture, self.layout) = (path, summary, drawing, picture, layout)
    self.filesRead = filesRead
  }
}

extension DrawnLog {
  /// Writes the picture as a PNG.
  /// - Parameters:
  ///   - path: The file to write; "-" is standard output.
  ///   - threads: The number of threads that compress. It changes no byte.
  /// - Throws: `SessionError.file` or `.image`, also if the log is at `path`, or names that file. An existing file at
  ///   `path` is then unchanged.
  public func write(to path: String, threads: Int = processorCount()) throws(SessionError) {
    do throws(ImageError) {
      var file = try rethrowing(as: ImageError.file) { () throws(FileError) in
        try OutputFile(path: path, noClobber: false, makesFolders: false, keeping: filesRead)
      }
      try writePNG(picture, options: PNGOptions(threads: threads), to: &file)
      try rethrowing(as: ImageError.file) { () throws(FileError) in try file.commit() }
    } catch {
      if case .file(let error) = error { throw .file(error) }
      throw .image(error)
    }
  }
}
