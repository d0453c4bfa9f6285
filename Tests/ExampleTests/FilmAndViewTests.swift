import DoodleKit
import Foundation
import TestSupport
import Testing

/// The films and views in Examples are up to date: the library makes the same with the options of `make goldens`.
@Suite struct FilmAndViewTests {
  private func file(_ name: String) -> URL { Example.folder.appending(path: name) }

  private func layout(of events: [LogEvent]) throws -> CanvasLayout {
    let header = events.lazy.compactMap { event -> LogHeader? in
      if case .header(let header) = event { header } else { nil }
    }.first
    return try LayoutRequest().layout(header: header, ink: .empty)
  }

  // MARK: Films

  private func schedule(of events: [LogEvent], rate: Int) throws -> FilmSchedule {
    var pace = FilmPace(rate: Double(rate))
    pace.idleLimit = 0.4
    pace.lastFrameDuration = 2
    let timeline = RecordingTimeline(of: events)
    return try FilmSchedule(times: timeline.times, from: timeline.start, to: timeline.end, pace: pace)
  }

  @Test func `the animated PNG of the handwriting has the frames of the film player`() throws {
    let example = Example(name: "handwriting")
    let film = try APNGFile(Array(try Data(contentsOf: file("films/handwriting.png"))))
    let events = try example.events()
    let layout = try layout(of: events)
    var player = try FilmPlayer(Recording(events, layout: layout), schedule: try schedule(of: events, rate: 20))
    var count = 0
    while let frame = try player.next() {
      try #require(count < film.frames.count)
      #expect(film.frames[count].pixels == player.bitmap.pixels, "frame \(frame.number)")
      #expect(film.frames[count].delay == (frame.duration, 20), "frame \(frame.number)")
      count += 1
    }
    #expect(count == film.frames.count)
    #expect(count > 1)
  }

  @Test func `the animated PNG of the handwriting ends with the example's golden`() throws {
    let film = try APNGFile(Array(try Data(contentsOf: file("films/handwriting.png"))))
    let golden = try readPNG(from: try InputFile(path: Example(name: "handwriting").golden.path))
    #expect(film.frames.last?.pixels == golden.pixels)
  }

  @Test func `the SVG film of the handwriting is up to date`() throws {
    let events = try Example(name: "handwriting").events()
    let layout = try layout(of: events)
    let schedule = try schedule(of: events, rate: SVGFilm.rate)
    let film = SVGFilm(
      events, schedule, plays: 0, layout: layout,
      options: ModelOptions(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale)))
    #expect(try Data(contentsOf: file("films/handwriting.svg")) == Data(film.document().bytes))
  }

  // MARK: Views

  @Test func `the sheet of brushes is up to date`() throws {
    let sheet = Example(name: "views/brush-sheet")
    #expect(try readPNG(from: try InputFile(path: sheet.golden.path)) == sheet.picture())
  }

  @Test func `the SVG of the handwriting is up to date`() throws {
    let events = try Example(name: "handwriting").events()
    var drawing = Drawing(options: ModelOptions(tolerance: 0.05))
    for event in events { try drawing.apply(event) }
    _ = drawing.finish()
    var renderer = SVGRenderer(layout: try layout(of: events))
    #expect(try Data(contentsOf: file("views/handwriting.svg")) == Data(renderer.document(of: drawing).bytes))
  }

  @Test func `the debug view of the late pressures is up to date`() throws {
    var options = PictureOptions()
    options.resolution = .scale(2)
    let recording = try Recording(path: file("late-pressure.jsonl").path, picture: options)
    let moment = try RecordedMoment(recording, at: MomentRequest(.fraction(0.62)))
    var renderer = DebugRenderer(RendererSetup(layout: moment.layout))
    try renderer.update(to: moment.drawing)
    #expect(
      try readPNG(from: try InputFile(path: file("views/late-pressure-debug.png").path))
        == Bitmap(copying: renderer.picture))
  }
}
