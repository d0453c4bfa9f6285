/// A position on a path with the quantities that are interpolated along it, as one vector.
struct PathPosition {
  /// x and y in points.
  let point: SIMD2<Double>
  /// The effect and the length.
  private var others: SIMD2<Double>

  @inline(always)
  private init(_ point: SIMD2<Double>, _ others: SIMD2<Double>) { (self.point, self.others) = (point, others) }

  @inline(always)
  init(_ point: SIMD2<Double>, effect: Double, length: Double) { self.init(point, SIMD2(effect, length)) }

  /// A displacement, with an effect and a length of 0.
  @inline(always)
  init(offset: SIMD2<Double>) { self.init(offset, .zero) }

  @inline(always) static var zero: PathPosition { PathPosition(offset: .zero) }

  @inline(always) var effect: Double { others.x }
  /// The length of the path up to here, in points.
  @inline(always) var length: Double {
    get { others.y }
    set { others.y = newValue }
  }

  @inline(always) static func + (a: Self, b: Self) -> Self { Self(a.point + b.point, a.others + b.others) }
  @inline(always) static func - (a: Self, b: Self) -> Self { Self(a.point - b.point, a.others - b.others) }
  @inline(always) static func * (a: Self, factor: Double) -> Self { Self(a.point * factor, a.others * factor) }
  @inline(always) static func += (a: inout Self, b: Self) { a = a + b }
}

/// A part of a stroke's path as consecutive flat parabolas with their lengths, ready to be averaged along its length.
/// Lengths are those of the parabolas' chords.
///
/// Beyond its ends the path is continued by its own image, rotated by half a turn about the end, so that the average at
/// an end is the end itself.
struct FlatPath {
  /// The start of an edge of the path, and the edge to the next vertex.
  struct Vertex {
    var position: PathPosition
    /// The vector from the middle of the edge's chord to the middle of the edge.
    fileprivate(set) var bulge: SIMD2<Double>
    /// 1 / (the edge's length); 0 if the edge has no length.
    fileprivate(set) var perLength = 0.0
    /// The sum of the turns of direction at all vertices up to this one: approximately angles in radians.
    fileprivate(set) var turns = 0.0

    /// A vertex whose edge goes through `middle` to `end`.
    @inline(always)
    init(_ point: SIMD2<Double>, effect: Double, through middle: SIMD2<Double>, to end: SIMD2<Double>) {
      position = PathPosition(point, effect: effect, length: 0)
      bulge = middle - (point + end) * 0.5
    }

    fileprivate init(position: PathPosition, bulge: SIMD2<Double>, perLength: Double, turns: Double) {
      self.position = position
      self.bulge = bulge
      self.perLength = perLength
      self.turns = turns
    }
  }

  /// The vertices of the path and of its images.
  private(set) var vertices: [Vertex]
  /// The index of the path's own first vertex.
  private(set) var first = 0
  /// The index of the path's own last vertex.
  private(set) var last = 0
  /// The kernel with which the path is averaged; nil for none.
  private(set) var kernel: Kernel?
  private(set) var integrals = PathIntegrals()
  /// For each of the path's own vertices, whether the average has a corner there because the slope of the reach jumps;
  /// empty if there is no such corner.
  private var bends: [Bool] = []
  /// The reach of a fourth-order kernel.
  private(set) var profile = ReachProfile()

  enum Kernel {
    /// A triangle of this half-width, in points.
    case triangle(reach: Double)
    /// A difference of two triangles, which does not shrink curves. `profile` gives its reach.
    case fourthOrder
  }

  /// Whether the path begins at its first vertex; otherwise the stroke extends beyond it.
  private(set) var beginsHere = false
  /// Whether the path ends at its last vertex.
  private(set) var endsHere = false

  private var images: [Vertex] = []
  /// Working memory of `lay`.
  private var chords: [PathChord] = []
  private var pieces: [PathPiece] = []
  /// The index, among the path's own vertices, of the vertex at each node.
  private(set) var nodeVertices: [Int]

  /// The reach in points below which nothing is averaged, because the square of the reach is a divisor.
  private static let leastReach = 1e-6

  init(_ vertices: [Vertex] = [], nodeVertices: [Int] = []) {
    self.vertices = vertices
    self.nodeVertices = nodeVertices
  }

  // MARK: The curve

  /// Replaces the path by the centripetal Catmull-Rom curve through some nodes, and sets `nodeVertices`.
  ///
  /// The curve goes from the second node to the last but one; the outermost nodes only shape it. Where the stroke
  /// begins or ends, it includes the outermost node.
  /// - Parameters:
  ///   - derivatives: Those at the nodes, which make another curve; empty for the Catmull-Rom curve.
  ///   - tolerance: The largest deviation from the curve, in points.
  mutating func lay(
    through nodes: [PathNode], derivatives: [NodeDerivatives] = [], beginsHere: Bool, endsHere: Bool, tolerance: Double
  ) {
    let firstNode = beginsHere ? 0 : 1
    let lastNode = endsHere ? nodes.count - 1 : nodes.count - 2
    let count =
      derivatives.isEmpty
      ? makePieces(nodes, firstNode, lastNode, tolerance: tolerance)
      : makePieces(nodes, derivatives, firstNode, lastNode, tolerance: tolerance)
    vertices.removeAll(keepingCapacity: true)
    let pieces = self.pieces
    vertices.append(addingCapacity: count + 1) { vertices in
      let pieces = pieces.span
      var point = nodes[firstNode].point
      for i in 0..<pieces.count {
        let piece = pieces[i]
        let part = 1 / Double(piece.parts)
        let growth = (piece.end.effect - piece.start.effect) * part
        for k in 0..<piece.parts {
          let middle = piece.point(at: (Double(k) + 0.5) * part)
          let end = k + 1 < piece.parts ? piece.point(at: Double(k + 1) * part) : piece.end.point
          vertices.append(
            Vertex(point, effect: piece.start.effect + growth * Double(k), through: middle, to: end))
          point = end
        }
      }
      vertices.append(Vertex(point, effect: nodes[lastNode].effect, through: point, to: point))
    }
    nodeVertices.removeAll(keepingCapacity: true)
    var vertex = 0
    for piece in pieces {
      nodeVertices.append(vertex)
      vertex += piece.parts
    }
    nodeVertices.append(vertex)
  }

  /// - Returns: The sum of the parts of all pieces.
  private mutating func makePieces(_ nodes: [PathNode], _ first: Int, _ last: Int, tolerance: Double) -> Int {
    pieces.removeAll(keepingCapacity: true)
    guard first < last else { return 0 }
    makeChords(nodes)
    let chords = self.chords
    var count = 0
    pieces.append(addingCapacity: last - first) { pieces in
      let nodes = nodes.span
      let chords = chords.span
      // At an end of the stroke the missing chord equals the last one.
      var tangent = PathChord.tangent(chords[Swift.max(first - 1, 0)], chords[first])
      for i in first..<last {
        let nextTangent = PathChord.tangent(chords[i], chords[Swift.min(i + 1, chords.count - 1)])
        let piece = PathPiece(
          from: nodes[i], to: nodes[i + 1], chords[i], startTangent: tangent, endTangent: nextTangent,
          tolerance: tolerance)
        pieces.append(piece)
        count += piece.parts
        tangent = nextTangent
      }
    }
    return count
  }

  private mutating func makePieces(
    _ nodes: [PathNode], _ derivatives: [NodeDerivatives], _ first: Int, _ last: Int, tolerance: Double
  ) -> Int {
    pieces.removeAll(keepingCapacity: true)
    var count = 0
    pieces.append(addingCapacity: Swift.max(0, last - first)) { pieces in
      let (nodes, derivatives) = (nodes.span, derivatives.span)
      for i in first..<Swift.max(first, last) {
        let piece = PathPiece(
          from: nodes[i], to: nodes[i + 1], startDerivative: derivatives[i].out,
          endDerivative: derivatives[i + 1].into, tolerance: tolerance)
        pieces.append(piece)
        count += piece.parts
      }
    }
    return count
  }

  /// A separate loop, so that the processor works on many square roots at a time.
  private mutating func makeChords(_ nodes: [PathNode]) {
    chords.removeAll(keepingCapacity: true)
    chords.append(addingCapacity: nodes.count - 1) { chords in
      let nodes = nodes.span
      for i in 1..<nodes.count { chords.append(PathChord(from: nodes[i - 1].point, to: nodes[i].point)) }
    }
  }

  // MARK: Measuring

  /// Measures the path, to be averaged with a triangular kernel. The edge of the last vertex must lead to itself.
  /// - Parameter reach: The half-width of the kernel in points; 0 for no averaging. For a whole stroke that is shorter,
  ///   the length of the stroke.
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

  /// Measures the path, to be averaged with a fourth-order kernel. The edge of the last vertex must lead to itself.
  /// - Parameters:
  ///   - reaches: The reach in points at consecutive nodes from `firstNode` on; if one is 0, nothing is averaged.
  ///   - firstNode: An index in `nodeVertices`.
  ///   - growth: How much the radius grows per unit of effect, in points.
  mutating func measure(
    reaches: ArraySlice<Double>, firstNode: Int, growth: Double, beginsHere: Bool, endsHere: Bool
  ) {
    begin(beginsHere, endsHere)
    measureEdges(growth: growth)
    let nodeVertices = self.nodeVertices
    let vertices = self.vertices
    profile.set(reaches) { vertices[nodeVertices[firstNode + $0]].position.length }
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

  /// Computes the lengths and turns. An edge of length 0 has no turn.
  /// - Parameter growth: How much the radius grows per unit of effect, in points; if positive, changes of the radius's
  ///   slope count as turns.
  private mutating func measureEdges(growth: Double = 0) {
    var vertices = self.vertices.mutableSpan
    var direction = SIMD2<Double>.zero
    var slope = 0.0
    var length = 0.0
    var turns = 0.0
    for i in 0..<vertices.count - 1 {
      let step = vertices[i + 1].position.point - vertices[i].position.point
      let edge = step.squaredLength.squareRoot()
      if edge > 0 {
        let perLength = 1 / edge
        let heading = step * perLength
        if i > 0 {
          // max + 0.42·min is the length of the difference, at most 8 % too large.
          let (x, y) = (Swift.abs(heading.x - direction.x), Swift.abs(heading.y - direction.y))
          turns += Swift.max(x, y) + 0.42 * Swift.min(x, y)
        }
        direction = heading
        if growth > 0 {
          let next = (vertices[i + 1].position.effect - vertices[i].position.effect) * perLength * growth
          if i > 0 { turns += Swift.abs(next - slope) }
          slope = next
        }
        vertices[i].perLength = perLength
      }
      vertices[i].turns = turns
      length += edge
      vertices[i + 1].position.length = length
    }
    vertices[vertices.count - 1].turns = turns
  }

  /// Adds the image beyond the end.
  /// - Parameter reach: How far a kernel reaches beyond the end, in points.
  private mutating func addImageAfter(reach: Double) {
    let pivot = vertices[last]
    var i = last
    while i > 0, pivot.position.length - vertices[i].position.length < reach {
      let edge = vertices[i - 1]
      vertices[vertices.count - 1].bulge = -edge.bulge
      vertices[vertices.count - 1].perLength = edge.perLength
      vertices.append(
        Vertex(
          position: pivot.position + pivot.position - edge.position, bulge: .zero, perLength: 0, turns: pivot.turns))
      i -= 1
    }
  }

  /// Adds the image before the start, as `addImageAfter` does.
  private mutating func addImageBefore(reach: Double) {
    images.removeAll(keepingCapacity: true)
    let pivot = vertices[0]
    var i = 0
    while i < last, vertices[i].position.length < reach {
      images.append(
        Vertex(
          position: pivot.position + pivot.position - vertices[i + 1].position, bulge: -vertices[i].bulge,
          perLength: vertices[i].perLength, turns: 0))
      i += 1
    }
    vertices.insert(contentsOf: images.reversed(), at: 0)
    first += i
    last += i
  }

  // MARK: Reading

  /// Whether the average has a corner at a vertex.
  @inline(always)
  func bends(at vertex: Int) -> Bool { !bends.isEmpty && bends[vertex - first] }

  /// The length of the path up to a vertex, in points.
  @inline(always)
  func length(at vertex: Int) -> Double { vertices[vertex].position.length }

  /// The position at `length` on the edge from vertex `edge` to the next; the vertex itself if it is the last.
  func position(at length: Double, onEdge edge: Int) -> PathPosition {
    guard edge + 1 < vertices.count else { return vertices[edge].position }
    return vertices[edge].position(at: length, before: vertices[edge + 1])
  }
}

extension FlatPath.Vertex {
  /// The position at a length of the path on the edge to `next`.
  @inline(always)
  func position(at length: Double, before next: Self) -> PathPosition {
    let part = (length - position.length) * perLength
    return position + (next.position - position) * part + PathPosition(offset: bulge) * (4 * part * (1 - part))
  }
}
