import DoodleKit
import Synchronization

/// `doodle render`: recordings to pictures.
enum RenderCommand {
  static let entry = Command(
    name: "render",
    summary: "draw recordings as pictures",
    description: """
      Draws each LOG, which is a recording of touches (JSON Lines) or a saved drawing, and writes the picture to OUT. \
      The extension of OUT chooses the format, PNG or SVG. The same log and options give the same pixels on every \
      machine.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl", "json"]),
    options: OptionTable.files + [
      OptionTable.format.entry, OptionTable.compress.entry, OptionTable.metadata.entry, OptionTable.json.entry,
    ] + OptionTable.resources + OptionTable.moments + OptionTable.renderers + OptionTable.picture + OptionTable.reading,
    examples: [
      Command.Example(line: "doodle render sketch.jsonl -o sketch.png", effect: "Draw one recording."),
      Command.Example(
        line: "doodle render *.jsonl -o pictures/", effect: "Draw each recording to a picture of the same name."),
      Command.Example(
        line: "doodle render *.jsonl -o '{stem}@2x.png'", effect: "The same, beside the recordings and twice as large."),
      Command.Example(
        line: "doodle render sketch.jsonl --at 50% -o half.png", effect: "Draw the picture as it was at half time."),
      Command.Example(
        line: "doodle render sketch.jsonl -o sketch.svg", effect: "Write shapes, which scale to any size."),
      Command.Example(
        line: "doodle render sketch.jsonl -o debug.png --layers samples,cones --scale 4",
        effect: "Show how the ink is made, enlarged."),
      Command.Example(line: "doodle render sketch.jsonl --tiles map", effect: "Write map tiles for zooming."),
      Command.Example(
        line: "record | doodle render -o - --background none | display",
        effect: "Read from and write to a pipe, with a transparent background."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try RenderOptions(arguments, in: console.surroundings)
    try OutputPlan.makeFolder(arguments)
    var isComplete = true
    for picture in options.pictures {
      lastDrawn.withLock { $0 = nil }
      let recording = try render(picture, options, in: console)
      if recording.skippedCount > 0 { isComplete = false }
    }
    return isComplete ? .done : .badInput
  }

  /// Kept to the end of the process, which gives all memory back at once, and not piece by piece.
  private static let lastDrawn = Mutex<(Drawing, Picture)?>(nil)

  private static func render(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, in console: Console
  ) throws(CommandError) -> Recording {
    let recording = try Recording(
      picture.job.input, from: options.from, onError: options.onError, in: console, hashesBytes: options.hasMetadata)
    if picture.renderer != .picture || options.renderer.isEnough {
      return try renderAtEnd(recording, picture, options, in: console)
    }
    let drawn = try DrawnRecording(
      recording, at: options.moment, options: options.options, resolution: picture.resolution, limits: options.limits)
    try files(drawn.recording, drawn.drawing.model, picture, options).write(drawn.picture, to: picture.job.output)
    if options.printsJSON {
      try console.print("\(try drawn.summary(named: picture.job.input))\n")
    }
    console.messages.note("\(shownName(picture.job.input)) -> \(picture.job.output)")
    lastDrawn.withLock { $0 = (drawn.drawing, drawn.picture) }
    return drawn.recording
  }

  /// Reads the recording to its end before it is drawn.
  private static func renderAtEnd(
    _ recording: consuming Recording, _ picture: RenderOptions.Picture, _ options: RenderOptions, in console: Console
  ) throws(CommandError) -> Recording {
    let input = picture.job.input
    let recorded = try RecordedEvents(
      recording, options: options.options, resolution: picture.resolution, limits: options.limits,
      keepsPlaces: options.renderer.verifies)
    if options.renderer.verifies {
      try recorded.verify(options.limits, in: console)
      console.messages.note("\(shownName(input)): as if drawn all anew after each event")
    }
    let rendered = try RenderedRecording(recorded, at: options.moment, limits: options.limits)
    let files = files(recorded.recording, rendered.drawing.model, picture, options)
    if options.writesPictures {
      let notes = files.options.text.map { "\($0.key): \($0.value)" }
      try files.write(
        try rendered.output(of: picture.renderer, options.renderer, notes: notes), to: picture.job.output)
      console.messages.note("\(shownName(input)) -> \(picture.job.output)")
    }
    if let folder = options.renderer.tileFolder(for: input) {
      try files.write(try rendered.output(of: .tiles, options.renderer), to: folder)
      console.messages.note("\(shownName(input)) -> \(folder)/")
    }
    if options.printsJSON {
      let shown = try rendered.picture(of: picture.renderer, options.renderer)
      try console.print("\(try recorded.recording.summary(named: input, rendered.drawing, shown))\n")
    }
    return recorded.recording
  }

  private static func files(
    _ recording: borrowing Recording, _ model: StrokeModel, _ picture: RenderOptions.Picture, _ options: RenderOptions
  ) -> RendererFiles {
    var png = PNGOptions(compression: options.compression, threads: options.threads)
    if case .dpi(let dpi) = picture.resolution { png.dpi = dpi }
    if options.hasMetadata {
      png.text = [
        ("Software", "doodle \(Version.number)"), ("Stroke model", model.rawValue),
        ("Touch log SHA-256", recording.hash),
      ]
    }
    return RendererFiles(options: png, replacesFiles: options.replacesFiles)
  }
}
