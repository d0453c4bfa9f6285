/// The stages of drawing a workload, each compared with the same work by other libraries, on one processor.
extension PeerSuite {
  static func stages(_ run: Run, in folder: String) throws -> [[Result]] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    let workload = Workload.large
    let path = run.path(of: workload)
    let log = try bytes(ofFile: path)
    let events = try Stages.events(of: log)
    let layout = try Stages.layout(of: try Stages.drawing(of: events))

    func driver(_ name: String, _ rate: Benchmark.Rate, _ words: [String]) -> Benchmark {
      Benchmark(name, [rate]) { try output(of: words, run, in: folder)[0] }
    }
    let anEvent = Benchmark.Rate.nanoseconds(count: workload.events, of: "an event")
    let aSegment = Benchmark.Rate.nanoseconds(count: workload.segments, of: "a segment")
    let groups = [
      [
        .timed("reading: doodle", [anEvent]) { try Stages.read(log) },
        driver("reading: simdjson", anEvent, ["reading", path]),
      ],
      [
        .timed("drawing: doodle, from events", [aSegment]) { use(try Stages.picture(of: events, layout: layout)) },
        driver("drawing: cairo", aSegment, ["cairo", path, "whole"]),
        driver("drawing: cairo, segment by segment", aSegment, ["cairo", path, "segments"]),
        driver("drawing: AGG", aSegment, ["agg", path, "whole"]),
        driver("drawing: AGG, segment by segment", aSegment, ["agg", path, "segments"]),
      ],
    ]
    return try groups.map { try measure($0, rounds: run.rounds) }
  }

  /// Encoding the same pixels as a PNG, for each workload in black and in eight colors.
  static func pngs(_ run: Run, in folder: String) throws -> [[Result]] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    return try (Workload.all + Workload.all.map(\.inEightColors)).flatMap { workload in
      let log = try run.log(of: workload)
      let events = try Stages.events(of: bytes(ofFile: log))
      let picture = try Stages.picture(of: events, layout: try Stages.layout(of: try Stages.drawing(of: events)))
      let png = "\(run.work)/stages.png"
      _ = try ChildProcess.run([run.doodle, "render", "--quiet", log, "-o", png], on: run.oneProcessor)
      let pixels = Benchmark.Rate.nanoseconds(count: workload.pixels, of: "a pixel")
      let times = try measure(
        [
          .timed("PNG of \(workload.name): doodle", [pixels]) { use(try Stages.png(of: picture)) },
          Benchmark("PNG of \(workload.name): libpng with its defaults", [pixels]) {
            try output(of: ["png", png], run, in: folder)[0]
          },
        ], rounds: run.rounds)
      let theirs = try output(of: ["png", png], run, in: folder)[1]
      let sizes = [("doodle", Double(try Stages.png(of: picture).count)), ("libpng with its defaults", theirs)].map {
        Result(name: "PNG of \(workload.name), size: \($0)", unit: "bytes", values: [$1])
      }
      return [times, sizes]
    }
  }

  /// The numbers that a driver prints, one per line; the first is its time in seconds.
  private static func output(of words: [String], _ run: Run, in folder: String) throws -> [Double] {
    let text = try ChildProcess.run(["\(folder)/\(words[0])"] + words[1...], on: run.oneProcessor).output
    let numbers = text.split(separator: "\n").compactMap { Double($0) }
    guard numbers.count >= (words[0] == "png" ? 2 : 1) else {
      throw ChildProcess.Failure(description: "\(words[0]) says no time: \(text)")
    }
    return numbers
  }
}
