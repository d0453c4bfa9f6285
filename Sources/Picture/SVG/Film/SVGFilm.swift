import Files
import Geometry
import Ink
import Raster
import Rendering
import TouchLog

/// An SVG document that plays a recording by itself in programs with CSS animations, such as browsers: strokes are
/// revealed as they were drawn, and elements change, move and disappear when they did.
///
/// Other programs, and readers who prefer reduced motion, see the finished drawing as `SVGRenderer` draws it. The
/// document contains every element once for each of its looks; those that are not visible at the end are hidden.
package struct SVGFilm {
  /// The frames per second in which the film's times are counted.
  package static let rate = 60

  private let layout: CanvasLayout
  private let backdrop: ImageSource?
  private let drawing: Drawing
  private let filmed: FilmedStates
  private let keyframes: FilmKeyframes

  /// - Parameters:
  ///   - events: The whole recording. A drawing must accept each event after those before it.
  ///   - schedule: The frames of the film, `rate` per second.
  ///   - plays: How often the film is played, 0 for forever.
  ///   - options: How ink is modeled.
  ///   - backdrop: An image of the layout's size between the background and the ink.
  ///   - apply: Applies one event to the drawing.
  package init(
    _ events: [LogEvent], _ schedule: FilmSchedule, plays: Int, layout: CanvasLayout, options: ModelOptions,
    backdrop: ImageSource? = nil,
    apply: (LogEvent, inout Drawing) -> Void = { event, drawing in _ = try? drawing.apply(event) }
  ) {
    (self.layout, self.backdrop) = (layout, backdrop)
    keyframes = FilmKeyframes(frameCount: schedule.count, rate: Double(SVGFilm.rate), plays: plays)
    var drawing = Drawing(options: options)
    var filmed = FilmedStates(layout: layout)
    var applied = 0
    let frames = schedule.frames
    for (index, frame) in frames.enumerated() {
      while applied < frame.events {
        if events[applied].mayChangeMoreThanInk { filmed.settle(drawing) }
        apply(events[applied], &drawing)
        applied += 1
      }
      // Touches that never ended end with the recording.
      if frame.events == events.count { _ = drawing.finish() }
      let next = index + 1 < frames.count ? frames[index + 1].number : Int.max
      filmed.update(to: drawing, frame: frame.number, next: next)
    }
    filmed.settle(drawing)
    (self.drawing, self.filmed) = (drawing, filmed)
  }

  /// The document, in UTF-8.
  package func document() -> GeneratedDocument {
    var stage = FilmStage(drawing, filmed, layout, keyframes)
    var document = SVGDocument(layout: layout, backdrop: backdrop, notes: [])
    let order = filmed.states.indices.sorted { a, b in
      let (first, second) = (filmed.states[a], filmed.states[b])
      return (first.rank, first.element, a) < (second.rank, second.element, b)
    }
    for index in order where !filmed.states[index].visibleFrames.isEmpty {
      let state = filmed.states[index]
      let element = stage.element(in: state)
      if drawing.isEraser(state.element) {
        document.erase(element)
      } else if let erasures = state.erasures {
        document.add(detached: element, erasedBy: erasures.map { stage.pass($0, over: state) })
      } else {
        document.add(element)
      }
    }
    let head = stage.head
    return GeneratedDocument { [document] receive throws(FileError) in try document.write(head: head, to: receive) }
  }
}

extension LogEvent {
  /// Whether the event may remove ink or change anything but ink.
  fileprivate var mayChangeMoreThanInk: Bool {
    switch self {
    case .command: true
    case .touch(let touch): touch.phase == .cancelled
    case .header, .revision, .tool: false
    }
  }
}
