import DoodleKit

/// Where two pictures begin to differ while their logs are played.
struct Parting: Hashable {
  /// The first step after which they differ, from 0.
  var step: Int
  /// Its lines in both logs, from 1.
  var firstLine: Int
  var secondLine: Int

  /// Plays both logs, in long strides first and in shorter ones where a stride ends with a difference.
  /// - Returns: nil where the pictures have two sizes, or never differ.
  static func find(_ first: ReplayTape, _ second: ReplayTape) -> Parting? {
    guard first.layout.width == second.layout.width, first.layout.height == second.layout.height else { return nil }
    let end = max(ReplayCursor.stepCount(first), ReplayCursor.stepCount(second))
    var pair = CursorPair(ReplayCursor(first), ReplayCursor(second))
    var stride = max(1, end / 64)
    var position = 0
    while position < end {
      let before = pair
      let next = min(position + stride, end)
      guard (try? pair.advance(to: next)) != nil else { return nil }
      if !pair.differs {
        position = next
      } else if next - position > 1 {
        pair = before
        stride = max(1, (next - position) / 64)
      } else {
        return Parting(
          step: position, firstLine: first.line(ofStep: position), secondLine: second.line(ofStep: position))
      }
    }
    return nil
  }
}

/// Two logs that are played together, and the tiles in which their pictures differ.
private struct CursorPair {
  private var first: ReplayCursor
  private var second: ReplayCursor
  private var different: Set<Tile> = []

  init(_ first: ReplayCursor, _ second: ReplayCursor) {
    (self.first, self.second) = (first, second)
  }

  var differs: Bool { !different.isEmpty }

  mutating func advance(to step: Int) throws(RenderError) {
    let isFirst = first.step == 0
    var changed = try first.advance(to: step).union(try second.advance(to: step))
    let (a, b) = (first.picture, second.picture)
    // The papers may differ too.
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
