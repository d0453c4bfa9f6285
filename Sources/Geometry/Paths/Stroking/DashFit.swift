/// Dashes that end where the sides of a path do.
///
/// Dashes and gaps are meant as they look: round and square caps count as parts of their dashes, which are shorter for
/// them. The pattern is stretched or shrunk a little on each side, so that a dash lies around each corner and ends with
/// each open end.
struct DashFit {
  private let lengths: [Double]
  /// By how much caps make a dash longer and a gap shorter.
  private let reach: Double
  private let period: Double
  /// The same without regard to caps.
  private let givenPeriod: Double
  /// By how much the first dash begins later for its cap.
  private let delay: Double

  /// With more periods than this all sides are stretched alike.
  private static let limit = 500.0
  /// Open lines are filled but for this part of them, so that rounding does not cut off the dash at their end.
  private static let slack = 1e-6

  /// Nil where there is nothing to interrupt a line.
  init?(_ style: StrokeStyle) {
    let given = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
    guard DashPattern(given, phase: style.dashPhase) != nil else { return nil }
    guard given.indices.contains(where: { $0 % 2 == 1 && given[$0] > 0 }) else { return nil }
    let reach = style.cap == .butt ? 0 : style.width
    // Between dashes that touch, nothing is cut off for a cap.
    lengths = given.indices.map { i in
      guard i % 2 == 0 else { return given[i] > 0 ? given[i] + reach : 0 }
      let gaps = [(i + given.count - 1) % given.count, i + 1].count { given[$0] > 0 }
      return Swift.max(0, given[i] - reach / 2 * Double(gaps))
    }
    self.reach = reach
    period = lengths.reduce(0, +)
    givenPeriod = given.reduce(0, +)
    delay = (given[0] - lengths[0]) / 2
  }

  /// What the dashes become along sides of these lengths, one behind the other, with corners between them.
  func fit(_ sides: [Double], isClosed: Bool, phase: Double) -> (dash: [Double], phase: Double) {
    let whole = sides.reduce(0, +)
    if phase != 0 {
      let start = (phase - delay) * (period / givenPeriod)
      guard isClosed else { return (lengths, start) }
      guard let scale = scale(whole, count(whole, ends: 0), ends: 0) else { return ([], 0) }
      return (lengths.map { $0 * scale }, start * scale)
    }
    let pieces = pieces(sides, isClosed: isClosed)
    guard pieces.contains(where: { $0.count > 0 }) else {
      // Sides that are too short one by one may be long enough together.
      return isClosed && sides.count > 1 ? fit([whole], isClosed: true, phase: 0) : ([], 0)
    }
    if let piece = pieces.first, pieces.allSatisfy({ $0.isLike(piece) }), isClosed || pieces.count == 1 {
      return (lengths.map { $0 * piece.scale }, isClosed ? lengths[0] * piece.scale / 2 : 0)
    }
    guard pieces.reduce(0, { $0 + $1.count }) <= DashFit.limit else {
      return fit([whole], isClosed: isClosed, phase: 0)
    }
    return join(pieces, isClosed: isClosed)
  }

  // MARK: Sides

  /// A side with its dashes.
  private struct Piece {
    var length: Double
    /// How much of the first dash, of its length without a scale, stands at the start and at the end: half of it at
    /// corners.
    var start, end: Double
    /// The periods on it; without any it is drawn whole.
    var count: Double
    var scale: Double

    func isLike(_ other: Piece) -> Bool { count == other.count && abs(scale - other.scale) <= 1e-9 * scale }
  }

  private func pieces(_ sides: [Double], isClosed: Bool) -> [Piece] {
    sides.indices.map { i in
      let start = i == 0 && !isClosed ? lengths[0] : lengths[0] / 2
      let end = i == sides.count - 1 && !isClosed ? lengths[0] : lengths[0] / 2
      // A dash that is there whole at both ends is one more than the periods hold.
      let ends = start + end - lengths[0]
      let count = count(sides[i], ends: ends)
      var scale = scale(sides[i], count, ends: ends) ?? 1
      if !isClosed { scale *= 1 - DashFit.slack }
      return Piece(length: sides[i], start: start, end: end, count: count, scale: scale)
    }
  }

  /// The number of periods that changes the pattern least and leaves at least half of each gap.
  /// - Parameter ends: What dashes at the ends take beside the periods.
  private func count(_ length: Double, ends: Double) -> Double {
    let count = ((length - ends) / period).rounded()
    guard count > 0, let scale = scale(length, count, ends: ends) else { return 0 }
    let isOpen = lengths.indices.allSatisfy { i in
      i % 2 == 0 || lengths[i] == 0 || lengths[i] * scale - reach >= (lengths[i] - reach) / 2
    }
    return isOpen ? count : count - 1
  }

  private func scale(_ length: Double, _ count: Double, ends: Double) -> Double? {
    count > 0 ? length / (count * period + ends) : nil
  }

  /// One row of dashes and gaps for all sides.
  private func join(_ pieces: [Piece], isClosed: Bool) -> (dash: [Double], phase: Double) {
    var row: [Double] = []
    // The dash that goes on from one side to the next.
    var open = 0.0
    for piece in pieces {
      guard piece.count > 0 else {
        open += piece.length
        continue
      }
      open += piece.start * piece.scale
      for _ in 0..<Int(piece.count) {
        row.append(open)
        for length in lengths.dropFirst() { row.append(length * piece.scale) }
        open = lengths[0] * piece.scale
      }
      open = piece.end * piece.scale
    }
    guard isClosed else { return (row + [open, lengths[1] + reach], 0) }
    row[0] += open
    return (row, open)
  }
}

extension StrokeStyle {
  /// The style with dashes that end where the sides of a path do, and whose gaps no caps fill.
  ///
  /// A phase other than 0 says where the dashes begin, so that they fit only around closed paths.
  /// - Parameters:
  ///   - sides: The lengths of the path between its corners; the whole length where it has none.
  ///   - isClosed: Whether the last side ends where the first begins.
  public func fitted(to sides: [Double], isClosed: Bool) -> StrokeStyle {
    guard let fit = DashFit(self) else { return self }
    var style = self
    (style.dash, style.dashPhase) = fit.fit(sides, isClosed: isClosed, phase: dashPhase)
    return style
  }

  /// The same for a path of one subpath, whose curves count as one side with all that it has.
  public func fitted(to path: Path) -> StrokeStyle {
    guard !dash.isEmpty else { return self }
    var sides: [Double] = []
    var start = Point(0, 0)
    var here = start
    for element in path.elements {
      switch element {
      case .move(let end): (start, here) = (end, end)
      case .line(let end):
        sides.append(here.distance(to: end))
        here = end
      case .quadratic, .cubic:
        let length = path.flattened(tolerance: StrokeStyle.precision).reduce(0) { $0 + $1.length }
        return fitted(to: [length], isClosed: path.isClosed)
      case .close:
        sides.append(here.distance(to: start))
        here = start
      }
    }
    return fitted(to: sides, isClosed: path.isClosed)
  }

  /// How exactly the lengths of curves are taken, in the path's units.
  private static let precision = 0.01
}

extension Path {
  fileprivate var isClosed: Bool { elements.last == .close }
}
