import Geometry

/// A stretch of a stroke's path as a row of flat parabolas with its lengths (stage S2), which can be averaged along
/// its length (stage S3). Lengths are those of the chords.
struct FlatPath {
  /// Each vertex as x and y in points, the effect, and the length of the path up to it in points.
  private(set) var vertices: [SIMD4<Double>] = []
  /// Of each edge, from a vertex to the next: how far its middle lies from its chord's as x and y, 0, and 1 by its
  /// length, 0 for no length.
  private(set) var edges: [SIMD4<Double>] = []
  /// The sizes of the turns of direction up to and with each vertex, added up: about the angles in radians.
  private var turns: [Double] = []
  private var direction = SIMD2<Double>.zero

  /// Whether the path is known to begin at its first vertex rather than to go on beyond it; the same for its end.
  var beginsHere = false
  var endsHere = false

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    turns.removeAll(keepingCapacity: true)
    direction = .zero
  }

  /// Begins the path.
  mutating func begin(at point: Point, effect: Double) {
    vertices.append(SIMD4(point.x, point.y, effect, 0))
    turns.append(0)
  }

  /// Adds an edge from the last vertex through `middle`; one to the same place adds no length and no turn.
  mutating func append(through middle: Point, to point: Point, effect: Double) {
    let last = vertices[vertices.count - 1]
    let (dx, dy) = (point.x - last.x, point.y - last.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let perLength = length > 0 ? 1 / length : 0
    var turned = turns[turns.count - 1]
    if length > 0 {
      let heading = SIMD2(dx, dy) * perLength
      if direction != .zero {
        // The length of the difference, at most 8 % too large.
        let (x, y) = (Swift.abs(heading.x - direction.x), Swift.abs(heading.y - direction.y))
        turned += x > y ? x + 0.42 * y : y + 0.42 * x
        turns[turns.count - 1] = turned
      }
      direction = heading
    }
    edges.append(SIMD4(middle.x - (last.x + point.x) / 2, middle.y - (last.y + point.y) / 2, 0, perLength))
    vertices.append(SIMD4(point.x, point.y, effect, last.w + length))
    turns.append(turned)
  }

  /// The length of the path up to a vertex, in points.
  @inline(always)
  func length(at vertex: Int) -> Double { vertices[vertex].w }

  /// The place on edge `edge`, from vertex `edge` to the next, at `length` from the start of the path; the vertex where
  /// there is no such edge.
  @inline(always)
  func place(at length: Double, onEdge edge: Int) -> SIMD4<Double> {
    guard edge < edges.count else { return vertices[edge] }
    return Self.place(vertices[edge], vertices[edge + 1], edges[edge], at: length)
  }

  @inline(always)
  private static func place(
    _ start: SIMD4<Double>, _ end: SIMD4<Double>, _ edge: SIMD4<Double>, at length: Double
  ) -> SIMD4<Double> {
    let part = (length - start.w) * edge.w
    return start + (end - start) * part + edge * (4 * part * (1 - part))
  }

  /// How far edge `edge` is from straight, in points.
  func bulge(ofEdge edge: Int) -> Double {
    let bulge = edges[edge]
    return (bulge.x * bulge.x + bulge.y * bulge.y).squareRoot()
  }

  /// The turning within `reach` of some edges, about, and at most.
  func turning(around edges: Range<Int>, reach: Double) -> Double {
    let low = vertices[edges.lowerBound].w - reach
    let high = vertices[edges.upperBound].w + reach
    var first = edges.lowerBound
    while first > 0, vertices[first].w > low { first -= 1 }
    var last = edges.upperBound
    while last + 1 < vertices.count, vertices[last].w < high { last += 1 }
    let turning = turns[last] - turns[first]
    // Beyond an end the path turns as much again.
    let meetsEnd = beginsHere && low < 0 || endsHere && high > vertices[vertices.count - 1].w
    return meetsEnd ? 2 * turning : turning
  }

  /// The path averaged around `length`, which lies on edge `edge`: the integral of (1 − |u|/d)·C(length + u)·du/d.
  ///
  /// Beyond its ends the path goes on as its own image through the end, turned by half a circle, so that the average
  /// at an end is the end itself. A triangular kernel needs d of it, and a path that is shorter than `reach` is
  /// averaged over its own length.
  /// - Parameter reach: d in points, over 0.
  /// - Returns: The average as x, y and effect, and the derivative of its place by the length.
  func average(at length: Double, onEdge edge: Int, reach: Double) -> (place: SIMD4<Double>, tangent: SIMD2<Double>) {
    let vertices = self.vertices.span
    let edges = self.edges.span
    let last = vertices.count - 1
    var d = reach
    if beginsHere, endsHere { d = Swift.min(d, vertices[last].w) }
    let center =
      length == vertices[edge].w
      ? vertices[edge] : Self.place(vertices[edge], vertices[edge + 1], edges[edge], at: length)
    guard d > 0 else { return (center, .zero) }
    var sum = KernelSum(center: center, reach: d)

    // Backwards from the centre, then what is left of d through the image beyond the start.
    var i = edge
    while i >= 0, sum.goesOn {
      let start = vertices[i]
      let farAt = length - start.w
      if farAt <= d {
        sum.add(start, edges[i], at: farAt)
      } else {
        sum.add(Self.place(start, vertices[i + 1], edges[i], at: length - d), edges[i], at: d)
      }
      i -= 1
    }
    if sum.goesOn {
      let twicePivot = vertices[0] + vertices[0]
      i = 0
      while i < last, sum.goesOn {
        let farAt = length + vertices[i + 1].w
        let far =
          farAt <= d ? vertices[i + 1] : Self.place(vertices[i], vertices[i + 1], edges[i], at: d - length)
        sum.add(twicePivot - far, SIMD4(-edges[i].x, -edges[i].y, 0, edges[i].w), at: Swift.min(farAt, d))
        i += 1
      }
    }

    // And forwards.
    sum.turn(to: center)
    i = edge + 1
    while i <= last, sum.goesOn {
      let end = vertices[i]
      let farAt = end.w - length
      if farAt <= d {
        sum.add(end, edges[i - 1], at: farAt)
      } else {
        sum.add(Self.place(vertices[i - 1], end, edges[i - 1], at: length + d), edges[i - 1], at: d)
      }
      i += 1
    }
    if sum.goesOn {
      let pivot = vertices[last]
      let left = pivot.w - length
      i = last
      while i > 0, sum.goesOn {
        let farAt = left + (pivot.w - vertices[i - 1].w)
        let far =
          farAt <= d
          ? vertices[i - 1] : Self.place(vertices[i - 1], vertices[i], edges[i - 1], at: pivot.w - (d - left))
        sum.add(
          pivot + pivot - far, SIMD4(-edges[i - 1].x, -edges[i - 1].y, 0, edges[i - 1].w), at: Swift.min(farAt, d))
        i -= 1
      }
    }
    return (sum.average, sum.tangent)
  }
}

/// The integral of a triangular kernel times a path that is walked from the kernel's centre outwards.
private struct KernelSum {
  private let reach: Double
  private let perReach: Double
  private var sum = SIMD4<Double>.zero
  /// The integral of the path itself over what is walked, less that of the side walked before.
  private var plain = SIMD2<Double>.zero
  /// The place reached, its distance from the centre, and the kernel's weight there.
  private var near: SIMD4<Double>
  private var nearAt = 0.0
  private var nearWeight = 1.0

  @inline(always)
  init(center: SIMD4<Double>, reach: Double) {
    self.reach = reach
    perReach = 1 / reach
    near = center
  }

  /// Whether the kernel is still over 0 at the place reached.
  @inline(always)
  var goesOn: Bool { nearAt < reach }

  /// Adds the piece up to `far`: the integral of a linear weight times a parabola, which is its chord and a bulge of
  /// two thirds of its height.
  /// - Parameters:
  ///   - edge: The edge that the piece is all or a part of, as `FlatPath` has it.
  ///   - farAt: How far from the centre it ends, at most the reach.
  @inline(always)
  mutating func add(_ far: SIMD4<Double>, _ edge: SIMD4<Double>, at farAt: Double) {
    let farWeight = 1 - farAt * perReach
    let length = farAt - nearAt
    let sixth = length * (1.0 / 6)
    sum += near * (sixth * (2 * nearWeight + farWeight))
    sum += far * (sixth * (nearWeight + 2 * farWeight))
    // A part of a parabola is one whose height is the square of the part.
    let part = Swift.min(1, length * edge.w)
    let third = edge * (part * part * (2 * sixth))
    sum += third * (nearWeight + farWeight)
    plain += (near.lowHalf + far.lowHalf) * (3 * sixth) + third.lowHalf * 2
    near = far
    nearAt = farAt
    nearWeight = farWeight
  }

  /// Begins the other side.
  @inline(always)
  mutating func turn(to center: SIMD4<Double>) {
    near = center
    nearAt = 0
    nearWeight = 1
    plain = -plain
  }

  @inline(always)
  var average: SIMD4<Double> { sum * perReach }

  /// The derivative of the average: the mean of the one side less that of the other, by their distance.
  @inline(always)
  var tangent: SIMD2<Double> { plain * (perReach * perReach) }
}
