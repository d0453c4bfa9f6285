/// Cuts a line into dashes.
struct DashPattern {
  /// The alternating lengths of dashes and gaps: an even number, none negative, not all 0.
  private let lengths: [Double]
  private let total: Double
  /// The state at the start of a line: the index of the current length, and how much of it is left.
  private let first: (index: Int, left: Double)

  /// A line with more dashes than this is drawn solid.
  private static let limit = 100_000.0

  /// Nil if the lengths make a solid line.
  init?(_ lengths: [Double], phase: Double) {
    guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), phase.isFinite else { return nil }
    self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
    total = self.lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    var offset = phase - (phase / total).rounded(.down) * total
    var index = 0
    // A dash of length 0 at the start of the line is kept.
    while index + 1 < self.lengths.count, offset > 0, offset >= self.lengths[index] {
      offset -= self.lengths[index]
      index += 1
    }
    first = (index, Swift.max(0, self.lengths[index] - offset))
  }

  /// A piece of a line; a single point for a dash of length 0.
  struct Dash {
    var line: Polyline
    /// The direction of the line at the start of the dash.
    var direction: Vector
  }

  func dashes(of line: Polyline) -> [Dash] {
    let points = line.points
    let count = line.isClosed ? points.count : points.count - 1
    guard count > 0, line.length / total * Double(lengths.count) <= DashPattern.limit else {
      return [Dash(line: line, direction: Vector(1, 0))]
    }
    var result: [Dash] = []
    var (index, left) = first
    var open = index % 2 == 0 ? begin(points[0], Vector(1, 0)) : nil
    let beginsWithDash = open != nil
    for i in 0..<count {
      let from = points[i]
      let next = (i + 1) % points.count
      let length = from.distance(to: points[next])
      guard length > 0 else { continue }
      let direction = (points[next] - from) / length
      if open?.line.points.count == 1 { open?.direction = direction }
      var done = 0.0
      while left <= length - done {
        done += left
        let cut = done == length ? points[next] : from + direction * done
        if var dash = open {
          dash.line.append(cut, isSmooth: false)
          result.append(dash)
          open = nil
        } else {
          open = begin(cut, direction)
        }
        index = (index + 1) % lengths.count
        left = lengths[index]
      }
      left -= length - done
      open?.line.append(points[next], isSmooth: line.isSmooth[next])
    }
    guard let last = open else { return result }
    return finish(result, last, of: line, beginsWithDash: beginsWithDash)
  }

  private func begin(_ point: Point, _ direction: Vector) -> Dash {
    var line = Polyline()
    line.append(point, isSmooth: false)
    return Dash(line: line, direction: direction)
  }

  /// Adds the dash that reaches the end of the line. In a closed line that begins with a dash, the two are joined.
  private func finish(_ dashes: [Dash], _ last: Dash, of line: Polyline, beginsWithDash: Bool) -> [Dash] {
    guard line.isClosed, beginsWithDash else { return last.line.points.count > 1 ? dashes + [last] : dashes }
    guard let first = dashes.first else { return [Dash(line: line, direction: last.direction)] }
    var joined = last
    for (point, isSmooth) in zip(first.line.points, first.line.isSmooth).dropFirst() {
      joined.line.append(point, isSmooth: isSmooth)
    }
    return [joined] + dashes.dropFirst()
  }
}
