import DoodleKit
import Foundation
import TestSupport
import Testing

/// The films in Examples, beside what the library plays.
@Suite struct FilmExampleTests {
  @Test func `the film of the handwriting has the frames that are played`() throws {
    let example = Example(name: "handwriting")
    let film = try APNGFile(Array(try Data(contentsOf: Example.folder.appending(path: "films/handwriting.png"))))
    let events = try example.events()
    let layout = try layout(of: events)
    let schedule = try schedule(of: events, rate: 20)
    var player = try FilmPlayer(
      events, schedule: schedule, layout: layout,
      options: ModelOptions(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale)))
    var number = 0
    while let frame = try player.next() {
      try #require(number < film.frames.count)
      #expect(film.frames[number].pixels == player.bitmap.pixels, "frame \(frame.number)")
      #expect(film.frames[number].delay == (frame.duration, 20))
      number += 1
    }
    #expect(number == film.frames.count)
    #expect(try readPNG(from: try InputFile(path: example.golden.path)).pixels == film.frames.last?.pixels)
  }

  @Test func `the SVG of the handwriting is what is written now`() throws {
    let events = try Example(name: "handwriting").events()
    let layout = try layout(of: events)
    let film = SVGFilm(
      events, schedule: try schedule(of: events, rate: SVGFilm.rate), plays: 0, layout: layout,
      options: ModelOptions(tolerance: ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale)))
    #expect(
      try Data(contentsOf: Example.folder.appending(path: "films/handwriting.svg")) == Data(film.document()))
  }

  private func layout(of events: [LogEvent]) throws -> CanvasLayout {
    let header = events.lazy.compactMap { event -> LogHeader? in
      if case .header(let header) = event { header } else { nil }
    }.first
    return try LayoutRequest().layout(header: header, ink: .empty)
  }

  /// As `make goldens` has it.
  private func schedule(of events: [LogEvent], rate: Int) throws -> FilmSchedule {
    var pace = FilmPace(rate: try #require(FrameRate(rate)))
    pace.idleLimit = 0.4
    pace.lastFrameDuration = 2
    let timeline = RecordingTimeline(of: events)
    return try FilmSchedule(times: timeline.times, from: timeline.start, to: timeline.end, pace: pace)
  }
}
