import Geometry

/// The outlines of TrueType glyphs (OpenType 1.9.1, "glyf" and "loca"), without instructions.
struct TrueTypeOutlines: Sendable {
  let glyf: FontData
  /// The offsets of glyphs in `glyf`.
  let locations: FontData
  /// Whether an offset has 32 bits; otherwise it has 16 and counts words.
  let hasLongLocations: Bool
  let metrics: GlyphMetrics
  let count: Int

  /// The deepest that components may have components.
  private static let mostDepth = 16
  /// The most points, contours and components of a glyph, of all its components together.
  private static let mostPoints = 1 << 17
  private static let mostComponents = 1 << 12

  /// An outline without its curves: contours of points on and off the curve.
  private struct Points {
    var points: [Point] = []
    var isOnCurve: [Bool] = []
    /// The number of points up to the end of each contour.
    var ends: [Int] = []
    var components = 0
    /// How far the outline is moved to the right, so that its smallest x, as the glyph says, is the left bearing.
    var shift = 0
  }

  /// The outline of a glyph; nil if any part of it is damaged.
  func outline(of glyph: Int) -> Path? {
    var shape = Points()
    guard let data = data(of: glyph) else { return Path() }
    guard read(glyph, data, into: &shape, depth: 0) else { return nil }
    let shift = Double(shape.shift)
    var path = Path()
    var start = 0
    for end in shape.ends {
      TrueTypeOutlines.append(shape.points[start..<end], shape.isOnCurve[start..<end], shift, to: &path)
      start = end
    }
    return path
  }

  /// The description of a glyph; nil if it is blank.
  private func data(of glyph: Int) -> FontData? {
    guard glyph < count else { return nil }
    /// The offset of a glyph; that of the next one is where it ends.
    func location(_ glyph: Int) -> UInt32? {
      hasLongLocations ? locations.uint32(4 * glyph) : locations.uint16(2 * glyph).map { 2 * UInt32($0) }
    }
    guard let start = location(glyph), let end = location(glyph + 1), end > start, start <= UInt32(glyf.count) else {
      return nil
    }
    return glyf.part(at: Int(start), atMost: end - start)
  }

  private func read(_ glyph: Int, _ data: FontData, into shape: inout Points, depth: Int) -> Bool {
    guard let contours = data.int16(0), let left = data.int16(2) else { return false }
    shape.shift = (metrics.leftBearing(of: glyph) ?? left) - left
    return contours < 0 ? readComposite(data, into: &shape, depth) : readSimple(data, contours, into: &shape)
  }

  // MARK: Simple glyphs

  private enum Flag {
    static let onCurve: UInt8 = 1
    static let shortX: UInt8 = 2
    static let shortY: UInt8 = 4
    static let repeats: UInt8 = 8
    /// A short number is positive; a long one is left out, since it is zero.
    static let sameX: UInt8 = 16
    static let sameY: UInt8 = 32
  }

  private func readSimple(_ data: FontData, _ contours: Int, into shape: inout Points) -> Bool {
    let first = shape.points.count
    var count = 0
    // A contour may have no points.
    guard shape.ends.count + contours <= TrueTypeOutlines.mostPoints else { return false }
    for contour in 0..<contours {
      guard let last = data.uint16(10 + 2 * contour), last + 1 >= count else { return false }
      count = last + 1
      shape.ends.append(first + count)
    }
    guard first + count <= TrueTypeOutlines.mostPoints, let instructions = data.uint16(10 + 2 * contours) else {
      return contours == 0
    }
    var offset = 12 + 2 * contours + instructions
    var flags: [UInt8] = []
    while flags.count < count {
      guard let flag = data.byte(offset) else { return false }
      offset += 1
      flags.append(flag)
      guard flag & Flag.repeats != 0 else { continue }
      guard let times = data.byte(offset) else { return false }
      offset += 1
      for _ in 0..<min(Int(times), count - flags.count) { flags.append(flag) }
    }
    /// The next coordinate, from the one before it.
    func coordinate(_ before: Int, _ isShort: Bool, _ isSame: Bool) -> Int? {
      if isShort {
        guard let distance = data.byte(offset) else { return nil }
        offset += 1
        return isSame ? before + Int(distance) : before - Int(distance)
      }
      if isSame { return before }
      guard let distance = data.int16(offset) else { return nil }
      offset += 2
      return before + distance
    }
    var x = 0
    for flag in flags {
      guard let next = coordinate(x, flag & Flag.shortX != 0, flag & Flag.sameX != 0) else { return false }
      x = next
      shape.points.append(Point(Double(x), 0))
      shape.isOnCurve.append(flag & Flag.onCurve != 0)
    }
    var y = 0
    for (index, flag) in flags.enumerated() {
      guard let next = coordinate(y, flag & Flag.shortY != 0, flag & Flag.sameY != 0) else { return false }
      y = next
      shape.points[first + index].y = Double(y)
    }
    return true
  }

  // MARK: Composite glyphs

  private enum ComponentFlag {
    static let hasWords = 1
    static let hasOffset = 2
    static let hasScale = 8
    static let hasMore = 0x20
    static let hasTwoScales = 0x40
    static let hasMatrix = 0x80
    static let givesMetrics = 0x200
    static let scalesOffset = 0x800
    static let keepsOffset = 0x1000
  }

  private func readComposite(_ data: FontData, into shape: inout Points, _ depth: Int) -> Bool {
    guard depth < TrueTypeOutlines.mostDepth else { return false }
    var offset = 10
    let start = shape.points.count
    while true {
      shape.components += 1
      guard shape.components <= TrueTypeOutlines.mostComponents, let flags = data.uint16(offset),
        let glyph = data.uint16(offset + 2)
      else { return false }
      offset += 4
      let hasWords = flags & ComponentFlag.hasWords != 0
      let hasOffset = flags & ComponentFlag.hasOffset != 0
      guard let pair = data.uint16(offset) else { return false }
      var arguments = (pair >> 8, pair & 255)
      if hasWords {
        guard let second = data.uint16(offset + 2) else { return false }
        arguments = (pair, second)
      }
      if hasOffset {
        let half = hasWords ? 0x8000 : 0x80
        arguments = ((arguments.0 ^ half) - half, (arguments.1 ^ half) - half)
      }
      offset += hasWords ? 4 : 2
      guard let matrix = matrix(data, &offset, flags) else { return false }

      let first = shape.points.count
      if let component = self.data(of: glyph) {
        let shift = shape.shift
        guard read(glyph, component, into: &shape, depth: depth + 1) else { return false }
        if flags & ComponentFlag.givesMetrics == 0 { shape.shift = shift }
      }
      var shift = Vector(0, 0)
      if hasOffset {
        shift = Vector(Double(arguments.0), Double(arguments.1))
        let scales = flags & ComponentFlag.scalesOffset != 0 && flags & ComponentFlag.keepsOffset == 0
        if scales, let matrix { shift = matrix.apply(shift) }
      }
      if let matrix {
        for index in first..<shape.points.count { shape.points[index] = matrix.apply(shape.points[index]) }
      }
      if !hasOffset {
        // A point of the glyph so far, and the point of the component that is moved to it.
        let (anchor, point) = (start + arguments.0, first + arguments.1)
        guard anchor < first, point < shape.points.count else { return false }
        shift = shape.points[anchor] - shape.points[point]
      }
      if shift != Vector(0, 0) {
        for index in first..<shape.points.count { shape.points[index] = shape.points[index] + shift }
      }
      if flags & ComponentFlag.hasMore == 0 { return true }
    }
  }

  /// Reads how a component is scaled: nil if it is damaged, nil in it if it is not scaled.
  private func matrix(_ data: FontData, _ offset: inout Int, _ flags: Int) -> Affine?? {
    let hasMatrix = flags & ComponentFlag.hasMatrix != 0
    let hasTwo = flags & ComponentFlag.hasTwoScales != 0
    if !hasMatrix, !hasTwo, flags & ComponentFlag.hasScale == 0 { return .some(nil) }
    /// The next number of 2 and 14 bits.
    func next() -> Double? {
      guard let value = data.int16(offset) else { return nil }
      offset += 2
      return Double(value) / 0x4000
    }
    guard let a = next() else { return nil }
    if hasMatrix {
      guard let b = next(), let c = next(), let d = next() else { return nil }
      return Affine(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    }
    guard let d = hasTwo ? next() : a else { return nil }
    return Affine(a: a, b: 0, c: 0, d: d, tx: 0, ty: 0)
  }

  // MARK: Curves

  /// Adds a contour, which begins at its first point on the curve, or else in the middle between its last and its first
  /// point. Between two points off the curve there is one on it, in their middle.
  private static func append(
    _ points: ArraySlice<Point>, _ isOnCurve: ArraySlice<Bool>, _ shift: Double, to path: inout Path
  ) {
    // A point alone is an anchor.
    guard points.count > 1, let first = points.first, let last = points.last else { return }
    let shift = Vector(shift, 0)
    let firstOn = isOnCurve.firstIndex(of: true)
    let start = firstOn.map { points[$0] + shift } ?? middle(last, first) + shift
    path.move(to: start)
    var control: Point?
    let begin = firstOn.map { $0 + 1 } ?? points.startIndex
    for step in 0..<points.count - (firstOn == nil ? 0 : 1) {
      let index = begin + step < points.endIndex ? begin + step : begin + step - points.count
      let point = points[index] + shift
      if isOnCurve[index] {
        if let control { path.quadratic(control, to: point) } else { path.line(to: point) }
        control = nil
      } else {
        if let control { path.quadratic(control, to: middle(control, point)) }
        control = point
      }
    }
    if let control { path.quadratic(control, to: start) }
    path.close()
  }

  private static func middle(_ a: Point, _ b: Point) -> Point { Point((a.x + b.x) / 2, (a.y + b.y) / 2) }
}
