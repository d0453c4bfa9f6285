import DoodleKit

/// What an undo costs, with its frame, at the end of a small and of a large drawing.
enum EditingSuite {
  private static let undos = 1000

  static func run(_ run: Run) throws -> [Result] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    let results = try measure(
      [100, 10_000].map { count in
        Benchmark("undo and redo of the last of \(count) strokes", [.nanoseconds(count: 2 * undos, of: "a step")]) {
          var page = try Page(strokes: count)
          return try seconds { try page.undoAndRedo(undos) }
        }
      }, rounds: run.rounds)
    return results + [results[1].ratio(to: results[0])]
  }

  /// Strokes side by side, as many in each part of the page, whatever its size: two to a tile's side, so that the last
  /// one lies in its tiles alike.
  private struct Page {
    private var drawing = Drawing()
    private var renderer: PictureRenderer

    init(strokes: Int) throws {
      let columns = Int(Double(strokes).squareRoot())
      let side = columns * 32 + 96
      renderer = PictureRenderer(
        layout: CanvasLayout(width: side, height: side, transform: Transform(scale: 1), background: .white))
      for stroke in 0..<strokes {
        let (x, y) = (Double(stroke % columns) * 32 + 8, Double(stroke / columns) * 32 + 8)
        for step in 0...20 {
          let phase: TouchEvent.Phase = step == 0 ? .began : step == 20 ? .ended : .moved
          let place = Point(x + 3 * Double(step), y + (step % 2 == 0 ? 0 : 30))
          try drawing.apply(TouchEvent(phase: phase, point: place, time: Double(step) / 120))
        }
      }
      try renderer.drawFrame(drawing)
    }

    mutating func undoAndRedo(_ times: Int) throws {
      for _ in 0..<times {
        for command in [LogCommand.undo(count: 1), .redo(count: 1)] {
          try drawing.apply(.command(command))
          try renderer.drawFrame(drawing)
        }
      }
    }
  }
}
