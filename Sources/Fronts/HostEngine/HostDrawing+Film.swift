import Files
import Geometry
import Ink
import Rendering
import SVG
import TouchLog

extension HostDrawing {
  /// An SVG document that draws itself as the drawing was drawn, in UTF-8, as `doodle replay -o x.svg` makes it of the
  /// log, but for how images in it are compressed.
  /// - Parameters:
  ///   - speed: Seconds of the log per second, in `FilmPace.speeds`.
  ///   - idleLimit: The longest pause in seconds of the log, to which longer ones are shortened, in `FilmPace.idleLimits`;
  ///     nil for no limit.
  ///   - plays: How often the film is played, 0 for forever.
  /// - Throws: `HostError` if a number is out of its range, there is nothing to show, the canvas is too large, or the film
  ///   too long.
  package func svgFilm(speed: Double = 1, idleLimit: Double? = nil, plays: Int = 0) throws(HostError) -> [UInt8] {
    guard FilmPace.speeds.contains(speed), FilmPace.idleLimits.contains(idleLimit ?? 0), plays >= 0 else {
      throw HostError(
        message: "the speed of a film is from 0.001 to 1000000, its longest pause from 0 to 1000000 s, and it plays at "
          + "least 0 times")
    }
    let layout = try finished().layout
    var events: [LogEvent] = []
    var reader = LogReader(MemorySource(log.bytes()), name: "log", names: names)
    while let event = try reader.nextInPage() { events.append(event) }
    var pace = FilmPace(rate: Double(SVGFilm.rate))
    (pace.speed, pace.idleLimit, pace.lastFrameDuration) = (speed, idleLimit, FilmPace.usualLastFrameDuration)
    let times = filmTimes(of: events)
    let end = RecordingPosition(events: times.count, time: times.last ?? 0)
    let schedule = try rethrowing(as: HostError.init) { () throws(FilmError) in
      try FilmSchedule(times: times, from: RecordingPosition(events: 0, time: 0), to: end, pace: pace)
    }
    var options = drawing.options
    options.centerTolerance = options.tolerance
    options.tolerance = ModelOptions.tolerance(pixelsPerPoint: layout.transform.scale)
    let film = SVGFilm(
      events, schedule, plays: plays, layout: layout, options: options, backdrop: setup.backdrop(for: layout),
      apply: { [self] event, drawing in applyAgain(event, to: &drawing) })
    return film.document().bytes
  }
}

/// The times of events in seconds; made up if the log has none.
private func filmTimes(of events: [LogEvent]) -> [Double] {
  var clock = RecordingClock()
  let times = events.map { clock.advance(to: $0) }
  guard !clock.isTimed else { return times }
  clock = RecordingClock(synthetic: SyntheticTime())
  return events.map { clock.advance(to: $0) }
}
