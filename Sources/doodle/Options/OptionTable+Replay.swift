import DoodleKit

/// The options about time.
extension OptionTable {
  static let moment = ValueOption<Moment>(
    "at", .moment, in: .picture, "the picture as it was then: 3.5s, 50%, event:N, stroke:N or mark:NAME",
    details: """
      Seconds count from the first event that has a time. A percentage is of the recording's time or, where it has no \
      times, of its events. event:N is after N events as "inspect" counts them: every line but blank ones, headers, \
      tools, commands, guesses and revisions included. stroke:N is when N touches have ended, cancelled ones not \
      counted. mark:NAME is the first line {"command":"mark","name":"NAME"}. The canvas is that of the whole recording.
      """)

  static let predicted = Flag(
    "predicted", in: .ink, "show where touches were guessed to go",
    details: "As it was shown while they were down; nothing of it is in a finished picture.")

  static let synthTime = ValueOption<SyntheticTime>(
    "synth-time", .syntheticTime, in: .reading, "times for touches that have none",
    details: """
      "gap" is the seconds from one stroke to the next, "speed" the points a second at which the pen goes; where one \
      is left out, it is 0.3 or 400.
      """)

  /// Of `replay` and `render`, the first with what it does where the option is absent.
  static var replay: [OptionEntry] {
    [
      select.entry, speed.entry, fps.entry, idleTimeLimit.entry, lastFrameDuration.entry, loop.entry, synthTime.entry,
    ]
  }

  static let select = ValueOption<MomentRange>(
    "select", .momentRange, in: .replay, "the part to show, from one moment to another",
    details: """
      Moments are 3.5s, 50%, event:N, stroke:N or mark:NAME, as "render --at" has them; where A or B is left out, the \
      recording's start or end.
      """, initial: "all")

  static let speed = ValueOption<Double>(
    "speed", .number(in: 0.001...1_000_000, placeholder: "X"), in: .replay, "how many times as fast", initial: "1")

  static let fps = ValueOption<FrameRate>(
    "fps", .frameRate, in: .replay, "frames a second: 30, 29.97 or 30000/1001",
    details: """
      Frame K, from 0, shows what came within the first K / fps seconds. Browsers show a frame of an APNG that is to \
      last a hundredth of a second or less for a tenth: keep below 100 for them.
      """, initial: "30")

  static let idleTimeLimit = ValueOption<Double>(
    "idle-time-limit", .number(in: 0...1_000_000, of: "seconds", placeholder: "S"), in: .replay,
    "let nothing happen for no longer than S seconds", details: "Seconds of the recording, before --speed.")

  static let lastFrameDuration = ValueOption<Double>(
    "last-frame-duration", .number(in: 0...3600, of: "seconds", placeholder: "S"), in: .replay,
    "for how many seconds the last frame stands", initial: JSON.number(defaultLastFrameDuration).description)

  /// In seconds.
  static let defaultLastFrameDuration = 1.0

  static let loop = ValueOption<Int>(
    "loop", .count(in: 0...1_000_000, of: "times", placeholder: "N"), in: .replay,
    "how often an APNG or SVG is played, 0 for ever", initial: "0")

  static let filmFormat = ValueOption<FilmFormat>(
    "format", letter: "f", .choice("FORMAT"), in: .output,
    "the format of the film: \(alternatives(FilmFormat.allCases.map(\.rawValue)))",
    details: """
      "apng" is an animated PNG. "png" is a PNG for each frame, 0001.png and so on in the folder OUT. "svg" is one \
      document of shapes that plays by itself on a web page, and stands still, finished, where the reader wants little \
      motion or the program knows none; it has no frames, so --fps and --predicted do not go with it. "y4m" is for video \
      encoders: YUV 4:4:4, BT.601, limited range, on white where the picture is transparent. "rgba" is four bytes a \
      pixel and nothing else.
      """, initial: "the extension of OUT; png for a folder, y4m for -")
}

/// From one moment of a recording to another; nil for its start or its end.
struct MomentRange: Hashable, Sendable {
  var start: Moment?
  var end: Moment?
}

/// The formats that films are written in, by their extensions.
enum FilmFormat: String, CaseIterable, Sendable {
  case apng
  /// A file a frame.
  case png
  /// One document that plays by itself.
  case svg
  case y4m
  case rgba
}
