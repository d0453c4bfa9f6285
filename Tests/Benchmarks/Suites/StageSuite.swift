/// The time of each stage from a log to a picture, on one processor in this process.
enum StageSuite {
  static func run(_ run: Run) throws -> [Result] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    let benchmarks = try Workload.all.flatMap { workload in
      try stages(of: workload, log: bytes(ofFile: try run.log(of: workload)))
    }
    return try measure(benchmarks, rounds: run.rounds)
  }

  private static func stages(of workload: Workload, log: [UInt8]) throws -> [Benchmark] {
    let events = try Stages.events(of: log)
    let drawing = try Stages.drawing(of: events)
    let layout = try Stages.layout(of: drawing)
    let masks = Stages.masks(of: drawing, layout: layout)
    let picture = try Stages.picture(of: events, layout: layout)
    let name = workload.name
    let anEvent = Benchmark.Rate.nanoseconds(count: workload.events, of: "an event")
    return [
      .timed("read \(name)", [anEvent, .millions(count: log.count, of: "MB")]) { try Stages.read(log) },
      .timed("model \(name)", [anEvent]) { use(try Stages.drawing(of: events)) },
      .timed("model and raster \(name)", [anEvent]) { use(try Stages.picture(of: events, layout: layout)) },
      .timed("composite \(name)", [.millions(count: Stages.pixels(of: masks), of: "Mpx")]) {
        Stages.composite(masks, layout: layout)
      },
      .timed("flatten \(name)", [.millions(count: workload.pixels, of: "Mpx")]) { Stages.flatten(picture) },
      .timed("PNG \(name)", [.millions(count: workload.pixels, of: "Mpx")]) { use(try Stages.png(of: picture)) },
    ]
  }
}
