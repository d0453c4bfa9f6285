/// Fits a dash pattern to the sides of a path.
///
/// The lengths are those of the visible dashes and gaps: round and square caps are part of their dashes, which are
/// shortened for them. The pattern is scaled slightly on each side, so that a dash is centered on each corner and a
/// dash ends at each open end.
struct DashFit {
  private let lengths: [Double]
  /// How much two caps lengthen a dash and shorten a gap.
  private let reach: Double
  private let period: Double
  /// The period of the given lengths, without the correction for caps.
  private let givenPeriod: Double
  /// How much later the first dash begins because of its cap.
  private let delay: Double

  /// With more periods than this, all sides are scaled alike.
  private static let limit = 500.0
  /// The fraction of an open line that is left unfilled, so that rounding does not cut off its last dash.
  private static let slack = 1e-6

  /// Nil if the dashes make a solid line.
  init?(_ style: StrokeStyle) {
    let given = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
    guard DashPattern(given, phase: style.dashPhase) != nil else { return nil }
    guard given.indices.contains(where: { $0 % 2 == 1 && given[$0] > 0 }) else { return nil }
    let reach = style.cap == .butt ? 0 : style.width
    // A dash is not shortened where it touches the next one.
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

  /// The fitted dash pattern and phase for consecutive sides of these lengths, with corners between them.
  func fit(_ sides: [Double], isClosed: Bool, phase: Double) -> (dash: [Double], phase: Double) {
    let whole = sides.reduce(0, +)
    // A point is a dot, also where the pattern begins with a gap.
    guard whole > 0 else { return ([], 0) }
    if phase != 0 {
      let start = (phase - delay) * (period / givenPeriod)
      guard isClosed else { return (lengths, start) }
      guard let scale = scale(whole, count(whole, ends: 0), ends: 0) else { return ([], 0) }
      return (lengths.map { $0 * scale }, start * scale)
    }
    let pieces = pieces(sides, isClosed: isClosed)
    guard pieces.contains(where: { $0.count > 0 }) else {
      // Sides that are too short individually may be long enough together.
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

  /// A side and the dashes on it.
  private struct Piece {
    var length: Double
    /// The unscaled length of the dash at the start and at the end: half of the first dash at a corner, all of it at an
    /// open end.
    var start, end: Double
    /// The number of periods on the side; with 0 the side is solid.
    var count: Double
    var scale: Double

    func isLike(_ other: Piece) -> Bool { count == other.count && abs(scale - other.scale) <= 1e-9 * scale }
  }

  private func pieces(_ sides: [Double], isClosed: Bool) -> [Piece] {
    sides.indices.map { i in
      let start = i == 0 && !isClosed ? lengths[0] : lengths[0] / 2
      let end = i == sides.count - 1 && !isClosed ? lengths[0] : lengths[0] / 2
      // With whole dashes at both ends there is one dash more than the periods contain.
      let ends = start + end - lengths[0]
      let count = count(sides[i], ends: ends)
      var scale = scale(sides[i], count, ends: ends) ?? 1
      if !isClosed { scale *= 1 - DashFit.slack }
      return Piece(length: sides[i], start: start, end: end, count: count, scale: scale)
    }
  }

  /// The number of periods that scales the pattern least and keeps at least half of each gap.
  /// - Parameter ends: The length of dash at the ends that the periods do not include.
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

  /// The dashes and gaps of all sides as one pattern.
  private func join(_ pieces: [Piece], isClosed: Bool) -> (dash: [Double], phase: Double) {
    var row: [Double] = []
    // The length of the dash that continues from one side to the next.
    var open = 0.0
    for piece in pieces {
      guard piece.count > 0 else {
        open += piece.length
        continue
      }
      open += piece.start * piece.scale
      for _ in 0..<Int(saturating: piece.count) {
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
  /// The style with its dashes fitted to the sides of a path, and gaps that caps do not fill.
  ///
  /// A phase other than 0 fixes where the dashes begin; then they are fitted only around closed paths.
  /// - Parameters:
  ///   - sides: The lengths between the path's corners; the whole length if it has none.
  ///   - isClosed: Whether the last side ends at the start of the first.
  package func fitted(to sides: [Double], isClosed: Bool) -> StrokeStyle {
    guard let fit = DashFit(self) else { return self }
    var style = self
    (style.dash, style.dashPhase) = fit.fit(sides, isClosed: isClosed, phase: dashPhase)
    return style
  }

  /// The style with its dashes fitted to a path of one subpath. A path with a curve counts as one side.
  package func fitted(to path: Path) -> StrokeStyle {
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

  /// The flattening tolerance for measuring curves, in the path's units.
  private static let precision = 0.01
}

extension Path {
  fileprivate var isClosed: Bool { elements.last == .close }
}
