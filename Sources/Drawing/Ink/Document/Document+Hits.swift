import Geometry
import Lettering
import TouchLog

/// Which elements are at a position.
extension Document {
  /// How far from an element's ink a touch or a command selects it, in points.
  static let selectionReach = 4.0

  /// Sorts elements from the lowest to the topmost, without erasers and elements that are not present.
  /// - Parameter elements: In ascending order.
  func stack(_ elements: some Sequence<ElementIndex>) -> [ElementIndex] {
    let present = elements.filter { self.elements[$0].isPresent && !isEraser($0) }
    return isRearranged ? present.sorted { self.elements[$0].rank < self.elements[$1].rank } : present
  }

  /// Whether an element has ink, not erased, within `reach` points of a position.
  func isHit(_ element: ElementIndex, at position: Point, within reach: Double) -> Bool {
    guard elements[element].isPresent else { return false }
    var bounds = self.bounds(of: element)
    guard !bounds.isEmpty else { return false }
    bounds = Rect(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach, maxY: bounds.maxY + reach)
    guard bounds.intersects(Rect(around: position, reach: 0)), covers(element, position, within: reach) else {
      return false
    }
    let passes = erasures(of: element).filter { pass in
      pass.map.apply(self.bounds(of: pass.eraser)).intersects(bounds)
    }
    if passes.isEmpty { return true }
    // The nearest ink may be erased: search for ink that is left nearby.
    return nearby(position, within: reach).contains { near in
      covers(element, near, within: 0)
        && !passes.contains { covers($0.eraser, $0.map.inverse.apply(near), within: 0) }
    }
  }

  /// The position, and positions on eight rings around it.
  private func nearby(_ position: Point, within reach: Double) -> [Point] {
    guard reach > 0 else { return [position] }
    var positions = [position]
    for ring in 1...8 {
      let radius = reach * Double(ring) / 8
      for turn in 0..<24 {
        let degrees = Double(turn) * 15
        positions.append(
          position + Vector(Trigonometry.cosine(degrees: degrees), Trigonometry.sine(degrees: degrees)) * radius)
      }
    }
    return positions
  }

  /// Whether an element's ink, erased or not, is within `reach` points of a position.
  private func covers(_ element: ElementIndex, _ position: Point, within reach: Double) -> Bool {
    var (position, reach) = (position, reach)
    if let placement = placements[element] {
      position = placement.similarity.inverse.apply(position)
      reach /= placement.scale
    }
    switch elements[element].content {
    case .stroke(let index):
      let stroke = strokes[index]
      return inkCovers(stroke, position, within: reach)
        || stroke.isFilled
          && Polygons.winding(of: position, in: [stroke.interior(tolerance: 0.05)]) != 0
    case .shape: return geometry(ofShape: element)?.contains(position, within: reach) ?? false
    case .text(let text):
      return text.ink.contains { $0.cones.contains { $0.contains(position, within: reach) } }
        || text.outlines.contains { letterCovers($0, position, within: reach) }
    case .image(let image):
      let dx = Swift.max(image.frame.minX - position.x, position.x - image.frame.maxX, 0)
      let dy = Swift.max(image.frame.minY - position.y, position.y - image.frame.maxY, 0)
      return dx * dx + dy * dy <= reach * reach
    }
  }

  private func letterCovers(_ letter: TextLayout.Outline, _ position: Point, within reach: Double) -> Bool {
    guard letter.bounds.intersects(Rect(around: position, reach: reach)) else { return false }
    let polygons = letter.path.polygons(tolerance: 0.01)
    return Polygons.winding(of: position, in: polygons) != 0
      || Polygons.distance(from: position, toEdgesOf: polygons) <= reach
  }

  private func inkCovers(_ stroke: Stroke, _ position: Point, within reach: Double) -> Bool {
    let near = Rect(around: position, reach: reach)
    var cones: [RoundCone] = []
    for span in stroke.spans.indices where stroke.spans[span].bounds.intersects(near) {
      cones.removeAll(keepingCapacity: true)
      stroke.appendCones(ofSpan: span, to: &cones)
      if cones.contains(where: { $0.contains(position, within: reach) }) { return true }
    }
    guard stroke.state == .active else { return false }
    return stroke.tail(options: options).joined().contains { $0.contains(position, within: reach) }
  }
}

extension Rect {
  /// The square of the positions up to `reach` from one position in x and in y.
  init(around position: Point, reach: Double) {
    self.init(
      minX: position.x - reach, minY: position.y - reach, maxX: position.x + reach, maxY: position.y + reach)
  }
}

extension RoundCone {
  /// Whether a position is within `reach` of the cone. A bent cone is approximated by straight pieces to within a
  /// fiftieth of its width.
  func contains(_ position: Point, within reach: Double) -> Bool {
    chords(tolerance: 0.02 * (startRadius + endRadius)).contains { cone in
      let step = cone.end - cone.start
      let square = step.dx * step.dx + step.dy * step.dy
      let from = position - cone.start
      let along = square > 0 ? Swift.min(1, Swift.max(0, (from.dx * step.dx + from.dy * step.dy) / square)) : 0
      let radius = Swift.max(0, cone.startRadius + (cone.endRadius - cone.startRadius) * along)
      return position.distance(to: cone.start + step * along) <= radius + reach
        || position.distance(to: cone.end) <= cone.endRadius + reach
        || position.distance(to: cone.start) <= cone.startRadius + reach
    }
  }
}
