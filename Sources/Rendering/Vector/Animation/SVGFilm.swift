import Geometry
public import Ink
public import Raster
public import TouchLog

/// A document that plays a recording by itself, wherever documents are shown: what is drawn is uncovered as it was
/// drawn, and what changes or goes away does so in its time.
///
/// Programs that do not play it, and readers who want nothing to move, see the finished drawing, as `SVGRenderer` has
/// it. All that was ever there is in the document once for each of its looks, and hidden in the end where it is gone.
public struct SVGFilm {
  /// Frames a second in which times are counted.
  public static let rate = 60

  private let layout: CanvasLayout
  private let backdrop: ImageSource?
  private let drawing: Drawing
  private let filmed: FilmedStates
  private let keyframes: SVGKeyframes

  /// - Parameters:
  ///   - events: All of the recording, each of which a drawing accepts after those before it.
  ///   - schedule: With `rate` frames a second.
  ///   - plays: How often it is shown, 0 for ever.
  ///   - options: How ink is modelled.
  ///   - backdrop: A picture between the background and the ink, of the layout's size.
  ///   - apply: Takes one event into the drawing.
  public init(
    _ events: [LogEvent], schedule: FilmSchedule, plays: Int, layout: CanvasLayout, options: ModelOptions,
    backdrop: ImageSource? = nil,
    apply: (LogEvent, inout Drawing) -> Void = { event, drawing in _ = try? drawing.apply(event) }
  ) {
    (self.layout, self.backdrop) = (layout, backdrop)
    keyframes = SVGKeyframes(frameCount: schedule.count, rate: Double(SVGFilm.rate), plays: plays)
    var drawing = Drawing(options: options)
    var filmed = FilmedStates(layout: layout)
    var applied = 0
    for (index, frame) in schedule.frames.enumerated() {
      while applied < frame.events {
        if events[applied].changesMoreThanInk { filmed.settle(drawing) }
        apply(events[applied], &drawing)
        applied += 1
      }
      // What never ended ends with the recording, as in its picture.
      if frame.events == events.count { _ = drawing.finish() }
      let next = index + 1 < schedule.frames.count ? schedule.frames[index + 1].number : Int.max
      filmed.update(to: drawing, frame: frame.number, next: next)
    }
    filmed.settle(drawing)
    (self.drawing, self.filmed) = (drawing, filmed)
  }

  /// The document, in UTF-8.
  public func document() -> [UInt8] {
    var stage = SVGStage(drawing, filmed, layout, keyframes)
    var writer = SVGDocument(layout: layout, backdrop: backdrop, notes: [])
    let order = filmed.states.indices.sorted { a, b in
      let (first, second) = (filmed.states[a], filmed.states[b])
      return (first.rank, first.element, a) < (second.rank, second.element, b)
    }
    for index in order where !filmed.states[index].shown.isEmpty {
      let state = filmed.states[index]
      let element = stage.element(in: state)
      if drawing.isEraser(state.element) {
        writer.erase(element)
      } else if let erasures = state.erasures {
        writer.add(detached: element, erasedBy: erasures.map { stage.pass($0, over: state) })
      } else {
        writer.add(element)
      }
    }
    writer.head = stage.head
    return writer.bytes
  }
}

extension LogEvent {
  /// Whether it may take ink away or make other ink of it.
  fileprivate var changesMoreThanInk: Bool {
    switch self {
    case .command: true
    case .touch(let touch): touch.phase == .cancelled
    case .header, .revision, .tool: false
    }
  }
}
