import DoodleKit

/// Where a log's picture departs from another one of which only the end is known.
enum Departure {
  /// The line of the first event with which a pixel that differs in the end took the value that it has there.
  ///
  /// The log is played in long strides first, and then once more, step by step, where the first such pixel was met.
  /// - Parameter runs: The pixels that differ.
  static func line(_ tape: ReplayTape, _ runs: [PixelRun]) -> Int? {
    let end = ReplayCursor.stepCount(tape)
    let stride = max(1, end / 512)
    var watch = PixelWatch(runs, width: tape.layout.width)
    guard var step = watch.firstLastChange(tape, 0...end, stride: stride) else { return nil }
    if stride > 1 {
      watch.keepOnly(changedAt: step)
      guard let exact = watch.firstLastChange(tape, max(0, step - stride)...step, stride: 1) else { return nil }
      step = exact
    }
    return tape.line(ofStep: step - 1)
  }
}

/// Pixels that are watched while a log is played, and the step with which each changed last.
private struct PixelWatch {
  private let width: Int
  /// By tile, for each pixel of it that is watched its place in the tile and the step; -1 before any.
  private var steps: [Tile: [(place: Int, step: Int)]] = [:]

  /// - Parameter width: Of the picture, in pixels.
  init(_ runs: [PixelRun], width: Int) {
    self.width = width
    for run in runs {
      for x in run.columns {
        let tile = Tile(column: x / Tile.side, row: run.row / Tile.side)
        let columns = min(Tile.side, width - tile.column * Tile.side)
        steps[tile, default: []].append((run.row % Tile.side * columns + x % Tile.side, -1))
      }
    }
  }

  /// Plays some steps of a log.
  /// - Returns: The earliest of the steps with which a watched pixel changed for the last time; nil where none did.
  mutating func firstLastChange(_ tape: ReplayTape, _ range: ClosedRange<Int>, stride: Int) -> Int? {
    var cursor = ReplayCursor(tape)
    guard (try? cursor.advance(to: range.lowerBound)) != nil else { return nil }
    var before = cursor.picture
    var pixels: (old: [UInt32], new: [UInt32]) = ([], [])
    for step in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
      let next = min(step + stride, range.upperBound)
      guard let changed = try? cursor.advance(to: next) else { return nil }
      let after = cursor.picture
      for tile in changed {
        guard var watched = steps.removeValue(forKey: tile) else { continue }
        _ = before.copyPixels(of: tile, into: &pixels.old)
        _ = after.copyPixels(of: tile, into: &pixels.new)
        for index in watched.indices where pixels.old[watched[index].place] != pixels.new[watched[index].place] {
          watched[index].step = next
        }
        steps[tile] = watched
      }
      before = after
    }
    return steps.values.joined().lazy.map(\.step).filter { $0 >= 0 }.min()
  }

  /// Watches only the pixels that changed for the last time with a step, from now on.
  mutating func keepOnly(changedAt step: Int) {
    steps = steps.mapValues { watched in watched.filter { $0.step == step }.map { ($0.place, -1) } }
      .filter { !$0.value.isEmpty }
  }
}
