import DoodleKit

/// `doodle replay`: makes films of recordings.
enum ReplayCommand {
  static let entry = Command(
    name: "replay",
    summary: "make films of recordings being drawn",
    description: """
      Writes each LOG as a film of how it was drawn: an animated PNG, an SVG that draws itself, a PNG per frame, or \
      frames for a video encoder. Each frame has the same pixels as "render --at" for its moment. If the recording has \
      no times, they are made up as by --synth-time.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl"]),
    options: OptionTable.files + [
      OptionTable.filmFormat.entry, OptionTable.compress.entry, OptionTable.json.entry,
    ] + OptionTable.resources + OptionTable.replay + OptionTable.picture + [OptionTable.predicted.entry]
      + InputReading.entries,
    examples: [
      Command.Example(line: "doodle replay sketch.jsonl -o sketch.apng", effect: "Make an animation for a web page."),
      Command.Example(
        line: "doodle replay sketch.jsonl -o sketch.apng --speed 4 --idle-time-limit 0.5",
        effect: "Play four times as fast, without long pauses."),
      Command.Example(
        line: "doodle replay sketch.jsonl -o sketch.svg", effect: "Animate shapes, which scale to any size."),
      Command.Example(
        line: """
          doodle replay sketch.jsonl -o - | ffmpeg -i - -pix_fmt yuv420p -vf \\
            'scale=out_color_matrix=bt709,pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white' \\
            -colorspace bt709 -color_primaries bt709 -color_trc bt709 sketch.mp4
          """, effect: "Make a video that browsers play."),
      Command.Example(
        line: """
          doodle replay lesson.jsonl -o - | ffmpeg -i - -itsoffset 1.5 \\
            -i lesson.webm -pix_fmt yuv420p lesson.mp4
          """, effect: "Add the sound that begins 1.5 s after the start of the film."),
      Command.Example(
        line: "doodle replay sketch.jsonl --select 50%.. --fps 10 -o frames/",
        effect: "Write the second half as ten pictures per second."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try ReplayOptions(arguments, in: console.surroundings)
    var batch = try Batch(arguments, "filmed", in: console)
    // The thread that writes the frames has a heap, too.
    if options.reading.threads > 1 { divideHeap(among: options.reading.threads + 1) }
    if options.jobs.count > 1 { for job in options.jobs { _ = options.reading.notesFiles(of: job, in: console) } }
    for job in options.jobs {
      try batch.run(job) { () throws(CommandError) in
        var reading = options.reading
        reading.picture.resolution = options.resolution(of: job)
        let isPaged = job.pageTemplate != nil
        var reporter = try reading.open(job.input, isPaged: isPaged, in: console)
        repeat {
          let job = try job.forPage(reporter.session.page)
          if isPaged, try job.keepsPage(replaces: options.replacesFiles, in: console) { continue }
          let recording = try reading.recordPage(&reporter, onlyUntil: options.lastMoment)
          let film = try Film(recording, options)
          try film.write(job, in: console)
          if let silence = film.silence { console.messages.warn(recording.path, silence) }
          if options.printsJSON { try console.print("\(film.summary.onPage(isPaged ? recording.page : nil))\n") }
          console.messages.note("\(shownName(job.input)) -> \(job.output)")
        } while try reporter.nextPage()
        return .afterReading(reporter.session.totals)
      }
    }
    return batch.finish()
  }
}
