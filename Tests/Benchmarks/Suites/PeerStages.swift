import DoodleKit

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

  /// How libpng encodes: the words after the name of a driver, and how the results are called.
  private static let encodings: [(words: [String], name: String)] = [
    (words: [], name: "libpng with its defaults"), (words: ["1", "3"], name: "libpng, level 1, Z_RLE, no filter"),
    (words: ["1", "0"], name: "libpng, level 1, no filter"), (words: ["6", "0"], name: "libpng, level 6, no filter"),
  ]

  /// Encoding the same pixels as a PNG, for each workload in black, which is gray, and in eight colors, which is RGB.
  static func pngs(_ run: Run, in folder: String) throws -> [[Result]] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    return try (Workload.all + Workload.all.map(\.inEightColors)).flatMap { workload in
      let log = try run.log(of: workload)
      let png = "\(run.work)/stages.png"
      _ = try ChildProcess.run([run.doodle, "render", "--quiet", log, "-o", png], on: run.oneProcessor)
      let picture = try readPNG(from: try InputFile(path: png))
      let pixels = Benchmark.Rate.nanoseconds(count: workload.pixels, of: "a pixel")
      let theirs = encodings.map { words, name in
        Benchmark("PNG of \(workload.name): \(name)", [pixels]) {
          try output(of: ["png", png] + words, run, in: folder)[0]
        }
      }
      let times = try measure(
        [.timed("PNG of \(workload.name): doodle", [pixels]) { use(try Stages.png(of: picture)) }] + theirs,
        rounds: run.rounds)
      func size(_ name: String, _ bytes: Double) -> Result {
        Result(name: "PNG of \(workload.name), size: \(name)", unit: "bytes", values: [bytes])
      }
      let sizes = try encodings.map { size($1, try output(of: ["png", png] + $0, run, in: folder)[1]) }
      return [times, [size("doodle", Double(try Stages.png(of: picture).count))] + sizes]
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
