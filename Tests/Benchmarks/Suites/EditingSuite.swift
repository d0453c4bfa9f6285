import DoodleKit

/// The cost of an undo and its frame at the end of a small and of a large drawing.
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

  /// A page of evenly spaced strokes, two per side of a tile. Their density does not depend on the size of the page, so
  /// that the last stroke meets the same ink on each.
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
          let point = Point(x + 3 * Double(step), y + (step % 2 == 0 ? 0 : 30))
          try drawing.apply(TouchEvent(phase: phase, point: point, time: Double(step) / 120))
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
