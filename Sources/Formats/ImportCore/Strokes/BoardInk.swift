import Geometry
import JSON
import Lettering
import TouchLog

/// What boards have besides freehand ink: paths, boxes, texts and images. Each becomes elements of the log.
extension ImportedInk {
  /// Appends each subpath as a stroke of a pen.
  /// - Parameters:
  ///   - map: From the path's coordinates to points.
  ///   - place: Where the element is in the file.
  package mutating func append(
    _ path: Path, _ style: BoardStyle, through map: Affine = .identity, at place: ImportedStroke
  ) throws(LogReadError) {
    let path = path.transformed(by: map)
    for line in path.flattened(tolerance: BoardPath.tolerance(of: path)) {
      var stroke = place
      stroke.tool = style.tool()
      for point in BoardPath.straightened(line.points, isClosed: line.isClosed) {
        try append(ImportedPoint(point.x, point.y), to: &stroke)
      }
      try append(stroke)
    }
  }

  /// Appends a rectangle or an ellipse: a shape if it is upright, and otherwise a path.
  /// - Parameters:
  ///   - tool: `rect` or `ellipse`.
  ///   - map: From the box's coordinates to points.
  package mutating func appendBox(
    _ tool: String, _ box: Rect, _ style: BoardStyle, through map: Affine = .identity, at place: ImportedStroke
  ) throws(LogReadError) {
    // A drag that is shorter would be a tap.
    let isWhole = clip?.contains(map.apply(box)) ?? true
    guard map.isTranslation, isWhole, max(box.width, box.height) > BoardPath.shortestDrag else {
      let path = tool == "rect" ? Path(box, radius: style.radius) : Path(ellipseIn: box)
      return try append(path, style, through: map, at: place)
    }
    var stroke = place
    stroke.tool = style.tool(tool)
    for corner in [Point(box.minX, box.minY), Point(box.maxX, box.maxY)] {
      let point = map.apply(corner)
      try append(ImportedPoint(point.x, point.y), to: &stroke)
    }
    try append(stroke)
  }

  /// Appends each line of a text as a text of its own.
  /// - Parameter map: From the text's coordinates to points: a rotation and a translation.
  package mutating func append(
    _ text: BoardText, through map: Affine = .identity, at place: ImportedStroke
  ) throws(LogReadError) {
    guard NumberRange.positiveLength.contains(text.size) else {
      return report.omit("texts without a size", .damage)
    }
    if map.determinant < 0 { report.omit("flips of texts") }
    for line in text.lines where !line.words.allSatisfy(\.isWhitespace) {
      // The text is placed upright, its center where the map moves it, and then turned about it.
      let center = line.box.center
      let shift = map.apply(center) - center
      let corner = Point(line.box.minX, line.box.minY) + shift
      guard NumberRange.coordinate.contains(corner.x), NumberRange.coordinate.contains(corner.y) else {
        report.omit("texts without a position", .damage)
        continue
      }
      guard !isHidden(line.box, through: map, "texts") else { continue }
      let id = map.b == 0 && map.a > 0 ? nil : "turned-\(turnedCount + 1)"
      let new = NewText(line.words, at: corner, wrap: line.wrap, style: line.style, id: id)
      try append(.text(new), bytes: line.words.utf8.count, line: place.line, column: place.column)
      try turn(id, by: map, at: place)
    }
  }

  /// Appends an image.
  /// - Parameters:
  ///   - data: Base64; anything but a PNG or JPEG file is left out.
  ///   - shown: The part of the image that fills the box.
  ///   - map: From the box's coordinates to points: a rotation and a translation.
  package mutating func appendImage(
    _ data: String, _ box: Rect, showing shown: ImagePart = ImagePart(), opacity: Double = 1,
    through map: Affine = .identity, at place: ImportedStroke
  ) throws(LogReadError) {
    guard ImagePart.isPicture(data) else { return report.omit("images that are neither PNG nor JPEG") }
    var (box, shown) = (box, shown)
    var isCut = false
    if let clip, map.isTranslation, let frame = clip.box, !clip.contains(map.apply(box)) {
      isCut = shown.cut(
        &box,
        at: Rect(
          minX: frame.minX - map.tx, minY: frame.minY - map.ty, maxX: frame.maxX - map.tx, maxY: frame.maxY - map.ty))
    }
    guard let data = shown.data(of: data) else { return report.omit("images that are damaged", .damage) }
    if !isCut, isHidden(box, through: map, "images") { return }
    try append(.data(data), box, opacity: opacity, through: map, at: place)
  }

  /// Appends an image that fills a box, whatever hides it.
  package mutating func append(
    _ image: NewImage.Source, _ box: Rect, opacity: Double, through map: Affine, at place: ImportedStroke
  ) throws(LogReadError) {
    if map.determinant < 0 { report.omit("flips of images") }
    let center = box.center
    let corner = Point(box.minX, box.minY) + (map.apply(center) - center)
    guard NumberRange.coordinate.contains(corner.x), NumberRange.coordinate.contains(corner.y),
      NumberRange.positiveLength.contains(box.width), NumberRange.positiveLength.contains(box.height)
    else { return report.omit("images without a place", .damage) }
    let id = map.b == 0 && map.a > 0 ? nil : "turned-\(turnedCount + 1)"
    let bytes =
      switch image {
      case .data(let data): data.utf8.count;
      case .path(let path): path.utf8.count
      }
    let image = NewImage(
      image, at: corner, size: Size(width: box.width, height: box.height), opacity: opacity == 1 ? nil : opacity,
      id: id)
    try append(.image(image), bytes: bytes, line: place.line, column: place.column)
    try turn(id, by: map, at: place)
  }

  /// Whether a frame hides a box. One that it hides in part is reported.
  /// - Parameter kind: What is in the box, in the plural.
  private mutating func isHidden(_ box: Rect, through map: Affine, _ kind: String) -> Bool {
    guard let clip else { return false }
    let corners = box.corners.map { map.apply($0) }
    if corners.allSatisfy({ clip.contains($0) }) { return false }
    let isHidden = clip.part(of: corners).count < 3
    if isHidden {
      report.omit("elements outside of their frame", .unseen)
    } else {
      report.omit("cuts of \(kind) that reach out of their frame")
    }
    return isHidden
  }

  /// Turns the element that was appended last, if it has an id.
  private mutating func turn(_ id: String?, by map: Affine, at place: ImportedStroke) throws(LogReadError) {
    guard let id else { return }
    turnedCount += 1
    let turn = TransformChange(rotate: Trigonometry.degrees(map.b, map.a))
    try append(.transform(id: id, turn), bytes: 0, line: place.line, column: place.column)
  }
}

/// How a pen follows a path with corners.
package enum BoardPath {
  /// The largest deviation of lines from a curve, in points: 0.02, but so much for huge curves that they become about
  /// a million lines.
  package static func tolerance(of path: Path) -> Double {
    var length = 0.0
    var here = Point(0, 0)
    for element in path.elements {
      switch element {
      case .move(let end): here = end
      case .line(let end): here = end
      case .quadratic(let control, let end):
        length += here.distance(to: control) + control.distance(to: end)
        here = end
      case .cubic(let first, let second, let end):
        length += here.distance(to: first) + first.distance(to: second) + second.distance(to: end)
        here = end
      case .close: continue
      }
    }
    // n curves, whose control points are L apart together, become at most √(0.75 n L / tolerance) lines more.
    let largest = 0.75 * Double(path.elements.count) * length / 1e12
    return largest.isFinite ? max(0.02, largest) : 1e6
  }

  /// The distance from its start at which a drag is more than a tap, in points.
  static let shortestDrag = 10.0
  /// The distance of an added point from a corner, in points.
  private static let cornerDistance = 0.05
  /// A smooth curve may deviate from straight lines by this, in points, before a turn counts as a corner. Flattened
  /// curves stay below it.
  private static let leastBulge = 0.05

  /// The points of a polyline with more points near its corners, between which a smooth curve is straight.
  package static func straightened(_ points: [Point], isClosed: Bool) -> [Point] {
    guard points.count > 1 else { return points }
    let points = isClosed ? points + [points[0]] : points
    var result: [Point] = [points[0]]
    for index in 1..<points.count {
      let (start, end) = (points[index - 1], points[index])
      let step = end - start
      let part = min(0.25, cornerDistance / max(step.length, .leastNormalMagnitude))
      let startsAtCorner = index == 1 ? isClosed : isCorner(points[index - 2], start, end)
      let endsAtCorner = index == points.count - 1 ? isClosed : isCorner(start, end, points[index + 1])
      if startsAtCorner || endsAtCorner { result += [start + step * part, start + step * (1 - part)] }
      result.append(end)
    }
    return result
  }

  private static func isCorner(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    let (before, after) = (b - a, c - b)
    let dot = before.dx * after.dx + before.dy * after.dy
    let cross = before.dx * after.dy - before.dy * after.dx
    // A curve through points bulges by about an eighth of their distance times the sine of the turn.
    return dot <= 0 || cross.magnitude > 8 * leastBulge * min(before.length, after.length)
  }
}

/// A text in a box.
package struct BoardText {
  package var words: String
  /// Its lines begin at the top of the box and are aligned in its width.
  package var box: Rect
  /// The em, in points.
  package var size: Double
  /// The distance of lines, in ems.
  var lineHeight: Double
  package var alignment: TextAlignment
  /// Whether lines are broken where the box ends. Otherwise a text that is too wide for the box gets a smaller font, so
  /// that it ends where it does in the program, whose fonts are others.
  package var wraps: Bool
  var color: Color
  /// 0...1.
  var opacity: Double
  /// The width of the pen, in ems.
  package var weight: Double
  /// The letters of the log's model.
  var hand: StrokeFont.Hand

  /// The pens that write like fonts of usual and of bold weight, in ems.
  package static let (regular, bold) = (0.075, 0.12)

  package init(
    words: String, box: Rect, size: Double, lineHeight: Double = 1.25, alignment: TextAlignment = .left,
    wraps: Bool = false, color: Color = .black, opacity: Double = 1, weight: Double = Self.regular,
    hand: StrokeFont.Hand = .second
  ) {
    (self.words, self.box, self.size, self.lineHeight) = (words, box, size, lineHeight)
    (self.alignment, self.wraps) = (alignment, wraps)
    (self.color, self.opacity, self.weight, self.hand) = (color, opacity, weight, hand)
  }

  /// The box with all lines.
  package var extent: Rect {
    lines.reduce(into: box) { extent, line in
      extent.formUnion(line.box)
      if let wrap = line.wrap { extent.include(Point(line.box.minX + wrap, line.box.maxY)) }
    }
  }

  /// One line of the text.
  package struct Line {
    var words: String
    /// The box that the line fills in the width of the text's box.
    package var box: Rect
    /// The width in which the line is aligned, in points; nil for a line at the left.
    var wrap: Double?
    var style: StyleChange
  }

  /// The distance of lines in the log, in ems.
  private static let ownLineHeight = 1.25

  package var lines: [Line] {
    guard NumberRange.positiveLength.contains(size) else { return [] }
    let measured = TextLayout(
      words, size: size, width: wraps ? max(box.width, .leastNormalMagnitude) : nil, font: .standard(hand))
    let characters = Array(words)
    let widest = measured.bounds.width
    let shrinking = !wraps && box.width > 0 && widest > box.width ? max(0.01, box.width / widest) : 1
    var style = StyleChange()
    style[StyleKeys.color] = .solid(color)
    style[StyleKeys.size] = size * shrinking
    style[StyleKeys.width] = size * shrinking * weight
    style[StyleKeys.opacity] = min(1, max(0, opacity))
    style[StyleKeys.align] = alignment
    // Those of a pen: the tools of other elements have others.
    style[StyleKeys.thinning] = 0.6
    style[StyleKeys.smoothing] = StrokeModel.newest.defaultSmoothing
    // Lines without a box are aligned in the widest one. Some room is left for the space between heavy letters.
    let isBoxed = wraps || box.width > 0
    let spare = isBoxed ? 0 : widest / 4
    let left = box.minX - (alignment == .center ? spare / 2 : alignment == .right ? spare : 0)
    return measured.lines.enumerated().map { number, line in
      let middle = box.minY + (Double(number) + 0.5) * lineHeight * size
      let half = Self.ownLineHeight * size * shrinking / 2
      var words = String(characters[line.characters])
      while words.last?.isWhitespace == true { words.removeLast() }
      let isLeft = alignment == .left
      return Line(
        words: words,
        box: Rect(
          minX: left, minY: middle - half,
          maxX: isLeft ? box.minX + line.width * shrinking : isBoxed ? box.maxX : left + widest + spare,
          maxY: middle + half),
        // Wider than any line, so that none is broken twice.
        wrap: isLeft ? nil : max(box.width, widest * shrinking + spare) * (1 + 1e-9), style: style)
    }
  }
}
