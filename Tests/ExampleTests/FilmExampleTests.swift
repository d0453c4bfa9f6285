import DoodleKit
import Foundation
import TestSupport
import Testing

/// The film in Examples, beside what the library plays.
@Suite struct FilmExampleTests {
  @Test func `the film of the handwriting has the frames that are played`() throws {
    let example = Example(name: "handwriting")
    let film = try APNGFile(Array(try Data(contentsOf: Example.folder.appending(path: "films/handwriting.png"))))
    let events = try example.events()
    guard case .header(let header)? = events.first else {
      Issue.record("the recording has a header")
      return
    }
    let layout = try LayoutRequest().layout(header: header, ink: .empty)
    // As `make goldens` has it.
    var pace = FilmPace(rate: try #require(FrameRate(20)))
    pace.idleLimit = 0.4
    pace.lastFrameDuration = 2
    let timeline = RecordingTimeline(of: events)
    let schedule = try FilmSchedule(times: timeline.times, from: timeline.start, to: timeline.end, pace: pace)
    var player = try FilmPlayer(
      events, schedule: schedule, layout: layout, options: ModelOptions(tolerance: 0.05 / layout.transform.scale))
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
}
