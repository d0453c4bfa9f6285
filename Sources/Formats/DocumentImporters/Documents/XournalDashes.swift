import ImportCore

/// Divides polylines into dashes, as cairo draws them.
struct XournalDashes {
  /// The alternating lengths of dashes and gaps, at least one of which is positive.
  private let lengths: [Double]

  init(_ lengths: [Double]) {
    // If the number of lengths is odd, dashes and gaps are exchanged in each round.
    self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
  }

  /// The dashes of runs, each of which begins with a dash.
  /// - Parameter limit: The most dashes.
  /// - Returns: Nil if there are more.
  func pieces(of runs: [XournalRun], limit: Int) -> [XournalRun]? {
    var pieces: [XournalRun] = []
    for run in runs {
      guard run.points.count > 1 else {
        pieces.append(run)
        continue
      }
      guard append(run, to: &pieces, limit: limit) else { return nil }
    }
    return pieces
  }

  private func append(_ run: XournalRun, to pieces: inout [XournalRun], limit: Int) -> Bool {
    var element = 0
    var rest = lengths[0]
    var piece: XournalRun? = XournalRun(points: [run.points[0]], widths: [])
    var steps = 0
    for index in 0..<run.points.count - 1 {
      let (start, end) = (run.points[index], run.points[index + 1])
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = (dx * dx + dy * dy).squareRoot()
      var done = 0.0
      func add(_ part: Double) {
        piece?.points.append(ImportedPoint(start.x + dx * part, start.y + dy * part))
        if !run.widths.isEmpty { piece?.widths.append(run.widths[index]) }
      }
      while length - done > rest {
        done += rest
        add(done / length)
        if let ended = piece { pieces.append(ended) }
        element = (element + 1) % lengths.count
        rest = lengths[element]
        piece = nil
        if element % 2 == 0 {
          let part = done / length
          piece = XournalRun(points: [ImportedPoint(start.x + dx * part, start.y + dy * part)], widths: [])
        }
        steps += 1
        // Dashes that are too short for the numbers' precision would never end.
        guard pieces.count <= limit, steps <= 2 * limit else { return false }
      }
      rest -= length - done
      add(1)
    }
    if let piece, piece.points.count > 1 { pieces.append(piece) }
    return pieces.count <= limit
  }
}
