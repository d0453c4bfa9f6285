import Geometry
import Raster

/// Finds connected regions in runs that arrive row by row, and keeps the largest regions.
///
/// Connected-component labeling in one pass (Rosenfeld & Pfaltz 1966; labels of runs are joined as by He, Chao & Suzuki
/// 2008). Only the regions that the next row may continue are kept as groups.
struct RegionFinder {
  /// The largest completed regions, in the order of `PictureDifference.regions`.
  private(set) var largest: [DifferenceRegion] = []
  /// The number of completed regions.
  private(set) var count = 0

  static let capacity = 100

  private var row = -2
  /// The runs of the last row, each with the index of its group.
  private var runs: [(columns: Range<Int>, group: Int)] = []
  private var groups: [DifferenceRegion] = []
  /// For each group, the index of an earlier group with which it was joined, or its own index.
  private var parents: [Int] = []

  /// Adds the runs of a row, which are sorted from left to right and do not touch. Rows are added from the top.
  mutating func add(row: Int, _ columns: [Range<Int>]) {
    guard !columns.isEmpty else { return }
    if row != self.row + 1 { end() }
    self.row = row
    let above = runs
    var first = 0
    runs.removeAll(keepingCapacity: true)
    for run in columns {
      while first < above.count, above[first].columns.upperBound < run.lowerBound { first += 1 }
      var group: Int?
      var index = first
      while index < above.count, above[index].columns.lowerBound <= run.upperBound {
        group = join(group, root(above[index].group))
        index += 1
      }
      let own = DifferenceRegion(
        count: run.count, bounds: PixelRect(minX: run.lowerBound, minY: row, maxX: run.upperBound, maxY: row + 1))
      if let group {
        groups[group].count += own.count
        groups[group].bounds = groups[group].bounds.union(own.bounds)
        runs.append((run, group))
      } else {
        runs.append((run, groups.count))
        parents.append(groups.count)
        groups.append(own)
      }
    }
    retire()
  }

  /// Completes all regions.
  mutating func end() {
    runs.removeAll(keepingCapacity: true)
    retire()
  }

  private func root(_ group: Int) -> Int {
    var group = group
    while parents[group] != group { group = parents[group] }
    return group
  }

  private mutating func join(_ first: Int?, _ second: Int) -> Int {
    guard let first, first != second else { return second }
    let (low, high) = (min(first, second), max(first, second))
    parents[high] = low
    groups[low].count += groups[high].count
    groups[low].bounds = groups[low].bounds.union(groups[high].bounds)
    return low
  }

  /// Completes the regions that the last row does not continue.
  private mutating func retire() {
    var indices = [Int](repeating: -1, count: groups.count)
    var kept: [DifferenceRegion] = []
    for index in runs.indices {
      let group = root(runs[index].group)
      if indices[group] < 0 {
        indices[group] = kept.count
        kept.append(groups[group])
      }
      runs[index].group = indices[group]
    }
    for group in groups.indices where parents[group] == group && indices[group] < 0 { complete(groups[group]) }
    groups = kept
    parents = Array(kept.indices)
  }

  private mutating func complete(_ region: DifferenceRegion) {
    count += 1
    if largest.count == Self.capacity, !Self.isBefore(region, largest[Self.capacity - 1]) { return }
    let index = largest.firstIndex { Self.isBefore(region, $0) } ?? largest.count
    largest.insert(region, at: index)
    if largest.count > Self.capacity { largest.removeLast() }
  }

  private static func isBefore(_ a: DifferenceRegion, _ b: DifferenceRegion) -> Bool {
    (b.count, a.bounds.minY, a.bounds.minX) < (a.count, b.bounds.minY, b.bounds.minX)
  }
}
