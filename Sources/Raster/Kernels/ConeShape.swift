import Geometry

/// What a round cone is made of, in pixels, worked out once for all the tiles that it touches.
///
/// A cone is a body between two tangent lines and a cap of the disc at each end (Quilez, "2D distance functions",
/// uneven capsule). Each tangent has its own frame: along it the body runs from 0 to `length`, and the distance from
/// it is linear in x and y.
struct ConeShape {
  let cone: RoundCone
  /// The tangents' outward normals, s·u ± c·v, with u along the axis, v a right angle from it, and s and c the sine
  /// and cosine of the angle by which the cone narrows; nil where one disc holds the other and there is no body.
  let normals: (upper: Vector, lower: Vector)?
  let axis: Vector
  let axisLength: Double
  /// The length of the tangents.
  let length: Double
  let isNarrowing: Bool
  /// How far ahead of the start's centre, along the axis, the body begins at most: more than 0 where it narrows.
  let bodyStart: Double
  /// How far behind the start's centre, along the axis, the body reaches at most: more than 0 where it widens.
  let reachBehind: Double
  /// Whether no line across the body is so short that a pixel may lie on both its edges, and the edges are parallel.
  let isPlainStrip: Bool

  init(_ cone: RoundCone) {
    self.cone = cone
    let step = cone.end - cone.start
    axisLength = step.length
    let shrink = cone.startRadius - cone.endRadius
    isNarrowing = shrink >= 0
    guard axisLength > 0, Swift.abs(shrink) < axisLength else {
      normals = nil
      axis = Vector(1, 0)
      length = 0
      bodyStart = 0
      reachBehind = 0
      isPlainStrip = false
      return
    }
    axis = step / axisLength
    let s = shrink / axisLength
    let c = (1 - s * s).squareRoot()
    length = axisLength * c
    let along = axis * s
    let across = Vector(-axis.dy, axis.dx) * c
    normals = (along + across, along - across)
    let reach = cone.startRadius + Double(ConeKernel.pixelReach)
    bodyStart = Swift.max(0, s) * reach / c
    reachBehind = Swift.max(0, -s) * reach / c
    isPlainStrip = shrink == 0 && cone.startRadius > 0.75
  }

  /// How far beyond the end's centre, along the axis, the end cap reaches that is not the next cone's.
  /// - Parameter reach: How far the whole cap reaches.
  func capReach(before next: ConeShape?, _ reach: Float) -> Float {
    guard let next, next.normals != nil else { return reach }
    let cosine = axis.dx * next.axis.dx + axis.dy * next.axis.dy
    guard cosine > 0 else { return reach }
    // What lies behind the next axis' right angle, in a cap of that reach, and a little of its body.
    let sine = Swift.max(0, 1 - cosine * cosine).squareRoot()
    return Swift.min(reach, reach * Float(sine) + Float(next.bodyStart))
  }

  /// The pixels that its ink may touch: of a cone between two others, its body and the wedge before the next.
  func touchedBounds(before next: ConeShape?) -> Rect {
    let reach = Double(ConeKernel.pixelReach)
    guard let normals, cone.continues, let next, let others = next.normals else { return cone.touchedBounds }
    func cosine(_ a: Vector, _ b: Vector) -> Double { a.dx * b.dx + a.dy * b.dy }
    let smallest = Swift.min(cosine(normals.upper, others.upper), cosine(normals.lower, others.lower))
    guard smallest > 0 else { return cone.touchedBounds }
    // The wedge's arc stands out beyond the chord between its normals by as much as half its angle takes off.
    let bulge = (cone.endRadius + reach) * (1 - ((1 + smallest) / 2).squareRoot())
    var bounds = Rect.empty
    bounds.include(cone.start + normals.upper * (cone.startRadius + reach))
    bounds.include(cone.start + normals.lower * (cone.startRadius + reach))
    bounds.include(cone.end + normals.upper * (cone.endRadius + reach), radius: bulge)
    bounds.include(cone.end + normals.lower * (cone.endRadius + reach), radius: bulge)
    bounds.include(cone.end + others.upper * (cone.endRadius + reach), radius: bulge)
    bounds.include(cone.end + others.lower * (cone.endRadius + reach), radius: bulge)
    return bounds
  }
}
