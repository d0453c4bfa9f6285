internal import Geometry
import Raster
import Rendering

/// The first step after which the pictures of two recordings differ.
package struct Parting: Hashable, Sendable {
  /// The step's number, from 0.
  package let step: Int
  /// The step's lines in both logs, from 1.
  package let firstLine: Int
  package let secondLine: Int

  /// Plays both recordings from where their events differ, in strides that become longer, and then again within the first
  /// stride that ends in a difference.
  ///
  /// Nil if the pictures have different sizes, or never differ.
  /// - Parameter threads: The most threads to play on.
  package init?(_ first: Recording, _ second: Recording, threads: Int = 1) {
    guard first.layout.width == second.layout.width, first.layout.height == second.layout.height else { return nil }
    let end = max(first.stepCount, second.stepCount)
    // Equal events draw equal pictures.
    var position = first.stepsShared(with: second)
    var pair = ReplayPair(first, second, from: position, threads: threads)
    var (stride, longest) = (1, (end - position) / 64)
    while position < end {
      let before = pair
      let next = min(position + stride, end)
      guard (try? pair.advance(toStep: next)) != nil else { return nil }
      if !pair.differs {
        position = next
        stride = max(1, min(2 * stride, longest))
      } else if next - position > 1 {
        pair = before
        (stride, longest) = (1, (next - position) / 64)
      } else {
        step = position
        (firstLine, secondLine) = (first.line(ofStep: position), second.line(ofStep: position))
        return
      }
    }
    return nil
  }
}

/// Plays two recordings together and stores the tiles in which their pictures differ.
private struct ReplayPair {
  private var first: PictureReplay
  private var second: PictureReplay
  private var different: Set<Tile> = []

  /// - Parameter step: The number of steps that they share.
  init(_ first: Recording, _ second: Recording, from step: Int, threads: Int) {
    var replay = PictureReplay(first)
    if step > 0 {
      // The tiles that this draws are equal.
      _ = try? replay.advance(toStep: step, threads: threads)
      (self.first, self.second) = (replay, replay.continued(with: second))
    } else {
      (self.first, self.second) = (replay, PictureReplay(second))
    }
  }

  var differs: Bool { !different.isEmpty }

  mutating func advance(toStep step: Int) throws(RenderError) {
    let isFirst = first.step == 0
    var changed = try first.advance(toStep: step).union(try second.advance(toStep: step))
    let (a, b) = (first.picture, second.picture)
    // Backgrounds may differ in all tiles, including those that no step changes.
    let hasBackdrop = a.backdrop != nil || b.backdrop != nil
    if isFirst, hasBackdrop || a.background != b.background {
      changed.formUnion(Tile.all(of: PixelRect(minX: 0, minY: 0, maxX: a.width, maxY: a.height)))
    }
    var pixels: (first: [UInt32], second: [UInt32]) = ([], [])
    for tile in changed {
      let area = a.copyPixels(of: tile, into: &pixels.first)
      _ = b.copyPixels(of: tile, into: &pixels.second)
      let count = area.width * area.height
      if pixels.first.prefix(count) == pixels.second.prefix(count) {
        different.remove(tile)
      } else {
        different.insert(tile)
      }
    }
  }
}

extension Recording {
  /// The number of first steps of two recordings after which their drawings, and the pictures of these, are equal.
  fileprivate func stepsShared(with other: Recording) -> Int {
    guard layout == other.layout, model == other.model, backdrop == nil, other.backdrop == nil else { return 0 }
    var count = 0
    search: for (event, same) in zip(events, other.events) {
      switch event {
      // Names of files may mean others.
      case .command(.image, _), .command(.open, _): break search
      default: if event != same { break search }
      }
      count += 1
    }
    return steps.count { $0 <= count }
  }
}
