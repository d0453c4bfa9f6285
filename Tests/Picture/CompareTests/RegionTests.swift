import Compare
import PNG
import Raster
import TestSupport
import Testing

/// Compares regions of difference with those of a flood fill.
@Suite struct RegionTests {
  @Test(arguments: rounds(60)) func `regions equal those of a flood fill`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    let density = Int.random(in: 5...70, using: &random)
    let marks = (0..<width * height).map { _ in Int.random(in: 0..<100, using: &random) < density }
    let clear = Bitmap(width: width, height: height, pixels: marks.map { _ in 0 })
    let marked = Bitmap(width: width, height: height, pixels: marks.map { $0 ? 0xFF00_0000 : 0 })
    let difference = try PictureComparator.difference(RowStream(clear), RowStream(marked), by: ComparisonRule())

    let expected = floodFill(marks, width)
    #expect(difference.regionCount == expected.count)
    #expect(difference.count == marks.count { $0 })
    let counts: [Int] = expected.map(\.count).sorted(by: >)
    #expect(difference.regions.map(\.count) == Array(counts.prefix(100)))
    let found = Set(difference.regions.map { [$0.bounds.minX, $0.bounds.minY, $0.bounds.maxX, $0.bounds.maxY] })
    #expect(difference.regions.count == 100 || found == Set(expected.map(\.bounds)))
  }

  /// Regions of pixels that touch at sides or corners.
  private func floodFill(_ marks: [Bool], _ width: Int) -> [(count: Int, bounds: [Int])] {
    let height = marks.count / width
    var left = Set(marks.indices.filter { marks[$0] })
    var regions: [(count: Int, bounds: [Int])] = []
    while let start = left.popFirst() {
      var (queue, count, bounds) = ([start], 0, [width, height, 0, 0])
      while let index = queue.popLast() {
        let (x, y) = (index % width, index / width)
        count += 1
        bounds = [min(bounds[0], x), min(bounds[1], y), max(bounds[2], x + 1), max(bounds[3], y + 1)]
        for dy in -1...1 {
          for dx in -1...1 where (0..<width).contains(x + dx) && (0..<height).contains(y + dy) {
            if let next = left.remove((y + dy) * width + x + dx) { queue.append(next) }
          }
        }
      }
      regions.append((count, bounds))
    }
    return regions
  }
}
