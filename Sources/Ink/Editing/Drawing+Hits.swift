import Geometry
import TouchLog

/// Which element is where.
extension Drawing {
  /// How far from its ink an element is selected, in points.
  static let selectionReach = 4.0

  /// The elements from the topmost down whose ink, or filled inside, is within `reach` points of a place.
  public func elements(at place: Point, within reach: Double = 0) -> [Int] {
    stack(Array(elements.indices)).reversed().filter { isHit($0, at: place, within: reach) }
  }

  /// The topmost of them; nil where there is none.
  mutating func topmost(at place: Point, within reach: Double) -> Int? {
    let near = Rect(minX: place.x - reach, minY: place.y - reach, maxX: place.x + reach, maxY: place.y + reach)
    return stack(candidates(in: near)).last { isHit($0, at: place, within: reach) }
  }

  /// Those elements that are there from the lowest up, erasers left out.
  private func stack(_ ordinals: [Int]) -> [Int] {
    let present = ordinals.filter { elements[$0].isPresent && !isEraser($0) }
    return isRearranged ? present.sorted { elements[$0].rank < elements[$1].rank } : present
  }

  private mutating func candidates(in area: Rect) -> [Int] {
    // Taken out, so that the drawing does not hold what changes.
    var grid = self.grid
    self.grid = ElementGrid()
    grid.follow(self)
    self.grid = grid
    return grid.candidates(in: area)
  }

  /// Whether ink of an element that no eraser has taken away is within `reach` points of a place.
  func isHit(_ element: Int, at place: Point, within reach: Double) -> Bool {
    guard elements[element].isPresent else { return false }
    var bounds = self.bounds(of: element)
    guard !bounds.isEmpty else { return false }
    bounds = Rect(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach, maxY: bounds.maxY + reach)
    guard bounds.intersects(Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)),
      covers(element, place, within: reach)
    else { return false }
    let passes = erasures(of: element).filter { pass in
      pass.map.apply(self.bounds(of: pass.eraser)).intersects(bounds)
    }
    if passes.isEmpty { return true }
    // A hole in the ink: some place nearby must have ink that is left.
    return nearby(place, within: reach).contains { near in
      covers(element, near, within: 0)
        && !passes.contains { covers($0.eraser, $0.map.inverse.apply(near), within: 0) }
    }
  }

  /// The place, and places on rings around it.
  private func nearby(_ place: Point, within reach: Double) -> [Point] {
    guard reach > 0 else { return [place] }
    var places = [place]
    for ring in 1...8 {
      let radius = reach * Double(ring) / 8
      for turn in 0..<24 {
        let degrees = Double(turn) * 15
        places.append(
          place + Vector(Trigonometry.cosine(degrees: degrees), Trigonometry.sine(degrees: degrees)) * radius)
      }
    }
    return places
  }

  /// The present elements whose ink a disc touches on its way from `start` to `end`, in points.
  mutating func elementsTouched(from start: Point, to end: Point, radius: Double) -> [Int] {
    var swept = Rect.empty
    swept.include(start, radius: radius)
    swept.include(end, radius: radius)
    let way = end - start
    // Between two of these places no ink is missed by more than an eighth of the radius.
    let steps = Swift.min(4096, Int((way.length / Swift.max(0.5, radius)).rounded(.up)))
    return candidates(in: swept).filter { element in
      guard elements[element].isPresent, !isEraser(element), bounds(of: element).intersects(swept) else {
        return false
      }
      return (0...Swift.max(1, steps)).contains { step in
        let place = start + way * (Double(step) / Double(Swift.max(1, steps)))
        return isHit(element, at: place, within: radius)
      }
    }
  }

  /// Whether an element's own ink, whatever was erased of it, is within `reach` points of a place.
  private func covers(_ element: Int, _ place: Point, within reach: Double) -> Bool {
    var (place, reach) = (place, reach)
    if let placement = placements[element] {
      place = placement.similarity.inverse.apply(place)
      reach /= placement.scale
    }
    switch elements[element].content {
    case .stroke(let stroke):
      return inkCovers(strokes[stroke], place, within: reach)
    case .shape: return geometry(ofShape: element)?.contains(place, within: reach) ?? false
    case .text(let text):
      return text.ink.contains { $0.cones.contains { $0.contains(place, within: reach) } }
    case .image(let image):
      let dx = Swift.max(image.frame.minX - place.x, place.x - image.frame.maxX, 0)
      let dy = Swift.max(image.frame.minY - place.y, place.y - image.frame.maxY, 0)
      return dx * dx + dy * dy <= reach * reach
    }
  }

  private func inkCovers(_ stroke: Stroke, _ place: Point, within reach: Double) -> Bool {
    let near = Rect(minX: place.x - reach, minY: place.y - reach, maxX: place.x + reach, maxY: place.y + reach)
    var cones: [RoundCone] = []
    for span in stroke.spans.indices where stroke.spans[span].bounds.intersects(near) {
      cones.removeAll(keepingCapacity: true)
      stroke.appendCones(ofSpan: span, to: &cones)
      if cones.contains(where: { $0.contains(place, within: reach) }) { return true }
    }
    guard stroke.state == .active else { return false }
    return stroke.tail(options: options).joined().contains { $0.contains(place, within: reach) }
  }
}

extension RoundCone {
  /// Whether a place is no further than `reach` from its ink; a bent one is taken as straight pieces within a fiftieth
  /// of its width.
  func contains(_ place: Point, within reach: Double) -> Bool {
    chords(tolerance: 0.02 * (startRadius + endRadius)).contains { cone in
      let step = cone.end - cone.start
      let square = step.dx * step.dx + step.dy * step.dy
      let from = place - cone.start
      let along = square > 0 ? Swift.min(1, Swift.max(0, (from.dx * step.dx + from.dy * step.dy) / square)) : 0
      let radius = Swift.max(0, cone.startRadius + (cone.endRadius - cone.startRadius) * along)
      return place.distance(to: cone.start + step * along) <= radius + reach
        || place.distance(to: cone.end) <= cone.endRadius + reach
        || place.distance(to: cone.start) <= cone.startRadius + reach
    }
  }
}
