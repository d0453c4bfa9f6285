import Geometry

/// The part of each pixel that round cones cover together, in levels of 255, row by row: 32 by 32 samples a pixel, by
/// their distances.
package func trueArea(of cones: [RoundCone], width: Int, height: Int) -> [Double] {
  let side = 32
  var cones = cones.flatMap { $0.chords(tolerance: 0.0005) }
  // Long lines in pieces, so that few are near a pixel.
  for _ in 0..<4 {
    cones = cones.flatMap { ($0.end - $0.start).length > 8 ? [$0.halves.first, $0.halves.second] : [$0] }
  }
  var near = [[RoundCone]](repeating: [], count: width * height)
  for cone in cones {
    let box = cone.bounds
    guard box.maxX > 0, box.maxY > 0, box.minX < Double(width), box.minY < Double(height) else { continue }
    for y in Int(max(0, box.minY))..<min(height, Int(box.maxY) + 1) {
      for x in Int(max(0, box.minX))..<min(width, Int(box.maxX) + 1) { near[y * width + x].append(cone) }
    }
  }
  return near.indices.map { pixel in
    let near = near[pixel]
    guard !near.isEmpty else { return 0 }
    var count = 0
    for sample in 0..<side * side {
      let point = Point(
        Double(pixel % width) + (Double(sample % side) + 0.5) / Double(side),
        Double(pixel / width) + (Double(sample / side) + 0.5) / Double(side))
      if near.contains(where: { $0.depth(of: point) >= 0 }) { count += 1 }
    }
    return Double(count) * 255 / Double(side * side)
  }
}

extension RoundCone {
  /// How far inside of a straight cone a point lies, in the disc along the axis that reaches furthest beyond it; negative
  /// outside.
  package func depth(of point: Point) -> Double {
    let (axis, offset) = (end - start, point - start)
    let length = axis.length
    let sine = length > 0 ? (startRadius - endRadius) / length : 1
    guard abs(sine) < 1 else {
      return max(startRadius - point.distance(to: start), endRadius - point.distance(to: end))
    }
    let along = (axis.dx * offset.dx + axis.dy * offset.dy) / length
    let aside = abs(axis.dx * offset.dy - axis.dy * offset.dx) / length
    let t = min(1, max(0, (along - aside * sine / (1 - sine * sine).squareRoot()) / length))
    return startRadius + (endRadius - startRadius) * t - point.distance(to: start + axis * t)
  }
}
