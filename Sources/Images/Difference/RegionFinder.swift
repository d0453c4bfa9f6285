import Geometry
import Raster

/// Finds the connected groups of the pixels in runs that come row by row, and keeps the largest.
///
/// Two scans in one (Rosenfeld & Pfaltz 1966, labels joined as He, Chao & Suzuki 2008 do for runs): of the groups only
/// those are held that the last row may still continue.
struct RegionFinder {
  /// The largest so far, in the order of `PictureDifference.regions`.
  private(set) var largest: [DifferenceRegion] = []
  private(set) var count = 0

  static let capacity = 100

  private var row = -2
  /// The runs of the last row, and the place of each one's group.
  private var runs: [(columns: Range<Int>, group: Int)] = []
  private var groups: [DifferenceRegion] = []
  /// Groups that turned out to be one point to the earliest of them.
  private var parents: [Int] = []

  /// Takes the runs of a row, from left to right and apart from one another; rows come from the top.
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
      var place = first
      while place < above.count, above[place].columns.lowerBound <= run.upperBound {
        group = join(group, root(above[place].group))
        place += 1
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

  /// Takes no more: all groups are whole.
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

  /// Lets go of the groups that the last row does not continue.
  private mutating func retire() {
    var places = [Int](repeating: -1, count: groups.count)
    var kept: [DifferenceRegion] = []
    for index in runs.indices {
      let group = root(runs[index].group)
      if places[group] < 0 {
        places[group] = kept.count
        kept.append(groups[group])
      }
      runs[index].group = places[group]
    }
    for group in groups.indices where parents[group] == group && places[group] < 0 { note(groups[group]) }
    groups = kept
    parents = Array(kept.indices)
  }

  private mutating func note(_ region: DifferenceRegion) {
    count += 1
    if largest.count == Self.capacity, !Self.isBefore(region, largest[Self.capacity - 1]) { return }
    let place = largest.firstIndex { Self.isBefore(region, $0) } ?? largest.count
    largest.insert(region, at: place)
    if largest.count > Self.capacity { largest.removeLast() }
  }

  private static func isBefore(_ a: DifferenceRegion, _ b: DifferenceRegion) -> Bool {
    (b.count, a.bounds.minY, a.bounds.minX) < (a.count, b.bounds.minY, b.bounds.minX)
  }
}
