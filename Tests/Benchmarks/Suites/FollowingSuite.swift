import DoodleKit

/// The time per event of a renderer that follows a live recording, after few and after many events.
enum FollowingSuite {
  static func run(_ run: Run) throws -> [Result] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    var results: [Result] = []
    for strokes in [50, 500, 5000] {
      let workload = Workload(name: "\(strokes)-strokes", strokes: strokes, width: 2048, height: 1536)
      let events = try Stages.events(of: bytes(ofFile: try run.log(of: workload)))
      for kind in [RendererKind.picture, .svg, .debug] where kind == .picture || strokes == 50 {
        results += try follow(events, kind, "\(kind.rawValue), \(workload.events) events before", rounds: run.rounds)
      }
    }
    return results
  }

  /// The mean and the longest time to apply an event of the last strokes and to update the renderer.
  private static func follow(
    _ events: Stages.Events, _ kind: RendererKind, _ name: String, rounds: Int
  ) throws -> [Result] {
    let live = 5 * Workload.strokeLength
    var means: [Double] = []
    var worsts: [Double] = []
    var drawing = Drawing()
    for event in events.session { try drawing.apply(event) }
    for touch in events.touches.dropLast(live) { try drawing.apply(touch) }
    let layout = try LayoutRequest().layout(header: drawing.header, ink: drawing.inkBounds)
    for _ in 0..<min(3, rounds) {
      var following = drawing
      var renderer = kind.renderer(RendererSetup(layout: layout))
      try renderer.update(to: following)
      var times: [Double] = []
      for touch in events.touches.suffix(live) {
        times.append(
          try seconds {
            try following.apply(touch)
            try renderer.update(to: following)
          })
      }
      // The first event copies the storage that `following` shares with `drawing`.
      times.removeFirst()
      means.append(times.reduce(0, +) / Double(times.count) * 1e3)
      worsts.append((times.max() ?? 0) * 1e3)
    }
    return [
      Result(name: "one event, \(name)", unit: "ms", values: means),
      Result(name: "the slowest of 500, \(name)", unit: "ms", values: worsts),
    ]
  }
}
