import Compare
import Raster
import Rendering

extension Recording {
  /// The line of the event that first set any of these pixels to its final value; nil if no event did.
  ///
  /// If only the final pixels of another picture are known, this finds the event that makes the two differ: among the
  /// pictures at which no touch is down, the first in which a pixel has its final value, and then the event within the
  /// stroke. What only a stroke under way shows is no final value of another stroke.
  /// - Parameters:
  ///   - runs: The pixels that differ from the other picture.
  ///   - threads: The most threads to play on.
  package func lineOfFirstFinalChange(of runs: [PixelRun], threads: Int = 1) -> Int? {
    var watch = PixelWatch(runs, width: layout.width)
    var start = PictureReplay(self)
    let mostPictures = 512
    var ends = restingSteps(apart: max(1, stepCount / mostPictures))
    while true {
      guard (try? start.advance(toStep: ends[0], threads: threads)) != nil,
        let change = watch.firstFinalChange(start, ends)
      else { return nil }
      if change.count == 1 { return line(ofStep: change.lowerBound) }
      watch.keepOnly(changedAt: change.upperBound)
      let distance = max(1, change.count / mostPictures)
      ends = Array(stride(from: change.lowerBound, to: change.upperBound, by: distance)) + [change.upperBound]
    }
  }

  /// Numbers of steps after which no touch is down, at least `distance` apart, from 0 to the last step.
  private func restingSteps(apart distance: Int) -> [Int] {
    var result = [0]
    var touches = StrokeEnds(countsCancelled: true)
    for step in steps.indices {
      for event in events(ofStep: step) { _ = touches.end(with: event) }
      if touches.downCount == 0, step + 1 - result[result.count - 1] >= distance { result.append(step + 1) }
    }
    return result + [stepCount]
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

  /// Continues a replay from the first of some steps, in increasing order, and compares the pictures after each.
  /// - Returns: The steps between the two pictures that first differ for the last time in a watched pixel; nil if none
  ///   changed.
  mutating func firstFinalChange(_ start: PictureReplay, _ ends: [Int]) -> Range<Int>? {
    var replay = start
    var before = replay.picture
    var (old, new): ([UInt32], [UInt32]) = ([], [])
    for end in ends.dropFirst() {
      guard let changed = try? replay.advance(toStep: end) else { return nil }
      let after = replay.picture
      for tile in changed {
        guard var watched = pixels.removeValue(forKey: tile) else { continue }
        _ = before.copyPixels(of: tile, into: &old)
        _ = after.copyPixels(of: tile, into: &new)
        for index in watched.indices where old[watched[index].index] != new[watched[index].index] {
          watched[index].step = end
        }
        pixels[tile] = watched
      }
      before = after
    }
    guard let first = pixels.values.joined().lazy.compactMap(\.step).min(), let index = ends.firstIndex(of: first)
    else { return nil }
    return ends[index - 1]..<first
  }

  /// Stops watching all pixels except those whose last change was in `step`.
  mutating func keepOnly(changedAt step: Int) {
    pixels = pixels.mapValues { watched in watched.filter { $0.step == step }.map { ($0.index, nil) } }
      .filter { !$0.value.isEmpty }
  }
}
