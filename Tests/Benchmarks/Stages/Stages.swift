import DoodleKit

/// The stages of the library that the benchmarks measure.
enum Stages {
  /// A recording in memory: its header and tool, and its touches.
  struct Events {
    var session: [LogEvent] = []
    var touches: [TouchEvent] = []
  }

  /// The events of a log.
  static func events(of log: [UInt8]) throws -> Events {
    var events = Events()
    try read(log) {
      events.session.append($0)
    } touches: {
      events.touches += $0
    }
    return events
  }

  /// Reads a log and discards its events.
  static func read(_ log: [UInt8]) throws {
    try read(log) {
      use($0)
    } touches: {
      use($0.count)
    }
  }

  /// Reads as the command does: in batches of touches where possible.
  private static func read(
    _ log: [UInt8], event: (LogEvent) -> Void, touches: ([TouchEvent]) -> Void
  ) throws {
    var reader = try openEventReader(MemorySource(log), name: "log")
    var batch: [TouchEvent] = []
    while true {
      reader.nextTouches(into: &batch)
      if !batch.isEmpty {
        touches(batch)
      } else if let next = try reader.next() {
        if case .touch(let touch) = next { touches([touch]) } else { event(next) }
      } else {
        return
      }
    }
  }

  /// The drawing after all events.
  static func drawing(of events: Events) throws -> Drawing {
    var drawing = Drawing()
    for event in events.session { try drawing.apply(event) }
    for touch in events.touches { try drawing.apply(touch) }
    _ = drawing.finish()
    return drawing
  }

  static func layout(of drawing: Drawing) throws -> CanvasLayout {
    try LayoutRequest().layout(header: drawing.header, ink: drawing.inkBounds)
  }

  /// The picture after all events, drawn on this thread while they are applied, as the command does.
  static func picture(of events: Events, layout: CanvasLayout) throws -> Picture {
    var drawing = Drawing()
    var renderer = FinishingRenderer(layout: layout)
    for event in events.session { try drawing.apply(event) }
    for (index, touch) in events.touches.enumerated() {
      try drawing.apply(touch)
      if index % 4096 == 4095 { try renderer.bake(drawing) }
    }
    _ = drawing.finish()
    return try renderer.finish(drawing)
  }

  /// The coverage of each stroke.
  static func masks(of drawing: Drawing, layout: CanvasLayout) -> [Mask] {
    drawing.strokes.map { stroke in
      var mask = Mask(width: layout.width, height: layout.height)
      for span in stroke.remodeled(options: drawing.options) {
        mask.join(span.map { layout.transform.apply($0, minimumRadius: StrokeModel.newest.rules.thinnestRadius) })
      }
      return mask
    }
  }

  /// Composites masks onto an empty canvas.
  static func composite(_ masks: [Mask], layout: CanvasLayout) {
    var canvas = Canvas(width: layout.width, height: layout.height)
    let paint = Paint(color: Pixel(red: 0, green: 0, blue: 0))
    for mask in masks { canvas.composite(mask, paint) }
    use(canvas)
  }

  /// The number of pixels in the tiles of all `masks`; a tile of several masks counts several times.
  static func pixels(of masks: [Mask]) -> Int {
    masks.reduce(0) { $0 + $1.tiles.count } * Tile.side * Tile.side
  }

  /// Composites a picture with its background, band by band.
  static func flatten(_ picture: Picture) {
    var band: [UInt32] = []
    for index in 0..<picture.bandCount { picture.copyBand(index, into: &band) }
    use(band)
  }

  /// The picture as a PNG.
  static func png(of picture: some PixelSource) throws -> [UInt8] {
    var sink = MemorySink()
    try writePNG(picture, to: &sink)
    return sink.bytes
  }
}

/// A growing drawing and its picture.
struct Following {
  enum Frames {
    /// No frames: only the drawing changes.
    case none
    /// At the end of each call of `apply`.
    case atTheEnd
    case afterEachEvent
  }

  private let touches: [TouchEvent]
  private let frames: Frames
  private var drawing = Drawing()
  private var renderer: PictureRenderer

  init(_ events: Stages.Events, drawing frames: Frames) throws {
    touches = events.touches
    self.frames = frames
    for event in events.session { try drawing.apply(event) }
    renderer = PictureRenderer(layout: try Stages.layout(of: try Stages.drawing(of: events)))
  }

  /// Applies the touches in `range`, which must start where the last range ended.
  mutating func apply(_ range: Range<Int>) throws {
    for index in range {
      try drawing.apply(touches[index])
      if frames == .afterEachEvent { try renderer.drawFrame(drawing) }
    }
    if frames == .atTheEnd { try renderer.drawFrame(drawing) }
  }
}
