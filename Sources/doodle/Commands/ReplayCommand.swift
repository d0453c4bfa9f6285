import DoodleKit

/// `doodle replay`: recordings to films.
enum ReplayCommand {
  static let entry = Command(
    name: "replay",
    summary: "show recordings being drawn, as films",
    description: """
      Writes each LOG as a film of how it was drawn: an animated PNG, an SVG that draws itself, a PNG for each frame, or \
      frames for a video encoder. Each frame has the pixels that "render --at" has for its moment. Touches without times \
      get some, as of --synth-time, where none of the recording has any.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl"]),
    options: [
      OptionTable.output.entry, OptionTable.noClobber.entry, OptionTable.filmFormat.entry, OptionTable.compress.entry,
      OptionTable.json.entry, OptionTable.memoryLimit.entry, OptionTable.threads.entry,
    ] + OptionTable.replay + OptionTable.picture + [OptionTable.predicted.entry] + OptionTable.reading,
    examples: [
      Command.Example(line: "doodle replay sketch.jsonl -o sketch.apng", effect: "An animation for a web page."),
      Command.Example(
        line: "doodle replay sketch.jsonl -o sketch.apng --speed 4 --idle-time-limit 0.5",
        effect: "Four times as fast, without the pauses."),
      Command.Example(
        line: "doodle replay sketch.jsonl -o sketch.svg", effect: "Shapes that are drawn as they were, for any size."),
      Command.Example(line: "doodle replay sketch.jsonl -o - | ffmpeg -i - sketch.mp4", effect: "A video."),
      Command.Example(
        line: "doodle replay sketch.jsonl --select 50%.. --fps 10 -o frames/",
        effect: "The second half, ten pictures a second."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try ReplayOptions(arguments, in: console.surroundings)
    try OutputPlan.makeFolder(arguments)
    var isComplete = true
    for job in options.jobs {
      let recording = try options.reading.record(job.input, resolution: options.resolution(of: job), in: console)
      let film = try Film(recording, options)
      try film.write(to: job.output, in: console)
      if recording.summary.skipped > 0 { isComplete = false }
      if options.printsJSON { try console.print("\(film.summary)\n") }
      console.messages.note("\(shownName(job.input)) -> \(job.output)")
    }
    return isComplete ? .done : .badInput
  }
}
