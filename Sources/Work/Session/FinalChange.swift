import Compare
import Raster
import Rendering

extension Recording {
  /// The line of the event that first set any of these pixels to its final value; nil if no event did.
  ///
  /// If only the final pixels of another picture are known, this finds the event that makes the two differ. It plays
  /// the recording in long strides first, and then step by step within the stride that holds the event.
  /// - Parameter runs: The pixels that differ from the other picture.
  package func lineOfFirstFinalChange(of runs: [PixelRun]) -> Int? {
    let stride = max(1, stepCount / 512)
    var watch = PixelWatch(runs, width: layout.width)
    guard var step = watch.firstFinalChange(self, 0...stepCount, stride: stride) else { return nil }
    if stride > 1 {
      watch.keepOnly(changedAt: step)
      guard let exact = watch.firstFinalChange(self, max(0, step - stride)...step, stride: 1) else { return nil }
      step = exact
    }
    return line(ofStep: step - 1)
  }
}

/// Watches pixels while a recording is played, and stores the step in which each changed last.
private struct PixelWatch {
  private let width: Int
  /// The watched pixels of each tile: the index in the tile, and the step of the last change, if any.
  private var pixels: [Tile: [(index: Int, step: Int?)]] = [:]

  /// - Parameter width: The picture's width in pixels.
  init(_ runs: [PixelRun], width: Int) {
    self.width = width
    for run in runs {
      for x in run.columns {
        let tile = Tile(column: x / Tile.side, row: run.row / Tile.side)
        let columns = min(Tile.side, width - tile.column * Tile.side)
        pixels[tile, default: []].append((run.row % Tile.side * columns + x % Tile.side, nil))
      }
    }
  }

  /// Plays a range of steps.
  /// - Returns: The earliest step in which a watched pixel changed for the last time; nil if none changed.
  mutating func firstFinalChange(_ recording: Recording, _ range: ClosedRange<Int>, stride: Int) -> Int? {
    var replay = PictureReplay(recording)
    guard (try? replay.advance(toStep: range.lowerBound)) != nil else { return nil }
    var before = replay.picture
    var (old, new): ([UInt32], [UInt32]) = ([], [])
    for step in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
      let next = min(step + stride, range.upperBound)
      guard let changed = try? replay.advance(toStep: next) else { return nil }
      let after = replay.picture
      for tile in changed {
        guard var watched = pixels.removeValue(forKey: tile) else { continue }
        _ = before.copyPixels(of: tile, into: &old)
        _ = after.copyPixels(of: tile, into: &new)
        for index in watched.indices where old[watched[index].index] != new[watched[index].index] {
          watched[index].step = next
        }
        pixels[tile] = watched
      }
      before = after
    }
    return pixels.values.joined().lazy.compactMap(\.step).min()
  }

  /// Stops watching all pixels except those whose last change was in `step`.
  mutating func keepOnly(changedAt step: Int) {
    pixels = pixels.mapValues { watched in watched.filter { $0.step == step }.map { ($0.index, nil) } }
      .filter { !$0.value.isEmpty }
  }
}
