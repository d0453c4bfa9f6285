import Geometry
public import Images
public import Ink
public import Raster
public import TouchLog

/// Plays a recording frame by frame. What a frame costs goes with what changes in it.
public struct FilmPlayer {
  /// A frame whose pixels differ from those of the one before.
  public struct Frame: Hashable, Sendable {
    /// From 0.
    public var number: Int
    /// For how many frames there is nothing else to see.
    public var duration: Int
    /// The smallest box that holds what changed; all pixels in the first frame.
    public var changed: PixelRect
    /// How many pixels changed.
    public var changedCount = 0
  }

  private let events: [LogEvent]
  private let schedule: FilmSchedule
  /// Takes an event into the drawing, which it is known to accept.
  private let apply: (LogEvent, inout Drawing) -> Void
  private var drawing: Drawing
  private var renderer: PictureRenderer
  private var buffer: FrameBuffer
  /// How many events the drawing holds, and how many scheduled frames were drawn.
  private var applied = 0
  private var drawn = 0
  /// The frame that the renderer has drawn and the buffer does not show yet, and the tiles in which they differ.
  private var ahead: (number: Int, tiles: [Tile])?

  /// - Parameters:
  ///   - events: All of the recording, each of which a drawing accepts after those before it.
  ///   - options: How ink is modelled.
  ///   - backdrop: A picture between the background and the ink, of the layout's size.
  ///   - memoryLimit: What a frame and the tiles of ink may take together, in bytes.
  ///   - apply: Takes one event into the drawing.
  public init(
    _ events: [LogEvent], schedule: FilmSchedule, layout: CanvasLayout, options: ModelOptions,
    backdrop: ImageSource? = nil, showsPredictions: Bool = false, memoryLimit: Int = .max,
    apply: @escaping (LogEvent, inout Drawing) -> Void = { event, drawing in _ = try? drawing.apply(event) }
  ) throws(RenderError) {
    self.events = events
    self.schedule = schedule
    self.apply = apply
    drawing = Drawing(options: options)
    buffer = try FrameBuffer(width: layout.width, height: layout.height, memoryLimit: memoryLimit)
    renderer = PictureRenderer(
      layout: layout, backdrop: backdrop, showsPredictions: showsPredictions,
      memoryLimit: memoryLimit - 4 * layout.width * layout.height)
  }

  /// What the frame shows that `next` gave last.
  public var bitmap: Bitmap { buffer.bitmap }

  /// The next frame that shows something new; nil at the end.
  /// - Throws: `RenderError` where the ink takes more memory than it may.
  public mutating func next() throws(RenderError) -> Frame? {
    var frame: Frame
    if drawn == 0 {
      _ = try draw()
      frame = Frame(number: 0, duration: 0, changed: buffer.fill(with: renderer.picture))
    } else if let ahead {
      frame = Frame(
        number: ahead.number, duration: 0, changed: buffer.update(ahead.tiles, from: renderer.picture))
    } else {
      return nil
    }
    frame.changedCount = buffer.changedCount
    ahead = nil
    while drawn < schedule.frames.count, ahead == nil {
      let number = schedule.frames[drawn].number
      let tiles = try draw()
      if buffer.differs(from: renderer.picture, in: tiles) { ahead = (number, tiles) }
    }
    frame.duration = (ahead?.number ?? schedule.count) - frame.number
    return frame
  }

  /// Draws the next scheduled frame.
  /// - Returns: The tiles that may differ from the last one.
  private mutating func draw() throws(RenderError) -> [Tile] {
    let end = schedule.frames[drawn].events
    while applied < end {
      apply(events[applied], &drawing)
      applied += 1
    }
    // What never ended ends with the recording, as in its picture.
    if end == events.count { _ = drawing.finish() }
    drawn += 1
    return try renderer.drawFrame(drawing).sorted()
  }
}
