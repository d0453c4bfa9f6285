import DoodleKit

/// The options that choose a moment.
extension OptionTable {
  static var moments: [OptionEntry] { [moment.entry, predicted.entry, synthTime.entry] }

  static let moment = ValueOption<Moment>(
    "at", .moment, in: .picture, "draw the picture as it was at a moment: 3.5s, 50%, event:N, stroke:N or mark:NAME",
    details: """
      Seconds count from the first event with a time. A percentage is of the recording's duration or, without times, \
      of its events. event:N is after N non-blank lines: headers, tools and predictions included. stroke:N is when N \
      touches have ended; canceled ones do not count. mark:NAME is the first line {"command":"mark","name":"NAME"}. \
      The canvas is that of the whole recording.
      """)

  static let predicted = Flag(
    "predicted", in: .ink, "draw predicted touches",
    details: """
      They are visible only while a touch is down: a finished picture has none. Since ink-4 they are drawn as far as \
      earlier ones of the touch proved right, so that little ink is taken back where a pen turns around.
      """)

  static let synthTime = ValueOption<SyntheticTime>(
    "synth-time", .syntheticTime, in: .reading, "times for touches without times",
    details: """
      "gap" is the number of seconds between two strokes, "speed" the pen's speed in points per second. The default \
      is gap=0.3,speed=400.
      """)
}

/// The options of films.
extension OptionTable {
  static var replay: [OptionEntry] {
    [
      select.entry, speed.entry, fps.entry, idleTimeLimit.entry, lastFrameDuration.entry, loop.entry, synthTime.entry,
    ]
  }

  static let select = ValueOption<MomentRange>(
    "select", .momentRange, in: .replay, "the part to show, from moment A to moment B",
    details: """
      Moments are 3.5s, 50%, event:N, stroke:N or mark:NAME, as for "render --at". Without A or B, the part begins or \
      ends with the recording.
      """, initial: "all")

  static let speed = ValueOption<Double>(
    "speed", .number(in: FilmPace.speeds, placeholder: "X"), in: .replay, "playback speed factor", initial: "1")

  static let fps = ValueOption<FrameRate>(
    "fps", .frameRate, in: .replay, "frames per second: 30, 29.97 or 30000/1001",
    details: """
      Frame K, counted from 0, shows the events of the first K / fps seconds. Browsers show an APNG frame of 0.01 \
      seconds or less for 0.1 seconds: stay below 100 frames per second for them.
      """, initial: "30")

  static let idleTimeLimit = ValueOption<Double>(
    "idle-time-limit", .number(in: FilmPace.idleLimits, of: "seconds", placeholder: "S"), in: .replay,
    "shorten pauses to S seconds", details: "S is in seconds of the recording, before --speed.")

  static let lastFrameDuration = ValueOption<Double>(
    "last-frame-duration", .number(in: 0...3600, of: "seconds", placeholder: "S"), in: .replay,
    "how many seconds the last frame is shown", initial: JSON.number(FilmPace.usualLastFrameDuration).description)

  static let loop = ValueOption<Int>(
    "loop", .count(in: 0...1_000_000, of: "times", placeholder: "N"), in: .replay,
    "how often an APNG or SVG plays, 0 for endlessly", initial: "0")

  static let filmFormat = ValueOption<FilmFormat>(
    "format", letter: "f", .choice("FORMAT"), in: .output,
    "format of the film: \(alternatives(FilmFormat.allCases.map(\.rawValue)))",
    details: """
      "apng" is an animated PNG. "png" writes a PNG per frame to the folder OUT: 0001.png and so on. "svg" is one \
      document of shapes that animates itself; it shows the finished drawing where the reader prefers reduced motion \
      or the program has no animation. It has no frames, so --fps and --predicted do not apply. "y4m" is for video \
      encoders: YUV 4:4:4, BT.601, limited range, with white below transparent pixels. "rgba" is raw pixels, four \
      bytes each.
      """, initial: "by the extension of OUT; png for a folder, y4m for -")
}

/// The formats of films, named as their file extensions.
enum FilmFormat: String, CaseIterable, Sendable {
  case apng
  /// A file per frame.
  case png
  /// One document that animates itself.
  case svg
  case y4m
  case rgba
}
