extension FlatPath {
  /// Lays the centripetal curve through some nodes (stage S2); the outermost ones only shape it, but at the ends of
  /// the stroke. `nodeVertices` then has the vertices of those that it goes through.
  /// - Parameter tolerance: How far from its curve it may lie, in points.
  mutating func lay(through nodes: [PathNode], beginsHere: Bool, endsHere: Bool, tolerance: Double) {
    let firstNode = beginsHere ? 0 : 1
    let lastNode = endsHere ? nodes.count - 1 : nodes.count - 2
    let count = makePieces(nodes, firstNode, lastNode, tolerance: tolerance)
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

  /// - Returns: How many parts all pieces have.
  private mutating func makePieces(_ nodes: [PathNode], _ first: Int, _ last: Int, tolerance: Double) -> Int {
    pieces.removeAll(keepingCapacity: true)
    guard first < last else { return 0 }
    makeChords(nodes)
    let chords = self.chords
    var count = 0
    pieces.append(addingCapacity: last - first) { pieces in
      let nodes = nodes.span
      let chords = chords.span
      // At the ends of the stroke the curve goes on straight.
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

  /// In a loop of their own, in which the roots of many are on their way at a time.
  private mutating func makeChords(_ nodes: [PathNode]) {
    chords.removeAll(keepingCapacity: true)
    chords.append(addingCapacity: nodes.count - 1) { chords in
      let nodes = nodes.span
      for i in 1..<nodes.count { chords.append(PathChord(from: nodes[i - 1].point, to: nodes[i].point)) }
    }
  }
}
