import Geometry

/// A stretch of a stroke's path as a row of flat parabolas with its lengths (stage S2), which can be averaged along
/// its length (stage S3). Lengths are those of the chords.
struct FlatPath {
  /// Each vertex as x and y in points, the effect, and 0.
  private(set) var vertices: [SIMD4<Double>] = []
  /// How far each edge's middle lies from its chord's; one fewer than the vertices.
  private(set) var bulges: [SIMD4<Double>] = []
  /// The length of the path up to each vertex, in points.
  private(set) var lengths: [Double] = []
  /// The sizes of the turns of direction up to and with each vertex, added up: about the angles in radians.
  private(set) var turns: [Double] = []
  private var direction = SIMD4<Double>.zero

  /// Whether the path is known to begin at `lengths.first` rather than to go on beyond it; the same for its end.
  var beginsHere = false
  var endsHere = false

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    bulges.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    turns.removeAll(keepingCapacity: true)
    direction = .zero
  }

  /// Begins the path.
  mutating func begin(at point: Point, effect: Double) {
    vertices.append(SIMD4(point.x, point.y, effect, 0))
    lengths.append(0)
    turns.append(0)
  }

  /// Adds an edge from the last vertex through `middle`; one to the same place adds no length and no turn.
  mutating func append(through middle: Point, to point: Point, effect: Double) {
    let vertex = SIMD4(point.x, point.y, effect, 0)
    let last = vertices[vertices.count - 1]
    bulges.append(SIMD4(middle.x - (last.x + point.x) / 2, middle.y - (last.y + point.y) / 2, 0, 0))
    let step = vertex - last
    let length = (step.x * step.x + step.y * step.y).squareRoot()
    if length > 0 {
      let heading = SIMD4(step.x / length, step.y / length, 0, 0)
      if direction != .zero {
        let turn = heading - direction
        turns[turns.count - 1] += (turn.x * turn.x + turn.y * turn.y).squareRoot()
      }
      direction = heading
    }
    vertices.append(vertex)
    lengths.append(lengths[lengths.count - 1] + length)
    turns.append(turns[turns.count - 1])
  }

  /// The place on edge `edge`, from vertex `edge` to the next, at `length` from the start of the path.
  func place(at length: Double, onEdge edge: Int) -> SIMD4<Double> {
    let start = lengths[edge]
    let whole = lengths[edge + 1] - start
    guard whole > 0 else { return vertices[edge] }
    let part = (length - start) / whole
    let onChord = vertices[edge] + (vertices[edge + 1] - vertices[edge]) * part
    return onChord + bulges[edge] * (4 * part * (1 - part))
  }

  /// How far edge `edge` is from straight, in points.
  func bulge(ofEdge edge: Int) -> Double {
    let bulge = bulges[edge]
    return (bulge.x * bulge.x + bulge.y * bulge.y).squareRoot()
  }

  /// What is left of an edge's bulge in a part of it, `length` long.
  @inline(__always)
  private func bulge(ofEdge edge: Int, over length: Double) -> SIMD4<Double> {
    let whole = lengths[edge + 1] - lengths[edge]
    guard length < whole else { return bulges[edge] }
    let part = length / whole
    return bulges[edge] * (part * part)
  }

  /// The turning within `reach` of edge `edge`.
  func turning(aroundEdge edge: Int, reach: Double) -> Double {
    let low = lengths[edge] - reach
    let high = lengths[edge + 1] + reach
    var first = edge
    while first > 0, lengths[first] > low { first -= 1 }
    var last = edge + 1
    while last + 1 < lengths.count, lengths[last] < high { last += 1 }
    return turns[last] - turns[first]
  }

  /// The path averaged around `length`, which lies on edge `edge`: the integral of (1 − |u|/d)·C(length + u)·du/d.
  ///
  /// Beyond its ends the path goes on as its own image through the end, turned by half a circle, so that the average
  /// at an end is the end itself. A triangular kernel needs d of it, and a path that is shorter than `reach` is
  /// averaged over its own length.
  /// - Parameter reach: d in points.
  func average(at length: Double, onEdge edge: Int, reach: Double) -> SIMD4<Double> {
    var d = reach
    if beginsHere, endsHere { d = Swift.min(d, lengths[lengths.count - 1]) }
    guard d > 0 else { return place(at: length, onEdge: edge) }
    let center = place(at: length, onEdge: edge)
    var sum = KernelSum(center: center, reach: d)

    // Backwards from the centre, then what is left of d through the image beyond the start.
    var i = edge
    while i >= 0, sum.goesOn {
      let farAt = length - lengths[i]
      let covered = Swift.min(farAt, d) - sum.nearAt
      sum.add(
        farAt <= d ? vertices[i] : place(at: length - d, onEdge: i), bulge(ofEdge: i, over: covered), at: farAt)
      i -= 1
    }
    if sum.goesOn {
      let twicePivot = vertices[0] + vertices[0]
      i = 0
      while i + 1 < vertices.count, sum.goesOn {
        let farAt = length + lengths[i + 1]
        let covered = Swift.min(farAt, d) - sum.nearAt
        let mirrored = farAt <= d ? vertices[i + 1] : place(at: d - length, onEdge: i)
        sum.add(twicePivot - mirrored, -bulge(ofEdge: i, over: covered), at: farAt)
        i += 1
      }
    }

    // And forwards.
    sum.returnTo(center)
    i = edge + 1
    while i < vertices.count, sum.goesOn {
      let farAt = lengths[i] - length
      let covered = Swift.min(farAt, d) - sum.nearAt
      sum.add(
        farAt <= d ? vertices[i] : place(at: length + d, onEdge: i - 1), bulge(ofEdge: i - 1, over: covered),
        at: farAt)
      i += 1
    }
    if sum.goesOn {
      let last = vertices.count - 1
      let twicePivot = vertices[last] + vertices[last]
      let left = lengths[last] - length
      i = last
      while i > 0, sum.goesOn {
        let farAt = left + (lengths[last] - lengths[i - 1])
        let covered = Swift.min(farAt, d) - sum.nearAt
        let mirrored = farAt <= d ? vertices[i - 1] : place(at: lengths[last] - (d - left), onEdge: i - 1)
        sum.add(twicePivot - mirrored, -bulge(ofEdge: i - 1, over: covered), at: farAt)
        i -= 1
      }
    }
    return sum.average
  }
}

/// The integral of a triangular kernel times a path that is walked from the kernel's centre outwards.
private struct KernelSum {
  private let reach: Double
  private let perReach: Double
  private var sum = SIMD4<Double>.zero
  /// The place reached, its distance from the centre, and the kernel's weight there.
  private var near: SIMD4<Double>
  private(set) var nearAt = 0.0
  private var nearWeight = 1.0

  @inline(__always)
  init(center: SIMD4<Double>, reach: Double) {
    self.reach = reach
    perReach = 1 / reach
    near = center
  }

  /// Whether the kernel is still over 0 at the place reached.
  @inline(__always)
  var goesOn: Bool { nearAt < reach }

  /// Adds the piece up to `far`, or to the kernel's end where `distance` is beyond it: the integral of a linear weight
  /// times a parabola, which is its chord and a bulge of two thirds of its height.
  @inline(__always)
  mutating func add(_ far: SIMD4<Double>, _ bulge: SIMD4<Double>, at distance: Double) {
    let farAt = Swift.min(distance, reach)
    let farWeight = 1 - farAt * perReach
    let sixth = (farAt - nearAt) * (1.0 / 6)
    let nearShare = sixth * (2 * nearWeight + farWeight)
    let farShare = sixth * (nearWeight + 2 * farWeight)
    sum += near * nearShare
    sum += far * farShare
    sum += bulge * (sixth * 2 * (nearWeight + farWeight))
    near = far
    nearAt = farAt
    nearWeight = farWeight
  }

  /// Begins the other side.
  @inline(__always)
  mutating func returnTo(_ center: SIMD4<Double>) {
    near = center
    nearAt = 0
    nearWeight = 1
  }

  @inline(__always)
  var average: SIMD4<Double> { sum * perReach }
}
