/// A disc on the averaged path, and the middle of the way from there to the next.
struct SmoothPlace {
  /// The disc's x and that of the middle, in points.
  var x: SIMD2<Double>
  /// The disc's y and that of the middle, in points.
  var y: SIMD2<Double>
  /// The disc's radius in points.
  var radius: Double

  init(_ place: SIMD2<Double>, radius: Double, middle: SIMD2<Double>) {
    x = SIMD2(place.x, middle.x)
    y = SIMD2(place.y, middle.y)
    self.radius = radius
  }

  var place: SIMD2<Double> { SIMD2(x.x, y.x) }
  var middle: SIMD2<Double> { SIMD2(x.y, y.y) }

  func disc(bulge: Double) -> SIMD4<Double> { SIMD4(x.x, y.x, radius, bulge) }

  /// The bulge of the arc to `next` through the middle.
  func bulge(before next: SmoothPlace) -> Double {
    let step = next.place - place
    let length = step.squaredLength.squareRoot()
    let offset = middle - (place + next.place) * 0.5
    return length > 0 ? (offset.y * step.x - offset.x * step.y) / length : 0
  }

  /// A disc at the middle, where the way to `next` bends back on itself.
  @inline(always)
  func cusp(before next: SmoothPlace) -> SIMD4<Double>? {
    let step = next.place - place
    let offset = middle - (place + next.place) * 0.5
    guard offset.squaredLength > 0.3 * 0.3 * step.squaredLength else { return nil }
    return SIMD4(middle.x, middle.y, (radius + next.radius) / 2, 0)
  }
}
