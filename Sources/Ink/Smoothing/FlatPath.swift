/// A stretch of a stroke's path as a row of flat parabolas with its lengths (stage S2), which can be averaged along
/// its length (stage S3). Lengths are those of the chords.
///
/// Beyond its ends the path goes on as its own image through the end, turned by half a circle, so that the average at
/// an end is the end itself.
struct FlatPath {
  /// A place on the path and the edge from there to the next one.
  struct Vertex {
    /// x and y in points, the effect, and the length of the path up to here in points.
    var place: SIMD4<Double>
    /// How far the edge's middle lies from its chord's.
    var bulge: SIMD2<Double>
    /// 1 by the edge's length; 0 for no length.
    var perLength = 0.0
    /// The sizes of the turns of direction up to and with this vertex, added up: about the angles in radians.
    var turns = 0.0

    /// A vertex whose edge goes through `middle` to `end`.
    @inline(always)
    init(_ point: SIMD2<Double>, effect: Double, through middle: SIMD2<Double>, to end: SIMD2<Double>) {
      place = SIMD4(point.x, point.y, effect, 0)
      bulge = middle - (point + end) * 0.5
    }

    fileprivate init(place: SIMD4<Double>, bulge: SIMD2<Double>, perLength: Double, turns: Double) {
      self.place = place
      self.bulge = bulge
      self.perLength = perLength
      self.turns = turns
    }
  }

  /// The path's vertices with those of its images.
  var vertices: [Vertex] = []
  /// The first and the last vertex of the path itself.
  private(set) var first = 0
  private(set) var last = 0
  /// The average that is taken of the path, nil for none.
  private(set) var kernel: Kernel?
  private(set) var integrals = PathIntegrals()
  /// For each vertex of the path itself whether the average has a corner there, since the reach bends; none where it
  /// never does.
  private var bends: [Bool] = []
  /// How far a fourth-order kernel reaches.
  private(set) var profile = ReachProfile()

  /// What a path is averaged with.
  enum Kernel {
    /// A triangle that reaches this far to either side, in points.
    case triangle(reach: Double)
    /// A difference of two triangles, which does not shrink curves, that reaches as far as the profile says.
    case fourthOrder
  }

  /// Whether the path is known to begin at its first vertex rather than to go on beyond it; the same for its end.
  private(set) var beginsHere = false
  private(set) var endsHere = false

  private var images: [Vertex] = []
  /// Working memory of `lay`.
  var chords: [PathChord] = []
  var pieces: [PathPiece] = []
  /// The vertex at each node that the path goes through.
  var nodeVertices: [Int] = []

  /// Reaches below this, in points, are none: what divides by their squares stays finite.
  private static let leastReach = 1e-6

  /// Measures the path when all of its vertices are there, the last one with an edge to itself. It is to be averaged
  /// by a triangle over `reach` points to either side: 0 for not at all; a path that is shorter is averaged over its
  /// own length.
  mutating func measure(reach: Double, beginsHere: Bool, endsHere: Bool) {
    begin(beginsHere, endsHere)
    measureEdges()
    let reach = beginsHere && endsHere ? Swift.min(reach, length(at: last)) : reach
    guard reach > Self.leastReach else { return }
    kernel = .triangle(reach: reach)
    if endsHere { addImageAfter(reach: reach) }
    if beginsHere { addImageBefore(reach: reach) }
    integrals.integrate(vertices, within: 256 * reach)
  }

  /// The same for a fourth-order kernel.
  /// - Parameters:
  ///   - reaches: In points for nodes in a row from `firstNode` on; where one is not over 0, nothing is averaged.
  ///   - firstNode: Its index in `nodeVertices`.
  ///   - growth: What the radius grows by for an effect of 1, in points.
  mutating func measure(
    reaches: ArraySlice<Double>, firstNode: Int, growth: Double, beginsHere: Bool, endsHere: Bool
  ) {
    begin(beginsHere, endsHere)
    measureEdges(growth: growth)
    let nodeVertices = self.nodeVertices
    let vertices = self.vertices
    profile.set(reaches) { vertices[nodeVertices[firstNode + $0]].place.w }
    guard profile.least > Self.leastReach else { return }
    kernel = .fourthOrder
    for stop in 1..<Swift.max(1, reaches.count) where profile.bends(at: stop) {
      if bends.isEmpty { bends.append(contentsOf: repeatElement(false, count: vertices.count)) }
      bends[nodeVertices[firstNode + stop]] = true
    }
    if endsHere { addImageAfter(reach: profile.reach(beyond: length(at: last))) }
    if beginsHere { addImageBefore(reach: profile.reachBeforeStart) }
    integrals.integrate(self.vertices, within: 4096 * profile.least)
  }

  private mutating func begin(_ beginsHere: Bool, _ endsHere: Bool) {
    self.beginsHere = beginsHere
    self.endsHere = endsHere
    first = 0
    last = vertices.count - 1
    kernel = nil
    profile.removeAll()
    bends.removeAll(keepingCapacity: true)
  }

  /// An edge to the same place has no length and no turn.
  /// - Parameter growth: What the radius grows by for an effect of 1, in points, where its bends count as turns.
  private mutating func measureEdges(growth: Double = 0) {
    var vertices = self.vertices.mutableSpan
    var direction = SIMD2<Double>.zero
    var slope = 0.0
    var length = 0.0
    var turns = 0.0
    for i in 0..<vertices.count - 1 {
      let step = vertices[i + 1].place.lowHalf - vertices[i].place.lowHalf
      let edge = step.squaredLength.squareRoot()
      if edge > 0 {
        let perLength = 1 / edge
        let heading = step * perLength
        if i > 0 {
          // The length of the difference, at most 8 % too large.
          let (x, y) = (Swift.abs(heading.x - direction.x), Swift.abs(heading.y - direction.y))
          turns += Swift.max(x, y) + 0.42 * Swift.min(x, y)
        }
        direction = heading
        if growth > 0 {
          let next = (vertices[i + 1].place.z - vertices[i].place.z) * perLength * growth
          if i > 0 { turns += Swift.abs(next - slope) }
          slope = next
        }
        vertices[i].perLength = perLength
      }
      vertices[i].turns = turns
      length += edge
      vertices[i + 1].place.w = length
    }
    vertices[vertices.count - 1].turns = turns
  }

  /// A kernel reaches no further beyond an end than `reach`.
  private mutating func addImageAfter(reach: Double) {
    let pivot = vertices[last]
    var i = last
    while i > 0, pivot.place.w - vertices[i].place.w < reach {
      let edge = vertices[i - 1]
      vertices[vertices.count - 1].bulge = -edge.bulge
      vertices[vertices.count - 1].perLength = edge.perLength
      vertices.append(
        Vertex(place: pivot.place + pivot.place - edge.place, bulge: .zero, perLength: 0, turns: pivot.turns))
      i -= 1
    }
  }

  private mutating func addImageBefore(reach: Double) {
    images.removeAll(keepingCapacity: true)
    let pivot = vertices[0]
    var i = 0
    while i < last, vertices[i].place.w < reach {
      images.append(
        Vertex(
          place: pivot.place + pivot.place - vertices[i + 1].place, bulge: -vertices[i].bulge,
          perLength: vertices[i].perLength, turns: 0))
      i += 1
    }
    vertices.insert(contentsOf: images.reversed(), at: 0)
    first += i
    last += i
  }

  /// Whether the average has a corner at a vertex.
  @inline(always)
  func bends(at vertex: Int) -> Bool { !bends.isEmpty && bends[vertex - first] }

  /// The length of the path up to a vertex, in points.
  @inline(always)
  func length(at vertex: Int) -> Double { vertices[vertex].place.w }

  /// The place on edge `edge`, from vertex `edge` to the next, at `length` from the start of the path; the vertex where
  /// there is no such edge.
  func place(at length: Double, onEdge edge: Int) -> SIMD4<Double> {
    guard edge + 1 < vertices.count else { return vertices[edge].place }
    return vertices[edge].place(at: length, before: vertices[edge + 1])
  }
}

extension FlatPath.Vertex {
  /// The place on the edge from here to `next` at a length of the path.
  @inline(always)
  func place(at length: Double, before next: Self) -> SIMD4<Double> {
    let part = (length - place.w) * perLength
    return place + (next.place - place) * part
      + SIMD4(lowHalf: bulge, highHalf: .zero) * (4 * part * (1 - part))
  }
}
