import Exporters
internal import Geometry
import ImportCore
import Ink
import Rendering
import TouchLog

/// A line of a shape or a text, which becomes a stroke of a pen with round ends in an exported drawing.
struct DrawnLine {
  /// In points, before the element is moved by its placement.
  var axis: [ExportedDisc]
  var color: Color

  /// The largest distance of a curve from its chords, in points.
  private static let flatness = 0.005

  /// The lines of a shape: its outline or its dashes, its marks, its filled heads and its label.
  /// - Parameter scale: The factor by which the element's placement enlarges it.
  static func lines(
    of shape: ShapeElement, _ geometry: ShapeGeometry, options: ModelOptions, scale: Double
  ) -> [DrawnLine] {
    let color = shape.look.color.color(atHue: shape.hue).faded(by: shape.look.opacity)
    let tolerance = flatness / max(scale, .leastNormalMagnitude)
    var solidStyle = geometry.style
    solidStyle.dash = []
    var lines = axes(of: geometry.stroke, geometry.style, tolerance)
    lines += axes(of: geometry.mark, solidStyle, tolerance)
    for polygon in geometry.solid.polygons(tolerance: tolerance) { lines += hatching(of: polygon) }
    return lines.filter { !$0.isEmpty }.map { DrawnLine(axis: $0, color: color) }
      + (geometry.label.map { self.lines(of: shape.labelInk($0, options), color: color) } ?? [])
  }

  /// Whether a pen with round ends cannot draw the corners or the ends of a shape's lines.
  static func isRounded(_ geometry: ShapeGeometry) -> Bool {
    let (cap, join) = (geometry.style.cap, geometry.style.join)
    if cap == .round, join == .round { return false }
    return Stroker(geometry.style, tolerance: flatness).centerlines(of: geometry.stroke).contains { line in
      let inner = line.isClosed ? line.isSmooth[...] : line.isSmooth.dropFirst().dropLast()
      return cap != .round && !line.isClosed || join != .round && inner.contains(false)
    }
  }

  /// The strokes of a text's letters, and fine lines along the contours of those of font files.
  static func lines(of text: TextElement) -> [DrawnLine] {
    // As in pictures, each letter of rainbow ink has one color.
    func color(of character: Int) -> Color { text.color(ofCharacter: character).faded(by: text.look.opacity) }
    return text.ink.flatMap { lines(of: [$0], color: color(of: $0.character)) }
      + text.outlines.flatMap { letter in
        letter.path.polygons(tolerance: flatness).map { contour in
          DrawnLine(
            axis: (contour + [contour[0]]).map { ExportedDisc(center: $0, radius: finestHatching / 2) },
            color: color(of: letter.character))
        }
      }
  }

  private static func lines(of letters: [TextElement.Ink], color: Color) -> [DrawnLine] {
    letters.filter { !$0.cones.isEmpty }.map { DrawnLine(axis: axis(of: $0), color: color) }
  }

  private static func axis(of ink: TextElement.Ink) -> [ExportedDisc] {
    var axis = ink.cones.first.map { [ExportedDisc(center: $0.start, radius: $0.startRadius)] } ?? []
    for cone in ink.cones {
      cone.forEachChord(tolerance: flatness) { axis.append(ExportedDisc(center: $0.end, radius: $0.endRadius)) }
    }
    return axis
  }

  /// The axes of a stroked path.
  private static func axes(of path: Path, _ style: StrokeStyle, _ tolerance: Double) -> [[ExportedDisc]] {
    guard style.width > 0, style.width.isFinite else { return [] }
    let radius = style.width / 2
    var lines = Stroker(style, tolerance: tolerance).centerlines(of: path)
    // On a closed path the last dot may repeat the first one. Drawn twice, its edge would be darker.
    if lines.count > 1, let first = lines[0].points.first, let last = lines.last, last.length == 0,
      last.points[0].distance(to: first) < radius / 100
    {
      lines.removeLast()
    }
    return lines.compactMap { line in
      var points = line.points
      if line.isClosed, let first = points.first { points.append(first) }
      if !line.isClosed, style.cap == .butt {
        // A round end would extend beyond a flat one.
        guard line.length > 0 else { return nil }
        points = shortened(points, by: min(radius, line.length / 2))
      }
      return points.map { ExportedDisc(center: $0, radius: radius) }
    }
  }

  /// A line, shortened at both ends by a length, at most by half of its own.
  private static func shortened(_ line: [Point], by length: Double) -> [Point] {
    func withoutStart(_ line: [Point]) -> [Point] {
      var rest = length
      for (index, (start, end)) in zip(line, line.dropFirst()).enumerated() {
        let step = start.distance(to: end)
        if step > rest || index == line.count - 2 {
          let part = step > 0 ? min(1, rest / step) : 0
          return [start + (end - start) * part] + line[(index + 1)...]
        }
        rest -= step
      }
      return line
    }
    return Array(withoutStart(Array(withoutStart(line).reversed())).reversed())
  }

  /// The width of the finest line that fills an arrow's head, in points.
  private static let finestHatching = 0.5

  /// Lines that fill a triangle. They run around it along its sides, each half as wide as the one before. The first one
  /// fills the middle; the last one reaches the sides and fills the corners.
  private static func hatching(of corners: [Point]) -> [[ExportedDisc]] {
    // The center of the inscribed circle is the mean of the corners weighted by the opposite sides, and its radius
    // twice the area divided by the perimeter.
    let count = corners.count
    let sides = corners.indices.map { corners[($0 + 1) % count].distance(to: corners[($0 + 2) % count]) }
    let perimeter = sides.reduce(0, +)
    let center = zip(corners, sides).reduce(Point(0, 0)) { $0 + ($1.0 - Point(0, 0)) * ($1.1 / perimeter) }
    let depth = 2 * abs(Polygons.area(of: corners)) / perimeter
    guard depth > 0, depth.isFinite else { return [] }
    var lines: [[ExportedDisc]] = []
    var radius = depth / 2
    while lines.isEmpty || lines[lines.count - 1][0].radius > finestHatching / 2, lines.count < 32 {
      let isLast = radius <= finestHatching / 2
      let share = max(0, 1 - (radius + (isLast ? 0 : finestHatching / 4)) / depth)
      lines.append(
        (corners + [corners[0]]).map { ExportedDisc(center: center + ($0 - center) * share, radius: radius) })
      radius /= 2
    }
    return lines
  }
}

extension Color {
  /// The color with its alpha multiplied, rounded to the nearest byte.
  func faded(by opacity: Double) -> Color {
    var color = self
    color.alpha = byte(Double(alpha) * opacity)
    return color
  }
}

// MARK: Samples

extension DrawnLine {
  /// The distance of an added point from a corner, in points.
  private static let cornerDistance = 0.05
  /// The shortest time between two points, in seconds; readers use at least 0.1 ms.
  private static let shortestStep = 0.0002

  /// The line's stroke.
  ///
  /// A curve through the corners of a polygon alone would be round. So a straight side of the stroke has a point near
  /// either end, which keeps the curves of stroke models straight, too.
  /// - Parameters:
  ///   - similarity: The map of the element's placement; nil if it was not moved.
  ///   - widest: The diameter of the widest ink of the element, in points, before it is moved.
  ///   - times: The times of its ends, in seconds. If points are near each other, it ends later.
  func stroke(id: String, _ similarity: Similarity?, widest: Double, times: ClosedRange<Double>) -> ExportedStroke {
    let scale = similarity?.scale ?? 1
    let axis = axis.map { ExportedDisc(center: similarity?.apply($0.center) ?? $0.center, radius: $0.radius * scale) }
    let discs = Self.withCornersGuarded(axis)
    let isConstant = discs.allSatisfy { $0.radius == discs[0].radius }
    let length = Self.length(of: discs)
    var passed = 0.0
    var (last, time) = (discs[0].center, times.lowerBound - Self.shortestStep)
    let points = discs.map { disc in
      passed += last.distance(to: disc.center)
      last = disc.center
      let share = length > 0 && length.isFinite ? min(1, passed / length) : 0
      time = max(time + Self.shortestStep, times.lowerBound + (times.upperBound - times.lowerBound) * share)
      return ExportedPoint(
        disc.center, time: time,
        pressure: isConstant ? nil : Self.pressure(at: disc.radius / (widest * scale / 2)), radius: disc.radius)
    }
    var stroke = ExportedStroke(
      id: id, color: color, width: isConstant ? 2 * discs[0].radius : widest * scale, points: points)
    stroke.isSmoothed = false
    return stroke
  }

  /// The length of the line in points, before the element is moved.
  var length: Double { Self.length(of: axis) }

  private static func length(of discs: [ExportedDisc]) -> Double {
    zip(discs, discs.dropFirst()).reduce(0) { $0 + $1.0.center.distance(to: $1.1.center) }
  }

  /// The thinning of pens that the log does not describe.
  private static let usualThinning = 0.6

  /// The pressure at which a pen of the usual thinning is as wide as a part of its nominal width.
  /// - Parameter share: 0...1.
  private static func pressure(at share: Double) -> Double {
    StrokeModel.newest.pressure(forEffect: max(0, 0.5 + (share - 1) / (2 * usualThinning)))
  }

  /// The line with two points on each straight side that meets another at a corner.
  private static func withCornersGuarded(_ axis: [ExportedDisc]) -> [ExportedDisc] {
    guard axis.count > 2 else { return axis }
    /// Whether a curve through two segments deviates from the first one: they meet at a larger angle than chords of a
    /// curve.
    func bulges(_ segment: Vector, _ next: Vector) -> Bool {
      let (length, other) = (segment.length, next.length)
      guard length > 0, other > 0 else { return false }
      let sine = abs(segment.dx * next.dy - segment.dy * next.dx) / (length * other)
      let isSharp = segment.dx * next.dx + segment.dy * next.dy <= 0
      return length * (isSharp ? 1 : sine) / 8 > 2 * flatness
    }
    var result = [axis[0]]
    for index in 1..<axis.count {
      let (start, end) = (axis[index - 1], axis[index])
      let step = end.center - start.center
      let isCorner =
        index > 1 && bulges(step, start.center - axis[index - 2].center)
        || index + 1 < axis.count && bulges(step, axis[index + 1].center - end.center)
      if isCorner, step.length > 3 * cornerDistance {
        for part in [cornerDistance / step.length, 1 - cornerDistance / step.length] {
          result.append(
            ExportedDisc(
              center: start.center + step * part, radius: start.radius + (end.radius - start.radius) * part))
        }
      }
      result.append(end)
    }
    return result
  }
}
